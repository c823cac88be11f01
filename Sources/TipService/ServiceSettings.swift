package import HTTPServer
import JSONReading
package import TipCore
import TipWire

/// What an operator may set: limits, names of events, addresses.
///
/// What is not set is as the contract has it.
package struct ServiceSettings: Sendable {
    /// How large requests and events may be.
    package var intake = IntakeLimits()
    /// How much a client may send, and how long it may take.
    package var http = HTTPLimits()
    /// Requests a second with one key; 0 for no limit.
    package var keyRequestsPerSecond = 2000.0
    /// Requests a second with one key that administers.
    package var adminRequestsPerSecond = 100.0
    /// Requests a second from one address.
    package var addressRequestsPerSecond = 2000.0
    /// Proxies whose `X-Forwarded-For` is believed.
    package var trustedProxies: [AddressRange] = []
    /// Addresses of the team, whose events reports leave out.
    package var internalAddresses: [AddressRange] = []
    /// Names of events that other dialects use.
    package var names = EventNames()

    /// Everything as the contract has it.
    package init() {}

    /// Reads settings from JSON.
    ///
    /// - Throws: `BadSettings` where a name is unknown or a value is none that it can have.
    package init(json: JSON) throws(BadSettings) {
        guard case .object(let members) = json else { throw BadSettings(name: nil, hint: "Write an object.") }
        for member in members { try set(member.key, member.value) }
    }

    /// Reads settings from a file's bytes.
    package init(bytes: [UInt8]) throws(BadSettings) {
        let value: JSON
        do throws(JSONFailure) {
            value = JSON(try JSONValue.read(bytes))
        } catch {
            throw BadSettings(name: nil, hint: "\(error.detail) at byte \(error.offset).")
        }
        try self.init(json: value)
    }

    private mutating func set(_ name: String, _ value: JSON) throws(BadSettings) {
        if let path = Self.counts[name] {
            let range = Self.ranges[name] ?? 0...Int.max
            guard let number = value.integerValue.flatMap({ Int(exactly: $0) }), range.contains(number) else {
                let most = range.upperBound == .max ? " or more" : " to \(range.upperBound)"
                throw BadSettings(name: name, hint: "Give a whole number, \(range.lowerBound)\(most).")
            }
            self[keyPath: path] = number
            return
        }
        if let path = Self.times[name] {
            guard let seconds = value.doubleValue, (1...86_400).contains(seconds) else {
                throw BadSettings(name: name, hint: "Give a number of seconds, 1 to 86400.")
            }
            self[keyPath: path] = .seconds(seconds)
            return
        }
        if let path = Self.rates[name] {
            guard let rate = value.doubleValue, rate >= 0 else {
                throw BadSettings(name: name, hint: "Give a number of requests a second; 0 is no limit.")
            }
            self[keyPath: path] = rate
            return
        }
        switch name {
        case "trustedProxies": trustedProxies = try Self.ranges(value, name)
        case "internalAddresses": internalAddresses = try Self.ranges(value, name)
        case "eventNames":
            do throws(BadEventNames) {
                names = try EventNames(adding: value)
            } catch {
                throw BadSettings(name: name, hint: error.hint)
            }
        default:
            let known =
                Array(Self.counts.keys) + Array(Self.rates.keys) + Array(Self.times.keys)
                + ["trustedProxies", "internalAddresses", "eventNames"]
            throw BadSettings(name: name, hint: NearestName.hint(for: name, among: known.sorted()))
        }
    }

    private static func ranges(_ value: JSON, _ name: String) throws(BadSettings) -> [AddressRange] {
        let ranges = value.arrayValue?.map { $0.stringValue.flatMap { AddressRange($0) } } ?? [nil]
        guard !ranges.contains(nil) else {
            throw BadSettings(name: name, hint: "Give a list such as [\"10.0.0.0/8\", \"::1\"].")
        }
        return ranges.compactMap(\.self)
    }

    private static let counts: [String: any WritableKeyPath<ServiceSettings, Int> & Sendable] = [
        "eventBytes": \.intake.event.eventBytes, "eventsPerRequest": \.intake.events,
        "depth": \.intake.event.depth, "infoBytes": \.intake.event.infoBytes,
        "idBytes": \.intake.event.idBytes, "personBytes": \.intake.event.personBytes,
        "deviceBytes": \.intake.event.deviceBytes, "bodyBytes": \.http.bodyBytes,
        "allBodiesBytes": \.http.allBodiesBytes, "headerBytes": \.http.headerBytes,
        "bodyBytesPerSecond": \.http.bytesPerSecond, "connections": \.http.connections,
        "connectionsPerAddress": \.http.connectionsPerAddress,
    ]

    /// What a count may be where not every number makes sense: names are keys of the log's indexes, which take no
    /// longer ones.
    private static let ranges: [String: ClosedRange<Int>] = [
        "idBytes": 1...1024, "personBytes": 1...1024, "deviceBytes": 1...1024, "depth": 1...512,
        "eventBytes": 1...(64 << 20), "eventsPerRequest": 1...100_000, "bodyBytes": 1...(1 << 30),
        "headerBytes": 512...(1 << 20), "connections": 1...1_000_000,
    ]

    private static let times: [String: any WritableKeyPath<ServiceSettings, Duration> & Sendable] = [
        "headerSeconds": \.http.headerTime, "bodySeconds": \.http.bodyTime,
        "answerSeconds": \.http.answerTime,
        "idleSeconds": \.http.idleTime,
    ]

    private static let rates: [String: any WritableKeyPath<ServiceSettings, Double> & Sendable] = [
        "keyRequestsPerSecond": \.keyRequestsPerSecond, "adminRequestsPerSecond": \.adminRequestsPerSecond,
        "addressRequestsPerSecond": \.addressRequestsPerSecond,
    ]

    /// The limits as `/v1/limits` announces them; written back as settings they set the same.
    var announced: [JSON.Member] {
        let counts = Self.counts.map { JSON.Member($0.key, .integer(Int64(self[keyPath: $0.value]))) }
        let rates = Self.rates.map { JSON.Member($0.key, .number(self[keyPath: $0.value])) }
        let times = Self.times.map { JSON.Member($0.key, .number(self[keyPath: $0.value] / .seconds(1))) }
        return (counts + rates + times).sorted { $0.key < $1.key }
    }
}

/// Settings that cannot be read.
package struct BadSettings: Error, Hashable, Sendable, CustomStringConvertible {
    /// The setting; nil where it is the file as a whole.
    package let name: String?
    /// What to write.
    package let hint: String

    /// What is wrong.
    package var description: String {
        guard let name else { return "The settings cannot be read." }
        return "The setting '\(name)' cannot be read."
    }
}
