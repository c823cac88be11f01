import TipCore

/// Advice about ids and options of tips.
struct TipAdvice {
    private let draft: CatalogDraft

    init(_ draft: CatalogDraft) {
        self.draft = draft
    }

    /// Notes all warnings.
    func run(_ log: inout ProblemLog) {
        // Strings and not their bytes: two spellings of one accent are the worst of such pairs.
        var seen: [String: String] = [:]
        for (tip, site) in zip(draft.catalog.tips, draft.tips) {
            checkFlagName(tip.id, "tip", at: site.id, &log)
            checkStability(tip, at: site.id, &log)
            checkDuration(tip.options, at: site.maxDisplayDuration, &log)
            if let other = seen.updateValue(tip.id, forKey: Self.essence(of: tip.id)) {
                log.warn(
                    "similar_ids",
                    at: site.id,
                    found: "\"\(tip.id)\" beside \"\(other)\"",
                    expected: "ids that differ by more than case, punctuation or platform",
                    hint:
                        "All devices of a person share a tip's state under one id; with two, the tip shows twice."
                )
            }
        }
        for (experiment, site) in zip(draft.catalog.experiments, draft.experiments) {
            checkFlagName(experiment.id, "experiment", at: site.id, &log)
        }
    }

    /// The ids of tips and experiments are keys of flags, and one client of the flag protocol puts a key into
    /// a path as it is.
    private func checkFlagName(_ id: String, _ kind: String, at offset: Int, _ log: inout ProblemLog) {
        let isSafe = id.utf8.allSatisfy { byte in
            let scalar = Unicode.Scalar(byte)
            return scalar.isASCII && scalar.properties.isAlphabetic
                || "0123456789._-{}".unicodeScalars.contains(scalar)
        }
        guard !isSafe else { return }
        log.warn(
            "name_for_flags",
            at: offset,
            found: "\"\(id)\"",
            expected: "an id of A-Z, a-z, 0-9, '.', '_' and '-'",
            hint: "Some clients that read a \(kind) as a flag cannot ask for another one."
        )
    }

    /// An id owns a tip's state for years, so it must not change when a list or a text does.
    private func checkStability(_ tip: TipDefinition, at offset: Int, _ log: inout ProblemLog) {
        let words = Self.words(of: tip.id)
        let positional = words.allSatisfy {
            $0.allSatisfy(\.isNumber) || ["tip", "item", "step", "hint"].contains($0)
        }
        let isTitle = tip.copy.title.map { title in title.variants.contains { $0.text == tip.id } } ?? false
        guard isTitle || positional && words.contains(where: { $0.allSatisfy(\.isNumber) }) else { return }
        log.warn(
            "unstable_id",
            at: offset,
            found: "\"\(tip.id)\"",
            expected: isTitle ? "an id that is not the title" : "an id that is not a position",
            hint: "A changed id is a new tip: people who closed the old one see it again."
        )
    }

    private func checkDuration(_ options: TipOptions, at offset: Int?, _ log: inout ProblemLog) {
        guard let seconds = options.maxDisplayDuration, seconds < 60, let offset else { return }
        log.warn(
            "short_duration",
            at: offset,
            found: JSON.number(seconds).text() + " s",
            expected: "60 s or more",
            hint: "TipKit shows a tip for at least 60 s before this option may end it."
        )
    }

    /// What is left of an id without case, punctuation and the names of platforms.
    private static func essence(of id: String) -> String {
        let platforms: Set = [
            "ios", "ipados", "iphone", "ipad", "macos", "mac", "watchos", "watch", "tvos", "tv", "visionos",
        ]
        let essence = words(of: id).filter { !platforms.contains($0) }.joined()
        return essence.isEmpty ? id : essence
    }

    /// The words of an id in lower case: letters and digits, digits apart from letters.
    private static func words(of id: String) -> [String] {
        var words: [String] = []
        var last: Character?
        for character in id.lowercased() {
            defer { last = character }
            guard character.isLetter || character.isNumber else { continue }
            if let last, !words.isEmpty,
                last.isLetter && character.isLetter || last.isNumber && character.isNumber
            {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
            }
        }
        return words
    }
}
