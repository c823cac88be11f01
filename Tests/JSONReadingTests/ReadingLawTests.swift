import Foundation
import JSONReading
import Testing

@Suite("Reading obeys laws on generated texts")
struct ReadingLawTests {
    @Test("what was written comes back, alone and among others", arguments: UInt64(1)...40)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let values = (0..<20).map { _ in TextSample.value(depth: 5, &random) }
        let texts = values.map { TextSample.text(of: $0, &random) }
        for (value, text) in zip(values, texts) {
            #expect(try JSONValue.read(Array(text.utf8)) == value)
        }
        let batch = try JSONBatch.read(Array("[\(texts.joined(separator: " ,\n"))]".utf8), form: .array)
        #expect(try batch.elements.map { try $0.outcome.get() } == values)
    }

    @Test(
        "a damaged text is accepted or refused as Foundation does, which is laxer in known ways only",
        arguments: UInt64(1)...60
    )
    func foundationAgrees(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            var bytes = Array(TextSample.text(of: TextSample.value(depth: 4, &random), &random).utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) { TextSample.damage(&bytes, &random) }
            let ours = Result { try JSONValue.read(bytes) }
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            switch ours {
            case .success:
                #expect(theirs != nil, "only we accept \(String(decoding: bytes, as: UTF8.self))")
            case .failure where theirs == nil:
                break
            case .failure(let error):
                let failure = error as? JSONFailure
                let known = failure.map { FoundationLaxness.explains($0, bytes) } ?? false
                #expect(known, "only Foundation accepts \(String(decoding: bytes, as: UTF8.self)): \(error)")
            }
        }
    }

    @Test(
        "an element has the same outcome alone as among others, whatever its bytes",
        arguments: UInt64(1)...40
    )
    func sameAlone(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var body = Array("[".utf8)
        for index in 0..<30 {
            var bytes = Array(TextSample.text(of: TextSample.value(depth: 4, &random), &random).utf8)
            if Bool.random(using: &random) { TextSample.damage(&bytes, &random) }
            body += (index == 0 ? [] : Array(",".utf8)) + bytes
        }
        body += Array("]".utf8)
        guard let batch = try? JSONBatch.read(body, form: .array) else { return }
        for element in batch.elements {
            let alone = try JSONBatch.read(Array(body[element.range]), form: .single)
            #expect(alone.elements.map(\.outcome) == [element.outcome])
        }
    }

    @Test("random bytes never crash any form", arguments: UInt64(1)...40)
    func randomBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet =
            Array(#"{}[]:,"\u0dD8c1eE+-. tfnrals"#.utf8) + [0x0A, 0x00, 0xC3, 0xA9, 0xE2, 0xED, 0xA0, 0xFF]
        for _ in 0..<300 {
            let length = Int.random(in: 0...80, using: &random)
            let body = (0..<length).map { _ in alphabet[Int.random(in: alphabet.indices, using: &random)] }
            for form in [
                JSONBatch.Form.single, .array, .lines, .arrayOrEnvelope(member: "a"), .envelope(member: "a"),
            ] {
                guard let batch = try? JSONBatch.read(body, form: form) else { continue }
                for element in batch.elements { #expect(body.indices.contains(element.range.lowerBound)) }
            }
        }
    }
}

/// Where Foundation's reader takes what RFC 8259, or the log, does not.
private enum FoundationLaxness {
    static func explains(_ failure: JSONFailure, _ bytes: [UInt8]) -> Bool {
        switch failure.code {
        case .duplicateKey:
            return true  // It keeps one of the two.
        case .badText:
            // It takes U+0000, and halves of pairs and bytes that are not UTF-8 in some places.
            guard let text = String(validating: bytes, as: UTF8.self)?.lowercased() else { return true }
            return text.contains(#"\u0000"#) || text.contains(#"\ud"#)
        case .malformed:
            // It takes a comma before the end of a container.
            return trailingComma(bytes, failure.offset)
        case .tooDeep, .badNumber, .tooLarge:
            return false
        }
    }

    private static func trailingComma(_ bytes: [UInt8], _ offset: Int) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "]") || bytes[offset] == UInt8(ascii: "}")
        else {
            return false
        }
        let space = Array(" \t\r\n".utf8)
        return bytes[..<offset].last { !space.contains($0) } == UInt8(ascii: ",")
    }
}
