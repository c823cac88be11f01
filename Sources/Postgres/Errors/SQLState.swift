/// The five-character code that PostgreSQL gives each kind of failure, the same in every language
/// and version: decisions are made by it, never by the message.
///
/// Source of the names: PostgreSQL documentation, appendix A.
package struct SQLState: RawRepresentable, Hashable, Sendable {
    /// The code.
    package let rawValue: String

    /// Takes a code.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The first two characters: the family of the failure.
    package var family: Substring { rawValue.prefix(2) }

    package static let successfulCompletion = SQLState(rawValue: "00000")
    package static let protocolViolation = SQLState(rawValue: "08P01")
    package static let featureNotSupported = SQLState(rawValue: "0A000")
    package static let integrityConstraintViolation = SQLState(rawValue: "23000")
    package static let notNullViolation = SQLState(rawValue: "23502")
    package static let foreignKeyViolation = SQLState(rawValue: "23503")
    package static let uniqueViolation = SQLState(rawValue: "23505")
    package static let checkViolation = SQLState(rawValue: "23514")
    package static let exclusionViolation = SQLState(rawValue: "23P01")
    package static let invalidTextRepresentation = SQLState(rawValue: "22P02")
    package static let characterNotInRepertoire = SQLState(rawValue: "22021")
    package static let untranslatableCharacter = SQLState(rawValue: "22P05")
    package static let numericValueOutOfRange = SQLState(rawValue: "22003")
    package static let invalidBinaryRepresentation = SQLState(rawValue: "22P03")
    package static let badCopyFileFormat = SQLState(rawValue: "22P04")
    package static let readOnlyTransaction = SQLState(rawValue: "25006")
    package static let inFailedTransaction = SQLState(rawValue: "25P02")
    package static let invalidStatementName = SQLState(rawValue: "26000")
    package static let invalidPassword = SQLState(rawValue: "28P01")
    package static let invalidAuthorization = SQLState(rawValue: "28000")
    package static let invalidCatalogName = SQLState(rawValue: "3D000")
    package static let serializationFailure = SQLState(rawValue: "40001")
    package static let deadlockDetected = SQLState(rawValue: "40P01")
    package static let syntaxError = SQLState(rawValue: "42601")
    package static let undefinedColumn = SQLState(rawValue: "42703")
    package static let undefinedTable = SQLState(rawValue: "42P01")
    package static let duplicateTable = SQLState(rawValue: "42P07")
    package static let duplicateObject = SQLState(rawValue: "42710")
    package static let duplicateDatabase = SQLState(rawValue: "42P04")
    package static let insufficientPrivilege = SQLState(rawValue: "42501")
    package static let tooManyConnections = SQLState(rawValue: "53300")
    package static let diskFull = SQLState(rawValue: "53100")
    package static let lockNotAvailable = SQLState(rawValue: "55P03")
    package static let objectInUse = SQLState(rawValue: "55006")
    package static let queryCanceled = SQLState(rawValue: "57014")
    package static let adminShutdown = SQLState(rawValue: "57P01")
    package static let crashShutdown = SQLState(rawValue: "57P02")
    package static let cannotConnectNow = SQLState(rawValue: "57P03")
    package static let raisedException = SQLState(rawValue: "P0001")
}

extension SQLState: CustomStringConvertible {
    /// The code itself.
    package var description: String { rawValue }
}
