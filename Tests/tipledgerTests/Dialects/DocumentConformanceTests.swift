import Foundation
import Testing
import TipCore
import TipTestSupport

@Suite("The server does what its document says")
struct DocumentConformanceTests {
    private static let python = Programs.python(importing: "schemathesis")

    /// Each operation is asked with a key of its scope, as the document names it.
    private static let hooks = """
        import json, os
        import schemathesis
        keys = json.loads(os.environ["TIPLEDGER_KEYS"])

        @schemathesis.auth(refresh_interval=None)
        class Key:
            def get(self, case, context):
                return keys.get(context.operation.definition.raw.get("x-scope"))
            def set(self, case, data, context):
                if data:
                    case.headers["Authorization"] = "Bearer " + data
        """

    /// What is said to schemathesis besides the document, each with its reason.
    private static func settings(key: String) -> String {
        """
        # Text never holds U+0000, which no schema of free text says.
        [generation]
        allow-x00 = false
        # Names that exist, so that more than 404 is asked for.
        [[operations]]
        include-path-regex = "^/v1/experiments/"
        parameters = { id = "x" }
        [[operations]]
        include-path-regex = "^/v1/(people/.*/)?tips/"
        parameters = { tip = "T" }
        [[operations]]
        include-operation-id = "getApiFeaturesKey"
        parameters = { key = "\(key)" }
        # Whether rules parse and names refer to something is beyond a schema: 422 says where they do not. Nothing is
        # applied, so that the names above stay.
        [[operations]]
        include-operation-id = "putV1Catalog"
        parameters = { dryRun = "1" }
        checks.positive_data_acceptance.expected-statuses = ["2xx", "403", "409", "422", "429"]
        """
    }

    /// Runs schemathesis and prints how it ended, with the failures it found.
    private static let driver = """
        import json, os, subprocess, sys
        command = [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"]
        os.environ["SCHEMATHESIS_HOOKS"] = "hooks"
        os.environ["PYTHONPATH"] = os.getcwd()
        run = subprocess.run(command + sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(json.dumps({"code": run.returncode, "text": run.stdout[-12000:]}))
        """

    @Test(
        "schemathesis finds nothing with all of its checks",
        .enabled(if: python != nil, "schemathesis could not be installed from PyPI"),
        .timeLimit(.minutes(30))
    )
    func conforms() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            try await ledger.startExperiment()
            _ = try folder.write("hooks.py", Self.hooks)
            _ = try folder.write("schemathesis.toml", Self.settings(key: ledger.keys["evaluate"] ?? ""))
            let keys = JSON.object(
                ledger.keys.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }
            )
            let phases = Soak.isOn ? "examples,coverage,fuzzing,stateful" : "examples,coverage,fuzzing"
            let output = await Programs.output(
                of: try #require(Self.python),
                ["-c", Self.driver, "run", "http://\(ledger.address)/openapi.json"]
                    + ["--checks", "all", "--phases", phases, "--continue-on-failure", "--seed", "20261201"]
                    + ["--max-examples", Soak.isOn ? "100" : "2", "--generation-database", "none"]
                    + ["--suppress-health-check", "all", "--request-timeout", "60", "--no-color"],
                in: folder.root,
                environment: ["TIPLEDGER_KEYS": keys.text(), "HOME": folder.root]
            )
            let said = try #require(output.flatMap { JSON(parsing: $0.trimmingCharacters(in: .newlines)) })
            #expect(said["code"] == 0, "\(said["text"]?.stringValue ?? "")")
            #expect(try await ledger.stop() == 0)
        }
    }
}
