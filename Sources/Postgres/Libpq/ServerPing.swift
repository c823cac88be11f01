import CPostgres

/// Asks whether a server takes connections, without logging in.
enum ServerPing {
    /// What a server can answer.
    enum Answer {
        /// It takes connections.
        case ready
        /// It is there, and is starting, stopping or recovering.
        case notYet
        /// There is no answer.
        case none
    }

    /// Asks; blocks the thread for a moment.
    static func answer(_ settings: ConnectionSettings) -> Answer {
        let pairs = settings.parameters.sorted { $0.key < $1.key }
        let answer = unsafe CStrings(pairs.map(\.key)).withPointers { keys in
            unsafe CStrings(pairs.map(\.value)).withPointers { values in
                unsafe PQpingParams(keys, values, 0)
            }
        }
        return switch answer {
        case PQPING_OK: .ready
        case PQPING_REJECT: .notYet
        default: .none
        }
    }
}
