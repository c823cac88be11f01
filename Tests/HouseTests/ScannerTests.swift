import Testing

@Suite("The rules look at code, not at what comments and messages say")
struct ScannerTests {
    static let texts: [(why: String, text: String, code: String, literals: [String])] = [
        ("plain code stays", "let a = 1", "let a = 1", []),
        ("a comment goes", "a // b\nc", "a     \nc", []),
        ("comments nest", "a/* b /* c */ d */e", "a                 e", []),
        ("the inside of a literal goes", "f(\"a } b\")", "f(\"     \")", ["a } b"]),
        ("an escaped quote ends nothing", #"f("a\"b")"#, "f(\"    \")", [#"a\"b"#]),
        ("an interpolation is code", #"f("a\(b("c"))d")"#, #"f("  (b(" ")) ")"#, ["c", #"a\()d"#]),
        ("a raw literal ends at its signs", ##"f(#"a"b\n"#)"##, ##"f(#"     "#)"##, [#"a"b\n"#]),
        (
            "a long literal keeps its lines", "f(\"\"\"\n a \"b\"\n\"\"\")", "f(\"\"\"\n      \n\"\"\")",
            ["\n a \"b\"\n"]
        ),
        ("a macro is no literal", "#expect(a)", "#expect(a)", []),
        ("a slash alone is no comment", "a / b", "a / b", []),
    ]

    @Test("a text is taken apart into code and literals", arguments: texts)
    func apart(why: String, text: String, code: String, literals: [String]) {
        let scanner = SwiftScanner(text)
        #expect(scanner.code == code, "\(why)")
        #expect(scanner.literals.map(\.text) == literals, "\(why)")
    }

    static let bodies: [(why: String, text: String, lengths: [Int])] = [
        ("one on a line", "func a() { b() }", [1]),
        ("a body over lines", "  package static func a(\n    b: Int\n  ) {\n    if b { c() }\n  }", [5]),
        ("a requirement has no body", "protocol P {\n  func a()\n  func b() {\n  }\n}", [2]),
        ("a closure as a default is no body", "init(\n  a: () -> Int = { 1 }\n) {\n}", [4]),
        ("a function in a function", "func a() {\n  func b() {\n  }\n}", [4, 2]),
        ("an attribute before it", "@Test(\"a\") func b() {\n}", [2]),
        ("a call is no declaration", "x.init(a)\nlet b = c.func1 { }", []),
        ("braces in messages do not count", "func a() {\n  b(\"}\")\n}", [3]),
    ]

    @Test("the lines of each function are counted", arguments: bodies)
    func functions(why: String, text: String, lengths: [Int]) {
        let source = SwiftSource(Repository.File(path: "Sources/A/B.swift", text: text))
        #expect(source.functions.map(\.length) == lengths, "\(why)")
    }

    @Test("imports are read with whatever stands before them")
    func imports() {
        let text = """
            public import A
            @testable import B
            import struct C.D
              package import E
            // import F
            let a = "import G"
            """
        let source = SwiftSource(Repository.File(path: "Sources/A/B.swift", text: text))
        #expect(source.imports == ["A", "B", "C", "E"])
    }

    @Test("a table of rooms is read from its rows")
    func table() {
        let table = RoomTable(
            """
            | floor | room | what it is | imports |
            |---|---|---|---|
            | 2 | `A` | Some `thing`. | `B`, `C-d` |
            | 1 | `B` | Another. | – |
            | not | a row |
            """
        )
        #expect(table.imports == ["A": ["B", "C-d"], "B": []])
    }
}
