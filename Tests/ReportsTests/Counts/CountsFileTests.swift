import Reports
import Testing

@Suite("A file of counts is read by RFC 4180, and a mistake is named with its line")
struct CountsFileTests {
    private func read(_ text: String) throws -> [String] {
        try CountsFile(Array(text.utf8)).experiments.flatMap { experiment in
            experiment.variants.map {
                "\(experiment.experiment)/\($0.variant) \($0.conversions)/\($0.people) \($0.copy ?? "-")"
            }
        }
    }

    static let head = "experiment,variant,people,conversions,copy\n"

    static let good: [(why: String, text: String, rows: [String])] = [
        (
            "the plain form", "experiment,variant,people,conversions\ne,a,10,1\ne,b,12,0\n",
            ["e/a 1/10 -", "e/b 0/12 -"]
        ),
        (
            "copy, quoted, with a comma and a quote in it", head + "e,a,10,1,\"Save, \"\"now\"\"\"",
            ["e/a 1/10 Save, \"now\""]
        ),
        (
            "copy over two lines", head + "e,a,10,1,\"one\ntwo\"\ne,b,1,1,",
            ["e/a 1/10 one\ntwo", "e/b 1/1 -"]
        ),
        (
            "columns in any order, others ignored",
            "copy,conversions,x,people,variant,experiment\nhi,1,?,9,a,e", ["e/a 1/9 hi"]
        ),
        (
            "lines that end with CRLF, and empty lines",
            "experiment,variant,people,conversions\r\n\r\ne,a,3,2\r\n\r\n", ["e/a 2/3 -"]
        ),
        ("a byte order mark", "\u{FEFF}experiment,variant,people,conversions\ne,a,3,2", ["e/a 2/3 -"]),
        ("quoted names", "\"experiment\",variant,people,conversions\n\"a,b\",\"v\",3,2", ["a,b/v 2/3 -"]),
        ("nobody at all", head + "e,a,0,0,", ["e/a 0/0 -"]),
        (
            "names that differ in bytes alone are two names",
            head + "e\u{301},a,2,1,\n\u{e9},a,3,1,\ne\u{301},\u{e9},4,1,\ne\u{301},e\u{301},5,1,",
            ["e\u{301}/a 1/2 -", "e\u{301}/\u{e9} 1/4 -", "e\u{301}/e\u{301} 1/5 -", "\u{e9}/a 1/3 -"]
        ),
        (
            "experiments in the order of their first rows, though mixed",
            head + "f,x,1,1,\ne,a,2,1,\nf,y,3,1,",
            ["f/x 1/1 -", "f/y 1/3 -", "e/a 1/2 -"]
        ),
    ]

    @Test("what is fine is read", arguments: good)
    func reads(why: String, text: String, rows: [String]) throws {
        #expect(try read(text) == rows, "\(why)")
    }

    static let bad: [(text: String, message: String)] = [
        ("", "Line 1: the file has no counts [empty]. Write a header and a line for each variant."),
        (head, "Line 1: the file has no counts [empty]. Write a header and a line for each variant."),
        (
            "experiment,variant,people\ne,a,1",
            "Line 1: the header has no column \"conversions\" [missing_column]. "
                + "The header is experiment,variant,people,conversions and, if wanted, copy, in any order."
        ),
        (
            "experiment;variant;people;conversions\ne;a;1;0",
            "Line 1: fields are separated by semicolons or tabs, not by commas [other_separator]. "
                + #"Save the file with commas, or turn it over: tr ';\t' ',,' < FILE, where no field has one."#
        ),
        (
            "experiment\tvariant\tpeople\tconversions\ne\ta\t1\t0",
            "Line 1: fields are separated by semicolons or tabs, not by commas [other_separator]. "
                + #"Save the file with commas, or turn it over: tr ';\t' ',,' < FILE, where no field has one."#
        ),
        (
            "variant,experiment,variant,people,conversions\n",
            "Line 1: the header has column \"variant\" twice [duplicate_column]. "
                + "The header is experiment,variant,people,conversions and, if wanted, copy, in any order."
        ),
        (
            head + "e,a,10,1,Save, now",
            "Line 2: the number of fields differs from the header [wrong_field_count]. "
                + "Put a field that has a comma in it in quotes."
        ),
        (head + "\n,a,10,1,", "Line 3: experiment is empty [empty_name]. Give it a name."),
        (
            head + "e,a,1.5,1,",
            "Line 2: people is not a whole number [not_a_count]. Write digits only, such as 1203."
        ),
        (
            head + "e,a,,1,",
            "Line 2: people is not a whole number [not_a_count]. Write digits only, such as 1203."
        ),
        (
            head + "e,a,10,\u{0661},",
            "Line 2: conversions is not a whole number [not_a_count]. Write digits only, such as 1203."
        ),
        (head + "e,a,10,-1,", "Line 2: conversions is negative [negative]. Counts begin at 0."),
        (
            head + "e,a,99999999999999999999,1,",
            "Line 2: people is larger than 1000000000000 [too_large]. "
                + "Check the column: counts are people, not identifiers or times."
        ),
        (
            head + "e,a,10,1,\"x\ny\"\ne,b,10,11,",
            "Line 4: there are more conversions than people [conversions_over_people]. "
                + "Count each person who converted once, and only those who saw the variant."
        ),
        (
            head + "e,a,10,1,\nf,a,10,1,\ne,a,10,1,",
            "Line 4: this variant of this experiment is in line 2 already [duplicate_variant]. "
                + "Add the counts up in one line."
        ),
        (
            head + "e,a\"b,10,1,",
            "Line 2: a quote stands where none may be [bad_quote]. "
                + "Put the whole field in quotes, and write a quote in it as two."
        ),
        (
            head + "e,\"a\"b,10,1,",
            "Line 2: a quote stands where none may be [bad_quote]. "
                + "Put the whole field in quotes, and write a quote in it as two."
        ),
        (
            head + "e,a,10,1,\"open\ne,b,1,1,",
            "Line 2: a quoted field has no end [unclosed_quote]. Close the field with a quote."
        ),
        (head + "e,a\0,10,1,", "Line 2: a field is not UTF-8 text [bad_text]. Save the file as UTF-8."),
    ]

    @Test("what is wrong is said in words", arguments: bad)
    func refuses(text: String, message: String) {
        let problem = #expect(throws: CountsFileProblem.self) { try CountsFile(Array(text.utf8)) }
        #expect(problem?.description == message)
    }

    @Test("bytes that are not UTF-8 are refused")
    func notText() {
        let bytes = Array(Self.head.utf8) + [0x65, 0x2C, 0xFF, 0x2C, 0x31, 0x2C, 0x31, 0x2C]
        #expect(throws: CountsFileProblem.self) { try CountsFile(bytes) }
    }

    @Test("every prefix of a file is read or refused, and none traps")
    func prefixes() throws {
        let bytes = Array("\u{FEFF}\(Self.head)e,\"a\"\"\r\n\",10,1,\"é,\"\r\ne,b,3,2,\n".utf8)
        var readable = 0
        for end in bytes.indices where (try? CountsFile(Array(bytes[..<end]))) != nil { readable += 1 }
        #expect(readable > 0)
        #expect(try CountsFile(bytes).experiments.first?.variants.count == 2)
    }
}
