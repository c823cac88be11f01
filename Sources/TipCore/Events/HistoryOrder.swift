/// The one order in which a person's events happened, whatever the order in which they arrived.
///
/// Events are ordered by `at`; at one instant, a device's own counter decides between two events of that
/// device that both have one; else the order of arrival does. Taken as a comparison of pairs this goes in
/// circles (device A's second event arrives, then an event of device B, then A's first), so it is defined
/// on all events of one instant at once: in the order of arrival, the places that a device's counted
/// events hold are given to those same events by their counters. Every other event keeps its place.
///
/// So the order is total; between counted events of one device it never depends on arrival; and an event
/// that arrives last at its instant comes last there, unless its device's counter says otherwise.
public enum HistoryOrder {
    /// What decides the place of an event.
    public struct Key: Hashable, Sendable {
        /// When it happened.
        public let at: Timestamp
        /// Its device, as `StableHash.of` its name.
        public let device: UInt64
        /// The device's counter.
        public let sequence: Int64?

        /// Creates a key.
        public init(at: Timestamp, device: UInt64, sequence: Int64?) {
            self.at = at
            self.device = device
            self.sequence = sequence
        }
    }

    /// The places of keys, given in the order of arrival, in the order of the history.
    public static func order(of keys: [Key]) -> [Int] {
        guard !isInOrder(keys) else { return Array(keys.indices) }
        var order = keys.indices.sorted { (keys[$0].at, $0) < (keys[$1].at, $1) }
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, keys[order[end]].at == keys[order[start]].at { end += 1 }
            if end - start > 1 { settle(&order, start..<end, keys) }
            start = end
        }
        return order
    }

    /// Events, given in the order of arrival, in the order of the history.
    public static func sorted(_ events: [Event]) -> [Event] {
        order(of: events.map(\.historyKey)).map { events[$0] }
    }

    /// Events, given in the order of arrival, in the order of the history.
    public static func sorted(_ events: [FoldEvent]) -> [FoldEvent] {
        order(of: events.map(\.historyKey)).map { events[$0] }
    }

    /// Whether instants rise strictly, so that nothing else decides.
    private static func isInOrder(_ keys: [Key]) -> Bool {
        zip(keys, keys.dropFirst()).allSatisfy { $0.at < $1.at }
    }

    /// Gives the places of each device's counted events within one instant to them by their counters.
    private static func settle(_ order: inout [Int], _ range: Range<Int>, _ keys: [Key]) {
        var placesOfDevice: [UInt64: [Int]] = [:]
        for place in range where keys[order[place]].sequence != nil {
            placesOfDevice[keys[order[place]].device, default: []].append(place)
        }
        for places in placesOfDevice.values where places.count > 1 {
            let events = places.map { order[$0] }
            let sorted = events.sorted {
                (keys[$0].sequence ?? 0, $0) < (keys[$1].sequence ?? 0, $1)
            }
            for (place, event) in zip(places, sorted) { order[place] = event }
        }
    }
}

extension Event {
    /// What decides the event's place in the history.
    public var historyKey: HistoryOrder.Key {
        HistoryOrder.Key(at: at, device: StableHash.of(device), sequence: sequence)
    }

    /// What makes the event a duplicate of an earlier one of the same person (R3).
    ///
    /// The id alone where it is a UUIDv7, which no two devices make twice; else the id together with the
    /// millisecond it states, which every retry repeats.
    public var duplicateKey: DuplicateKey {
        let uuid = Self.isUUIDv7(id)
        return DuplicateKey(id: uuid ? id.lowercased() : id, millisecond: uuid ? nil : at.milliseconds)
    }

    /// Events of one person without duplicates, in the order of arrival; the first of each stays.
    public static func withoutDuplicates(_ events: [Event]) -> [Event] {
        var seen: Set<DuplicateKey> = []
        return events.filter { seen.insert($0.duplicateKey).inserted }
    }

    /// Whether an id is a UUID of version 7 in its text form (RFC 9562).
    static func isUUIDv7(_ id: String) -> Bool {
        let bytes = Array(id.utf8)
        guard bytes.count == 36, bytes[14] == UInt8(ascii: "7"),
            "89abAB".utf8.contains(bytes[19])
        else { return false }
        return bytes.indices.allSatisfy { place in
            [8, 13, 18, 23].contains(place)
                ? bytes[place] == UInt8(ascii: "-")
                : Character(Unicode.Scalar(bytes[place])).isHexDigit
        }
    }
}

/// What two deliveries of one event have in common, within a person.
public struct DuplicateKey: Hashable, Sendable {
    private let id: ExactText
    private let millisecond: Int64?

    fileprivate init(id: String, millisecond: Int64?) {
        self.id = ExactText(id)
        self.millisecond = millisecond
    }
}
