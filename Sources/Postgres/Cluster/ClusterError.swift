/// A private cluster that cannot be used, with what to do about it.
package struct ClusterError: Error, Hashable, Sendable {
    /// A stable word for the problem.
    package let code: Code

    /// What is wrong.
    package let message: String

    /// What to do about it.
    package let hint: String

    /// The ways in which a private cluster can be unusable.
    package enum Code: String, Sendable {
        /// PostgreSQL's server programs are not installed, or not in the version of the data.
        case serverMissing = "server_missing"
        /// The program runs as root, and the account that the server would run as does not exist.
        case accountMissing = "account_missing"
        /// The folder cannot be made or used.
        case folderUnusable = "folder_unusable"
        /// The folder belongs to another account.
        case folderOfAnother = "folder_of_another"
        /// The data could not be set up.
        case initFailed = "init_failed"
        /// The server did not start.
        case startFailed = "start_failed"
        /// Another program is busy starting or stopping the server, and does not come to an end.
        case busy = "busy"
    }

    /// Describes a problem.
    init(_ code: Code, _ message: String, hint: String) {
        self.code = code
        self.message = message
        self.hint = hint
    }
}

extension ClusterError: CustomStringConvertible {
    /// What is wrong and what to do, on one line.
    package var description: String { "\(message) [\(code.rawValue)]. \(hint)" }
}
