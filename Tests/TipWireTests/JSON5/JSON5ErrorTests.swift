import Testing
import TipWire

@Suite("A text that is not JSON5 is refused at the place of the mistake")
struct JSON5ErrorTests {
    static let table: [(why: String, text: String, error: String)] = [
        (
            "nothing", "",
            "1:1: found the end of the file, expected a value. [syntax] Look for a comma, a quote or a bracket that is missing here or just before."
        ),
        (
            "only a comment", "// nothing\n",
            "2:1: found the end of the file, expected a value. [syntax] Look for a comma, a quote or a bracket that is missing here or just before."
        ),
        (
            "two values", "1 2",
            #"1:3: found "2", expected the end of the file. [syntax] Look for a comma, a quote or a bracket that is missing here or just before."#
        ),
        (
            "a word", "{a: inline}",
            "1:5: found \"inline\", expected a value. [syntax] Text needs quotes."
        ),
        ("Python's true", "[True]", "1:2: found \"True\", expected a value. [syntax] Write true."),
        ("Swift's null", "[nil]", "1:2: found \"nil\", expected a value. [syntax] Write null."),
        ("typographic quotes", "[“a”]", "1:2: found \"“\", expected a value. [syntax] Use straight quotes."),
        (
            "a hash comment", "{# no\n}",
            "1:2: found \"#\", expected a key or \"}\". [syntax] A comment starts with //."
        ),
        (
            "a missing comma", "{\n  a: 1\n  b: 2\n}",
            "3:3: found \"b\", expected \",\" or \"}\". [syntax] A comma is missing before it."
        ),
        (
            "a missing comma in a list", "['a' 'b']",
            "1:6: found \"'\", expected \",\" or \"]\". [syntax] A comma is missing before it."
        ),
        (
            "a comma too many", "{a: 1,, b: 2}",
            "1:7: found \",\", expected a key or \"}\". [syntax] There is a comma too many."
        ),
        (
            "a hole in a list", "[1,,2]",
            "1:4: found \",\", expected a value. [syntax] A value is missing before the comma."
        ),
        (
            "an equals sign", "{a = 1}",
            "1:4: found \"=\", expected \":\" after the key. [syntax] A colon stands between a key and its value."
        ),
        (
            "a missing colon", "{a 1}",
            "1:4: found \"1\", expected \":\" after the key. [syntax] Look for a comma, a quote or a bracket that is missing here or just before."
        ),
        (
            "an object that never ends", "{a: 1",
            "1:6: found the end of the file, expected \",\" or \"}\". [syntax] Look for a comma, a quote or a bracket that is missing here or just before."
        ),
        (
            "a list that ends as an object", "[1}",
            "1:3: found \"}\", expected \",\" or \"]\". [syntax] Look for a comma, a quote or a bracket that is missing here or just before."
        ),
        (
            "a comment that never ends", "[1 /* a\n",
            "1:4: found a comment without an end, expected */. [syntax] Look for a comma, a quote or a bracket that is missing here or just before."
        ),
        (
            "a lone slash", "[1 / 2]",
            "1:4: found \"/\", expected \",\" or \"]\". [syntax] Look for a comma, a quote or a bracket that is missing here or just before."
        ),
        (
            "a text that never ends", "{\n a: 'b\n}",
            "2:5: found a text without its closing quote, expected ' before the end of the line. [syntax] "
                + "End the line with a backslash to go on in the next one."
        ),
        (
            "a key twice", "{a: 1,\n b: 2,\n 'a': 3}",
            "3:2: found \"a\" again, expected a key that the object does not have yet. [duplicate_key] "
                + "The first one is in line 1."
        ),
        (
            "a key with a hyphen", "{en-US: 1}",
            "1:4: found \"-\", expected \":\" after the key. [syntax] "
                + "A key with other characters than letters, digits, _ and $ needs quotes."
        ),
        (
            "half of a surrogate pair", #"["a\ud83d"]"#,
            "1:4: found half of a surrogate pair, expected both halves, such as \\ud83d\\ude00. [bad_text] Write the character itself."
        ),
        (
            "a low half alone", #"["\ude00\ud83d"]"#,
            "1:3: found half of a surrogate pair, expected both halves, such as \\ud83d\\ude00. [bad_text] Write the character itself."
        ),
        (
            "an escape without its digits", #"["\x4"]"#,
            #"1:6: found '"', expected 2 hexadecimal digits after the escape. [syntax] Look for a comma, a quote or a bracket that is missing here or just before."#
        ),
        (
            "an octal escape", #"["\1"]"#,
            "1:3: found a backslash before a digit, expected an escape such as \\n or \\u0031. [syntax] Look for a comma, a quote or a bracket that is missing here or just before."
        ),
        (
            "Infinity", "[-Infinity]",
            "1:2: found Infinity, expected a finite number. [bad_number] Leave the key out where there is no limit."
        ),
        (
            "NaN", "NaN",
            "1:1: found NaN, expected a finite number. [bad_number] Leave the key out where there is no limit."
        ),
        (
            "a number beyond a float", "1e400",
            "1:1: found a number beyond a 64-bit float, expected a number up to 1.8e308. [bad_number] Write a number that fits, or put it in quotes as a text."
        ),
        (
            "a hexadecimal number beyond 64 bits", "0x8000000000000000",
            "1:1: found a hexadecimal number beyond 64 bits, expected at most 16 digits. [bad_number] Write a number that fits, or put it in quotes as a text."
        ),
        (
            "a leading zero", "[007]",
            "1:2: found a number with a leading zero, expected a number. [syntax] "
                + "Remove the zero, or quote the number where its digits matter."
        ),
        (
            "a sign alone", "[-]",
            #"1:2: found "]", expected a number. [syntax] Look for a comma, a quote or a bracket that is missing here or just before."#
        ),
        (
            "a point alone", "[.]",
            #"1:2: found "]", expected a number. [syntax] Look for a comma, a quote or a bracket that is missing here or just before."#
        ),
        (
            "an exponent alone", "[1e]",
            #"1:4: found "]", expected the digits of an exponent. [syntax] Look for a comma, a quote or a bracket that is missing here or just before."#
        ),
        (
            "a version is no number", "[1.2.3]",
            "1:5: found \"1.2\" followed by a second point, expected a number. [syntax] Text needs quotes."
        ),
        (
            "a duration is no number", "[7d]",
            "1:3: found \"7\" followed by \"d\", expected a number. [syntax] Text needs quotes."
        ),
        (
            "hexadecimal without digits", "[0x]",
            #"1:4: found "]", expected hexadecimal digits after 0x. [syntax] Look for a comma, a quote or a bracket that is missing here or just before."#
        ),
        (
            "a control character", "[\u{1}]",
            "1:2: found U+0001, expected a value. [syntax] Look for a comma, a quote or a bracket that is missing here or just before."
        ),
    ]

    @Test("with what was found, what was expected, and a hint", arguments: table)
    func refuses(why: String, text: String, error: String) throws {
        let thrown = try #require(throws: JSON5Error.self, "\(why)") {
            try JSON5Reader().read(SourceText(text))
        }
        #expect(thrown.description == error, "\(why)")
    }

    @Test("depth is bounded, so that no text can exhaust the stack", arguments: [64, 65, 1_000_000])
    func depth(depth: Int) throws {
        let text = SourceText(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        if depth <= 64 {
            #expect(throws: Never.self) { try JSON5Reader().read(text) }
        } else {
            let thrown = try #require(throws: JSON5Error.self) { try JSON5Reader().read(text) }
            #expect(thrown.code == "too_deep")
            #expect(thrown.position == SourcePosition(line: 1, column: 65))
        }
    }

    static let bytes: [(why: String, bytes: [UInt8], line: Int, column: Int)] = [
        ("a byte that starts nothing", Array("[\n '日".utf8) + [0xFF], 2, 4),
        ("a sequence cut short", Array("'a".utf8) + [0xE6, 0x97], 1, 3),
        ("a surrogate as UTF-8", Array("'".utf8) + [0xED, 0xA0, 0x80], 1, 2),
        ("an overlong slash", [0xC0, 0xAF], 1, 1),
        ("UTF-16", [0xFF, 0xFE, 0x5B, 0x00], 1, 1),
    ]

    @Test("bytes that are not UTF-8 are refused at the first of them", arguments: bytes)
    func invalidUTF8(why: String, bytes: [UInt8], line: Int, column: Int) throws {
        let thrown = try #require(throws: JSON5Error.self, "\(why)") { try JSON5Reader().read(bytes: bytes) }

        #expect(thrown.code == "bad_text", "\(why)")
        #expect(thrown.position == SourcePosition(line: line, column: column), "\(why)")
    }

    @Test("random bytes and broken documents are read or refused, never more", arguments: 0..<20)
    func fuzz(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        let document = Array(
            "// c\n{a: [1, .5, -0x1F, 'x\\u00e9\\\n', \"日\\ud83d\\ude00\"], /* b */ 'c': {d: null, e: true,},}"
                .utf8
        )
        for _ in 0..<400 {
            var bytes =
                dice.flip() ? document : (0..<dice.roll(0...40)).map { _ in UInt8(dice.roll(0...255)) }
            for _ in 0..<dice.roll(0...3) where !bytes.isEmpty {
                let place = dice.roll(0...bytes.count - 1)
                switch dice.roll(0...2) {
                case 0: bytes[place] = UInt8(dice.roll(0...255))
                case 1: bytes.remove(at: place)
                default: bytes.removeSubrange(place...)
                }
            }
            do throws(JSON5Error) {
                _ = try JSON5Reader().read(bytes: bytes)
            } catch {
                #expect(error.position.line >= 1 && error.position.column >= 1)
                #expect(error.position.column <= bytes.count + 1)
                #expect(!error.found.isEmpty && !error.expected.isEmpty)
            }
        }
    }
}
