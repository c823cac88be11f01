import Foundation

/// Whether a word names a time zone of the IANA database.
enum TimeZoneName {
    /// True for a zone or a link of the database that this machine knows.
    ///
    /// Foundation also reads offsets such as `GMT+5` and legacy three-letter words such as `PST`, some of
    /// which mean several places; neither is in the IANA database, so neither passes.
    static func isKnown(_ name: String) -> Bool {
        guard TimeZone(identifier: name) != nil else { return false }
        if name.contains("/") { return true }
        if name.hasPrefix("GMT") || name.hasPrefix("UTC") {
            return ["GMT", "UTC", "GMT0", "GMT+0", "GMT-0"].contains(name)
        }
        return name.utf8.count != 3 || threeLetterZones.contains(name)
    }

    /// The zones of the database without its links, for finding the one that was meant.
    static var all: [String] { TimeZone.knownTimeZoneIdentifiers }

    private static let threeLetterZones: Set<String> = [
        "CET", "EET", "EST", "HST", "MET", "MST", "PRC", "ROC", "ROK", "UCT", "WET",
    ]
}
