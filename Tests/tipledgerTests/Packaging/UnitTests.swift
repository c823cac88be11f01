import Foundation
import Testing

@Suite("Under systemd the server may do what it needs and nothing else")
struct UnitTests {
    private static let program = Shipped.tool("systemd-analyze")

    /// Runs systemd-analyze over the unit, changed, with the program where it is built.
    private func analyze(_ verb: [String], _ text: String, in folder: Folder) throws -> Shipped.Ending {
        let built = text.replacingOccurrences(of: "/usr/bin/tipledger", with: try Program.path())
        let path = try folder.write("tipledger.service", built)
        return try Shipped.run([try #require(Self.program)] + verb + [path], in: folder.root)
    }

    static let slips: [(why: String, from: String, to: String)] = [
        ("a key that is none", "ProtectHome=yes", "ProtectHomes=yes"),
        ("a value that is none", "Type=notify", "Type=notified"),
        ("a time that is none", "WatchdogSec=30", "WatchdogSec=soon"),
        ("a family that is none", "AF_INET6", "AF_INET7"),
        ("a group of calls that is none", "@system-service", "@system-services"),
        ("a program that is not there", "ExecStart=/usr/bin/", "ExecStart=/usr/bin/no-"),
    ]

    @Test(
        "systemd reads it without a word, and a slip of the pen not",
        .enabled(if: program != nil, "systemd-analyze is not installed")
    )
    func verified() async throws {
        try await withFolder { folder in
            let text = try Shipped.text("systemd/tipledger.service")
            // An unknown key is only told of: the code is 0 all the same.
            let whole = try analyze(["verify"], text, in: folder)
            #expect(whole.code == 0 && whole.messages.isEmpty, "\(whole.messages)")
            for (why, from, to) in Self.slips {
                try #require(text.contains(from), "\(why)")
                let slip = try analyze(["verify"], text.replacingOccurrences(of: from, with: to), in: folder)
                #expect(!slip.messages.isEmpty, "\(why)")
            }
        }
    }

    /// The exposure that systemd reckons, of 10.
    private func exposure(_ text: String, in folder: Folder) throws -> Double {
        let said = try analyze(["security", "--offline=true", "--no-pager"], text, in: folder).output
        let found = try #require(said.firstMatch(of: /Overall exposure level for \S+: ([0-9.]+)/), "\(said)")
        return try #require(Double(found.1))
    }

    @Test(
        "its exposure is small, and each line that is left out makes it larger",
        .enabled(if: program != nil, "systemd-analyze is not installed"),
        arguments: [
            "DynamicUser=yes", "CapabilityBoundingSet=", "SystemCallFilter=@system-service",
            "PrivateUsers=yes",
        ]
    )
    func hardened(line: String) async throws {
        try await withFolder { folder in
            let text = try Shipped.text("systemd/tipledger.service")
            let whole = try exposure(text, in: folder)
            #expect(whole <= 1.3)
            try #require(text.contains(line + "\n"))
            let less = try exposure(text.replacingOccurrences(of: line + "\n", with: ""), in: folder)
            #expect(less > whole, "\(line): \(less)")
        }
    }

    @Test("it waits for READY, watches, and hands the password over as a credential")
    func agrees() throws {
        let lines = Set(try Shipped.text("systemd/tipledger.service").split(separator: "\n").map(String.init))
        let wanted = [
            "Type=notify", "NotifyAccess=main", "WatchdogSec=30", "Restart=on-failure",
            "LoadCredential=db_password:/etc/tipledger/db_password",
            "Environment=TIPLEDGER_DB_PASSWORD_FILE=%d/db_password",
        ]
        for line in wanted { #expect(lines.contains(line), "\(line)") }
        #expect(!lines.contains { $0.contains(/:\/\/[^\/@]*:[^\/@]*@/) })
    }
}
