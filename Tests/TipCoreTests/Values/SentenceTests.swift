import Testing
import TipCore
import TipTestSupport

@Suite("A sentence says the same in English as its text, and its parts in any order elsewhere")
struct SentenceTests {
    private static let name = #"a "{2}" }{ %1 b"#

    static let sentences: [(why: String, sentence: Sentence, english: String, template: String)] = [
        ("nothing put in", "Nobody was there.", "Nobody was there.", "Nobody was there."),
        ("nothing at all", "", "", ""),
        ("a text", "\(name) does better", "\(name) does better", "{1} does better"),
        ("a number", "look \(Int64(2)) of \(5)", "look 2 of 5", "look {1} of {2}"),
        (
            "a sentence in a sentence", "The best of \(Sentence("\(2) people")).", "The best of 2 people.",
            "The best of {1}."
        ),
        ("only a text", Sentence(verbatim: name), name, "{1}"),
        ("braces that are no place", "{x} {0} {9} \("b") {", "{x} {0} {9} b {", "{x} {0} {9} {1} {"),
        (
            "some of which one says nothing", Sentence(["a", "", "b \(1)"], joinedBy: ", "), "a, b 1", ", "
        ),
        ("none", Sentence([], joinedBy: ", "), "", ", "),
    ]

    @Test("in English", arguments: sentences)
    func english(why: String, sentence: Sentence, english: String, template: String) {
        #expect(sentence.english == english && sentence.template == template, "\(why)")
        #expect("\(sentence)" == english, "it can be put into a text")
        #expect(sentence.isEmpty == english.isEmpty)
        #expect(sentence.text { $0 } == english)
    }

    @Test("another language has its own order, may leave parts out, and has its own separators")
    func translated() {
        let table = [
            "{1} does better than {2}: {3}.": "{2} より {1}（{3}）", "{1} people": "{1} 人", ", ": "、",
            "and {1} more": "ほか",
        ]
        let people = Sentence(template: "{1} people", parts: [.text("7")])
        let list = Sentence([people, "and \(3) more"], joinedBy: ", ")
        let sentence: Sentence = "\("{2}") does better than \("b"): \(list)."
        #expect(sentence.text { table[$0] ?? $0 } == "b より {2}（7 人、ほか）")
        #expect(
            sentence.templates == [
                "{1} does better than {2}: {3}.", "{1} people", ", ", "and {1} more",
            ]
        )
        #expect(Sentence([people], joinedBy: ", ").templates == ["{1} people"], "nothing is separated")
    }

    @Test("random sentences in sentences are in English what they are as text", arguments: 1...20)
    func law(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let (sentence, text) = Self.draw(depth: 3, &random)
            #expect(sentence.english == text)
            // Whoever swaps nothing changes nothing, and who shouts shouts in all templates alike.
            #expect(sentence.text { $0 } == text)
        }
    }

    private static func draw(depth: Int, _ random: inout SeededGenerator) -> (Sentence, String) {
        let words = ["a", "{1}", "}", "tap ", "\u{A0}", "値", ""]
        func word() -> String { words[Int.random(in: 0..<words.count, using: &random)] }
        switch Int.random(in: 0..<(depth > 0 ? 4 : 2), using: &random) {
        case 0:
            let text = word()
            return (Sentence(verbatim: text), text)
        case 1:
            let (one, two) = (word(), word())
            return ("<\(one)|\(two)>", "<\(one)|\(two)>")
        case 2:
            let (one, text) = draw(depth: depth - 1, &random)
            return ("of \(one): \(3)", "of \(text): 3")
        default:
            let drawn = (0..<3).map { _ in draw(depth: depth - 1, &random) }
            let said = drawn.filter { !$0.0.isEmpty }
            return (
                Sentence(drawn.map(\.0), joinedBy: "; "), said.map(\.1).joined(separator: "; ")
            )
        }
    }
}
