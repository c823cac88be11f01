import Foundation
import TipCore

/// Events of a simulated app as lines of JSON, as its clients would send them: ids are UUIDv7, persons come in any
/// order, and each has about twenty events.
struct Traffic: Sendable {
    /// How many events.
    let events: Int
    /// Of how many persons.
    let people: Int
    /// The start of the seconds over which they are spread.
    let start: Timestamp
    private let seed: UInt64

    /// Describes events; other seeds have other events of the same persons.
    init(events: Int, people: Int? = nil, seed: UInt64, start: Timestamp) {
        self.events = events
        self.people = max(1, people ?? events / 20)
        self.seed = seed
        self.start = start
    }

    /// Writes the lines to a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mixed: Lines of which the first of each hundred is one, in their order.
    /// - Throws: What the file system says.
    func write(to path: String, mixed: [Substring] = []) throws {
        try Data().write(to: URL(filePath: path))
        guard let file = FileHandle(forWritingAtPath: path) else {
            throw BenchFailure("\(path) cannot be written")
        }
        var random = SplitMix64(seed: seed)
        var text = ""
        var others = mixed.makeIterator()
        for number in 0..<events {
            if number.isMultiple(of: 100), let other = others.next() {
                text += other
            } else {
                text += line(number, &random)
            }
            text += "\n"
            if text.utf8.count > 1 << 20 {
                try file.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    private func line(_ number: Int, _ random: inout SplitMix64) -> String {
        let at = start.adding(seconds: Int64(number / 50))
        let person = Int.random(in: 0..<people, using: &random)
        let tip = Int.random(in: 0..<20, using: &random)
        let id = Self.id(at: at, &random)
        let head =
            #"{"id":"\#(id)","person":"person-\#(person)","device":"d\#(person)","at":"\#(at.rfc3339)""#
        let context = #","context":{"os":"iOS 26.1","app":"4.\#(person % 5)"}}"#
        let what =
            switch number % 10 {
            case 0: #","type":"session""#
            case 1, 2: #","type":"donation","event":"entered-view","info":{"backyardID":\#(tip)}"#
            case 3, 4: #","type":"action_tap","tip":"tip-\#(tip)","action":"learn-more""#
            case 5: #","type":"impression_end","tip":"tip-\#(tip)","display":"\#(id.suffix(8))""#
            default: #","type":"impression","tip":"tip-\#(tip)","display":"\#(id.suffix(8))""#
            }
        return head + what + context
    }

    /// A UUIDv7 (RFC 9562 §5.7).
    static func id(at instant: Timestamp, _ random: inout SplitMix64) -> String {
        func hex(_ value: UInt64, _ digits: Int) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
        }
        let time = hex(UInt64(instant.microseconds / 1000), 12)
        let bits = random.next()
        let variant = hex(0x8000 | (bits >> 16) & 0x3FFF, 4)
        return
            "\(time.prefix(8))-\(time.suffix(4))-7\(hex(bits & 0xFFF, 3))-\(variant)-\(hex(random.next(), 12))"
    }
}
