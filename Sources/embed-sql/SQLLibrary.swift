import Foundation

/// All the SQL of a folder, sorted into what it is by the folders inside.
struct SQLLibrary {
    private(set) var migrations: [SQLFile] = []
    private(set) var statements: [(name: String, statement: Statement)] = []
    private(set) var views: [SQLFile] = []
    private(set) var scripts: [SQLFile] = []

    private var mistakes: [Mistake] = []

    /// A file that is taken as it stands.
    struct SQLFile {
        let name: String
        let text: String
    }

    /// Reads a folder; one that is not there holds nothing.
    ///
    /// - Parameter root: Its path.
    /// - Throws: `Mistakes`, all that there are; what reading a file throws.
    init(reading root: String) throws {
        let paths = (FileManager.default.subpaths(atPath: root) ?? []).filter { $0.hasSuffix(".sql") }
            .sorted()
        for file in paths {
            let path = root + "/" + file
            let text = try String(contentsOfFile: path, encoding: .utf8)
            if let line = Self.firstLine(of: text, with: ["\r", "\0"]) {
                complain(path, line, "there is a carriage return or a zero byte")
                continue
            }
            add(file, path: path, text)
        }
        checkNumbers(root)
        if !mistakes.isEmpty { throw Mistakes(all: mistakes) }
    }

    private mutating func add(_ file: String, path: String, _ text: String) {
        let parts = file.split(separator: "/")
        let stem = String((parts.last ?? "").dropLast(".sql".count))
        let simple = SQLFile(name: stem, text: text)
        switch parts.dropLast().joined(separator: "/") {
        case "migrations":
            migrations.append(simple)
        case "queries", "reports":
            addStatement(stem, file: file, path: path, text)
        case "views":
            views.append(simple)
        case "":
            checkName(stem, path)
            scripts.append(simple)
        case let folder:
            complain(
                path,
                1,
                "\(folder)/ is no folder of SQL; there are migrations, queries, reports and views"
            )
        }
    }

    private mutating func addStatement(_ stem: String, file: String, path: String, _ text: String) {
        checkName(stem, path)
        do {
            statements.append((stem, try Statement(text, file: file, path: path)))
        } catch {
            mistakes += error.all
        }
    }

    private mutating func checkName(_ stem: String, _ path: String) {
        let name = SwiftName.lower(stem)
        let taken = statements.map(\.name) + scripts.map(\.name) + ["migrations", "views", "statements"]
        if !SwiftName.isWritable(stem) {
            complain(path, 1, "\(stem).sql is no name like take-places.sql")
        } else if taken.contains(where: { SwiftName.lower($0) == name }) {
            complain(path, 1, "\(name) is the name of another statement")
        }
    }

    /// Migrations are called `0001-what-it-does.sql`, and no number is left out or used twice.
    private mutating func checkNumbers(_ root: String) {
        for (index, migration) in migrations.enumerated() {
            let expected = String(index + 1)
            let digits = String(repeating: "0", count: max(0, 4 - expected.count)) + expected
            let rest = migration.name.dropFirst(5)
            guard migration.name.hasPrefix(digits + "-"), SwiftName.isWritable(rest) else {
                complain("\(root)/migrations/\(migration.name).sql", 1, "expected \(digits)-what-it-does.sql")
                return
            }
        }
    }

    private mutating func complain(_ path: String, _ line: Int, _ message: String) {
        mistakes.append(Mistake(file: path, line: line, message: message))
    }

    private static func firstLine(of text: String, with unwanted: Set<Unicode.Scalar>) -> Int? {
        guard let index = text.unicodeScalars.firstIndex(where: unwanted.contains) else { return nil }
        return 1 + text.unicodeScalars[..<index].count { $0 == "\n" }
    }
}
