import Foundation
import Testing
import TipCore
import TipTestSupport

@Suite("docker-compose.yml starts a server that is closed to others and has no password of ours")
struct ComposeTests {
    private static let compose = Shipped.tool("docker-compose")
    private static let python = Programs.python(importing: "check_jsonschema", "ruamel.yaml")
    private static let secrets = ["TIPLEDGER_SECRETS": "./secrets"]

    /// The file, changed, in a folder of its own; docker-compose reads no engine for `config`.
    private func config(_ text: String, in folder: Folder, _ set: [String: String] = secrets) throws
        -> Shipped.Ending
    {
        let path = try folder.write("docker-compose.yml", text)
        return try Shipped.run(
            [try #require(Self.compose), "--file", path, "--profile", "dashboards", "config"],
            in: folder.root,
            environment: set
        )
    }

    private func reading(_ text: String, in folder: Folder) async throws -> ComposeReading {
        let ending = try config(text, in: folder)
        try #require(ending.code == 0, "\(ending.messages)")
        let script =
            "import json,sys,ruamel.yaml;print(json.dumps(ruamel.yaml.YAML(typ='safe').load(open(sys.argv[1]))))"
        let file = try folder.write("config.yml", ending.output)
        let json = await Programs.output(of: try #require(Self.python), ["-c", script, file])
        return ComposeReading(json: try #require(json.flatMap { JSON(parsing: $0) }))
    }

    private static let canRead = compose != nil && python != nil

    @Test(
        "it keeps our rules",
        .enabled(if: canRead, "docker-compose, or check-jsonschema from PyPI, could not be installed")
    )
    func rules() async throws {
        try await withFolder { folder in
            let found = try await reading(try Shipped.text("docker-compose.yml"), in: folder)
            #expect(found.problems == [])
            #expect(found.names == ["db", "grafana", "migrate", "server"])
            let mounts = found.mounts(of: folder.root + "/")
            #expect(mounts.contains { $0.source == "sql/make-roles.sql" })
            // The dashboards may be packed apart from the server.
            for mount in mounts where !mount.source.hasPrefix("dashboards") || Shipped.has("dashboards") {
                #expect(Shipped.has(mount.source), "\(mount.source)")
            }
        }
    }

    static let changes: [(why: String, from: String, to: String, says: String)] = [
        ("open to the network", "127.0.0.1:8080:8080", "8080:8080", "open to others"),
        ("open on all addresses", "127.0.0.1:3000:3000", "0.0.0.0:3000:3000", "open to others"),
        ("an image that can be written", "read_only: true", "read_only: false", "may write"),
        ("rights", "cap_drop: [ALL]", "cap_drop: [NET_RAW]", "keeps rights"),
        ("rights given back", "mem_limit: 512m", "mem_limit: 512m\n    cap_add: [SYS_ADMIN]", "keeps rights"),
        ("more rights", "no-new-privileges:true", "seccomp:unconfined", "may gain"),
        ("no limit", "    mem_limit: 256m\n", "", "migrate has no limit"),
        ("no tag", "postgres:15-bookworm", "postgres", "newest"),
        ("a shell in a check", "[CMD, tipledger, doctor, --ready]", "[CMD-SHELL, tipledger]", "exec form"),
        ("no check", "healthcheck:\n      test: [CMD, wget", "x-check:\n      test: [CMD, wget", "exec form"),
        (
            "a password", "POSTGRES_PASSWORD_FILE: /run/secrets/postgres_password", "POSTGRES_PASSWORD: x",
            "secret"
        ),
        ("a password in an address", "//tipledger@db", "//tipledger:tipledger@db", "password in an address"),
        ("a secret that is not given", "  secrets: [db_password]\n", "", "is not given"),
        ("a log without an end", "max-size: 10m, ", "", "fills the disk"),
    ]

    @Test(
        "and a change for the worse is seen",
        .enabled(if: canRead, "docker-compose, or check-jsonschema from PyPI, could not be installed"),
        arguments: changes
    )
    func mutated(why: String, from: String, to: String, says: String) async throws {
        let text = try Shipped.text("docker-compose.yml")
        try #require(text.contains(from), "\(why)")
        try await withFolder { folder in
            let problems = try await reading(text.replacingOccurrences(of: from, with: to), in: folder)
                .problems
            #expect(problems.contains { $0.contains(says) }, "\(why): \(problems)")
        }
    }

    /// Slips of the pen, which the schema or docker-compose must find.
    static let slips: [(why: String, from: String, to: String)] = [
        ("a key that is none", "restart: unless-stopped", "restrat: unless-stopped"),
        ("a condition that is none", "service_healthy", "service_healthly"),
        ("a list that is a text", "cap_drop: [ALL]", "cap_drop: ALL"),
        ("a list that is a word", "ports: [\"127.0.0.1:8080:8080\"]", "ports: 8080"),
    ]

    @Test(
        "the schema of compose knows all that it says, and no slip of the pen",
        .enabled(if: python != nil, "check-jsonschema from PyPI could not be installed")
    )
    func schema() async throws {
        let python = try #require(Self.python)
        try await withFolder { folder in
            func check(_ text: String) throws -> Shipped.Ending {
                let path = try folder.write("docker-compose.yml", text)
                return try Shipped.run(
                    [python, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", path]
                )
            }
            let text = try Shipped.text("docker-compose.yml")
            let whole = try check(text)
            #expect(whole.code == 0, "\(whole.output) \(whole.messages)")
            for (why, from, to) in Self.slips {
                try #require(text.contains(from), "\(why)")
                #expect(try check(text.replacingOccurrences(of: from, with: to)).code != 0, "\(why)")
            }
        }
    }

    @Test(
        "docker-compose reads it, and refuses it with what to do where no passwords were made",
        .enabled(if: compose != nil, "docker-compose is not installed")
    )
    func passwords() async throws {
        try await withFolder { folder in
            let text = try Shipped.text("docker-compose.yml")
            let whole = try config(text, in: folder)
            #expect(whole.code == 0 && whole.messages.isEmpty, "\(whole.messages)")
            for set in [[:], ["TIPLEDGER_SECRETS": ""]] {
                let without = try config(text, in: folder, set)
                #expect(
                    without.code != 0 && without.messages.contains("run scripts/secrets first"),
                    "\(without)"
                )
            }
            let slip = try config(text.replacingOccurrences(of: "- log:", with: "- logg:"), in: folder)
            #expect(slip.code != 0 && slip.messages.contains("logg"), "\(slip)")
        }
    }
}
