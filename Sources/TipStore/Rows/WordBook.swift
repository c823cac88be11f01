package import Postgres

/// The dictionary of names, kept in memory and grown in the database as new names come.
///
/// Words are never changed or taken away, so what is in memory is right for ever; a name that another
/// process added is found in the database the first time it is asked for.
package final class WordBook: Sendable {
    private struct Known {
        var ids: [Word: Int32] = [:]
        var words: [Int32: Word] = [:]
    }

    private let known = Guarded(Known())
    private let pool: Pool

    /// Beyond so many words the memory is emptied and filled again as they are asked for.
    private static let maximumKnown = 200_000

    /// Creates a book that reads and writes through a pool.
    package init(pool: Pool) {
        self.pool = pool
    }

    /// The ids of words, new ones given where the database does not have them.
    ///
    /// - Returns: An id for each of the words.
    func ids(of words: Set<Word>) async throws -> [Word: Int32] {
        var found: [Word: Int32] = [:]
        var missing: [Word] = []
        known.withLock { known in
            for word in words {
                if let id = known.ids[word] { found[word] = id } else { missing.append(word) }
            }
        }
        guard !missing.isEmpty else { return found }
        let learned = try await learn(missing)
        return found.merging(learned) { $1 }
    }

    /// The words with given ids.
    func words(_ ids: Set<Int32>) async throws -> [Int32: Word] {
        var found: [Int32: Word] = [:]
        var missing: [Int32] = []
        known.withLock { known in
            for id in ids {
                if let word = known.words[id] { found[id] = word } else { missing.append(id) }
            }
        }
        guard !missing.isEmpty else { return found }
        let asked = missing
        let rows = try await pool.withConnection { connection in
            try await connection.query(SQL.wordsById(ids: asked))
        }
        found.merge(try note(rows).map { ($0, $1) }) { $1 }
        return found
    }

    /// The ids of all words of a kind that satisfy a condition.
    func ids(of kind: WordKind, where isWanted: (String) -> Bool) async throws -> [Int32] {
        let rows = try await pool.withConnection { try await $0.query(SQL.wordsOfKind(kind: kind.rawValue)) }
        return try rows.compactMap { isWanted(try $0.string(1)) ? try $0.int32(0) : nil }
    }

    /// Finds or adds words.
    ///
    /// Another process may add the same words or take the same ids at the same time; then a part is left out
    /// and asked for again.
    private func learn(_ words: [Word]) async throws -> [Word: Int32] {
        var learned: [Word: Int32] = [:]
        var rest = words
        while !rest.isEmpty {
            let kinds = rest.map(\.kind.rawValue)
            let texts = rest.map(\.text)
            let found = try await pool.withConnection { connection in
                try await connection.query(SQL.findWords(kinds: kinds, texts: texts))
            }
            for (id, word) in try note(found) { learned[word] = id }
            rest.removeAll { learned[$0] != nil }
            guard !rest.isEmpty else { break }
            let newKinds = rest.map(\.kind.rawValue)
            let newTexts = rest.map(\.text)
            let added = try await pool.withConnection { connection in
                try await connection.query(SQL.addWords(kinds: newKinds, texts: newTexts))
            }
            for (id, word) in try note(added) { learned[word] = id }
            rest.removeAll { learned[$0] != nil }
        }
        return learned
    }

    private func note(_ rows: Rows) throws -> [Int32: Word] {
        var read: [Int32: Word] = [:]
        for row in rows {
            guard let kind = WordKind(rawValue: try row.int16(1)) else { continue }
            read[try row.int32(0)] = Word(kind, try row.string(2))
        }
        known.withLock { known in
            if known.ids.count + read.count > Self.maximumKnown { known = Known() }
            for (id, word) in read {
                known.ids[word] = id
                known.words[id] = word
            }
        }
        return read
    }
}
