import Foundation
import Testing

@Suite("A document is short, true to the tree, and tied to no machine")
struct DocumentTests {
    @Test("the README is read in one sitting")
    func length() throws {
        #expect(try #require(Repository.file("README.md")).lines.count <= 200)
    }

    @Test("each link to a file leads to one", arguments: Repository.documents)
    func links(_ document: Repository.File) {
        let folder = document.path.split(separator: "/").dropLast().joined(separator: "/")
        for link in document.text.matches(of: /\]\(([^)\s]+)\)/) {
            let target = link.1.split(separator: "#").first.map(String.init) ?? ""
            guard !target.isEmpty, !target.contains(":") else { continue }
            #expect(
                Repository.has(folder.isEmpty ? target : folder + "/" + target),
                "\(document.path) → \(target)"
            )
        }
    }

    @Test("each path in code that names a file of the tree is right", arguments: Repository.documents)
    func paths(_ document: Repository.File) {
        for path in document.text.matches(of: /`((?:Sources|Tests|sql|scripts|dashboards)\/[\w.\/-]+)`/) {
            #expect(Repository.has(String(path.1)), "\(document.path): \(path.1)")
        }
    }

    @Test("each document has one title, its first line", arguments: Repository.documents)
    func title(_ document: Repository.File) {
        var isCode = false
        var titles = 0
        for line in document.lines {
            if line.hasPrefix("```") { isCode.toggle() }
            if !isCode, line.hasPrefix("# ") { titles += 1 }
        }
        #expect(titles == 1)
        #expect(document.lines.first?.hasPrefix("# ") == true)
    }

    @Test("scripts can be run as they are", arguments: Repository.files.filter { $0.text.hasPrefix("#!") })
    func executable(_ file: Repository.File) {
        let path = Repository.root.appending(path: file.path).path(percentEncoded: false)
        // A script that the tests hand to its interpreter need not be a program.
        #expect(FileManager.default.isExecutableFile(atPath: path) || file.path.hasPrefix("Tests/"))
    }

    @Test("nothing names a folder or a tool of one machine")
    func machines() {
        // Written in two halves, so that these lines are not among those that they look for.
        let folders = ["/ro" + "ot/", "/ho" + "me/", "/wo" + "rk/", "/Us" + "ers/", "/m" + "nt/"]
        let tools = [
            "BRI" + "EF.md", "issues sh" + "ow", "issues li" + "st", "arti" + "factory", "pip.co" + "nf",
        ]
        let found = Repository.files.flatMap { file in
            (folders + tools).filter { file.text.contains($0) }.map { "\(file.path): \($0)" }
        }
        #expect(found == [])
    }

    @Test("a document that the code names is there")
    func named() {
        let missing = (Repository.sources + Repository.tests).flatMap { file in
            file.text.contains(".md`")
                ? file.text.matches(of: /`([\w.\/-]+\.md)`/).map { String($0.1) }
                    .filter { name in !Repository.documents.contains { $0.path.hasSuffix(name) } }
                    .map { "\(file.path): \($0)" } : []
        }
        #expect(missing == [])
    }

    /// Hosts that anybody can reach or that lead nowhere.
    static let hosts: Set = [
        "127.0.0.1", "localhost", "host", "x", "example.com", "example.org", "www.swift.org", "swift.org",
        "www.postgresql.org", "keepachangelog.com", "semver.org", "www.rfc-editor.org", "github.com",
        "doi.org", "www.w3.org",
    ]

    @Test("addresses lead to places that anybody knows")
    func addresses() {
        let strangers = Repository.files.filter { $0.text.contains("://") }.flatMap { file in
            Set(file.text.matches(of: /https?:\/\/\[?([A-Za-z0-9.-]+)/).map { String($0.1) })
                .subtracting(Self.hosts).map { "\(file.path): \($0)" }
        }
        #expect(strangers == [])
    }
}
