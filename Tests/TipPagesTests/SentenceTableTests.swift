import Foundation
import Testing
import TipCore

@testable import Reports
@testable import TipPages

@Suite("What other rooms say in sentences is said in every language that pages speak")
struct SentenceTableTests {
    private static let sources = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources")

    /// The literals of all sources that make sentences, by file.
    private static let said: [String: [String]] = {
        var said: [String: [String]] = [:]
        for room in ["TipCore", "Reports", "Statistics", "TipPages/Web", "TipService/Decisions"] {
            let folder = sources.appending(path: room)
            let names = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
            for case let name as String in names ?? .init() where name.hasSuffix(".swift") {
                let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
                guard text.contains("Sentence") || text.contains("Words.count(") || name == "Undefined.swift"
                else { continue }
                said[name] = SwiftLiterals(text).templates
            }
        }
        return said
    }()

    /// Literals with several words that are no sentences of a page.
    private static let untold: Set<String> = [
        // Heads and cells of tables in fixed width, and figures' reasons in JSON.
        "p (BH)", "p (Holm)", "safe p", "people now", "converted now", "not trusted", "no data", "in all",
        "(all others)", "(not said)", "(shows nothing)", "keep the baseline", "go on", "decide nothing",
        "the first look comes at {1} people a variant", "no window: conversions count until the phase ends",
        // Commands.
        "tipledger experiment stop {1} --decision ", "tipledger experiment start {1}",
        "tipledger report {1} --partial    # counts them before their window has closed",
        "tipledger experiment resume {1}",
        "tipledger apply FILE    # with the shipped copy as the tip's own",
        // Each arm's is in the table.
        "{1} has no people", "{1} has no conversions",
        // Classes of elements.
        "list cardlist tips", "block faint", "faint block", "notice bad",
    ]

    /// What sentences say that stands in no literal: the names of cases.
    private static let cases =
        ExperimentRecord.Status.allCases.map(\.rawValue) + ["week", "weeks"]
        + ["baseline", "variant"].flatMap { ["\($0) has no people", "\($0) has no conversions"] }

    @Test("a sentence of several words that has no translation is found")
    func complete() {
        let table = SentenceTable.japanese
        // Parts of sentences that are made of a number and a word.
        let ends = Set(table.keys.filter { $0.hasPrefix("{1}") }.map { String($0.dropFirst(4)) })
        var missing: [String] = []
        for (file, templates) in Self.said {
            for template in templates where table[template] == nil && !ends.contains(template) {
                let letters = template.split(separator: " ").filter { $0.contains(where: \.isLetter) }
                guard letters.count > 1, !Self.untold.contains(template) else { continue }
                missing.append("\(file): \(template)")
            }
        }
        #expect(missing.isEmpty, "\(missing.sorted().joined(separator: "\n"))")
    }

    @Test("no translation is left of what nobody says any more")
    func used() {
        let all = Set((Self.said.values.flatMap(\.self) + Self.cases).map { $0.lowercased() })
        let unused = SentenceTable.japanese.keys.filter { key in
            // A number with a word is made of the word, several of one of one.
            let whole = key.lowercased()
            let word = whole.hasPrefix("{1}") ? String(whole.dropFirst(4)) : whole
            let one = word.hasSuffix("s") ? String(word.dropLast()) : word
            return [whole, word, one].allSatisfy { !all.contains($0) }
        }
        #expect(unused.isEmpty, "\(unused.sorted().joined(separator: "\n"))")
    }

    @Test("a translation has no place that its sentence has not")
    func places() {
        for (english, japanese) in SentenceTable.japanese {
            let places = { (text: String) in Set(text.matches(of: /\{[0-9]+\}/).map { String($0.output) }) }
            #expect(places(japanese) == places(english), "\(english)")
        }
    }

    @Test("all tables together have each sentence once")
    func once() {
        let tables = [
            JapaneseReports.advice, JapaneseReports.health, JapaneseReports.method, JapaneseReports.summary,
            JapaneseReports.counted, JapaneseReports.reasons, JapanesePeople.rules, JapanesePeople.remedies,
            JapanesePeople.history,
        ]
        #expect(tables.reduce(0) { $0 + $1.count } == SentenceTable.japanese.count)
    }
}
