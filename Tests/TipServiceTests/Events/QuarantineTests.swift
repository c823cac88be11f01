import HTTPServer
import JSONReading
import Postgres
import Testing
import TipCore
import TipStore

@testable import TipService

@Suite("What was refused can be looked at, tried again and thrown away")
struct QuarantineTests {
    private func refuseTwo(_ bench: ServiceBench) async throws {
        let native = try await bench.post(#"[{"type":"session"},{"type":"session","person":"p","id":"1"}]"#)
        #expect(native.json["rejected"] == 1)
        let segment =
            #"{"userId":"p","event":"Hint Shown","messageId":"m","properties":{"tip_id":"T"},"timestamp":"soon"}"#
        let answer = try await bench.ask("POST", "/v1/track", as: .write, segment)
        #expect(answer.json["rejected"] == 1)
    }

    @Test("listed by reason and dialect, shown with the bytes as they came")
    func listed() async throws {
        try await withService { bench in
            try await refuseTwo(bench)
            let all = try await bench.ask("GET", "/v1/quarantine", as: .read)
            #expect(all.json["events"]?.arrayValue?.count == 2)
            let some = try await bench.ask("GET", "/v1/quarantine?dialect=segment&code=bad_time", as: .read)
            let entry = try #require(some.json["events"]?.arrayValue?.first)
            #expect(entry["eventId"] == "m" && entry["body"] == nil)
            let id = try #require(entry["id"]?.stringValue)
            let shown = try await bench.ask("GET", "/v1/quarantine/\(id)", as: .admin)
            #expect(shown.json["body"]?.stringValue?.hasPrefix(#"{"type":"track","userId":"p""#) == true)
            let reader = try await bench.ask("GET", "/v1/quarantine/\(id)", as: .read)
            #expect(reader.status == 403, "bytes are what people typed")
            let none = try await bench.ask("GET", "/v1/quarantine/nope", as: .admin)
            #expect(none.status == 404)
        }
    }

    @Test("tried again: what is fit by now is in the log and no longer here")
    func replayed() async throws {
        try await withService { bench in
            // The name is one of ours from now on, and needs a tip that it lacks.
            var strict = ServiceSettings()
            strict.names = try EventNames(adding: ["Hint Shown": "exposure"])
            let service = QuarantineService(bench.workspace, settings: strict)
            var intake = EventIntake(
                log: bench.workspace.store.log,
                now: bench.workspace.now,
                limits: IntakeLimits()
            )
            intake.context.names = strict.names
            let call =
                #"{"type":"track","userId":"p","event":"Hint Shown","messageId":"m","properties":{"tip_id":"T"}}"#
            let parcel = Parcel(body: Array(call.utf8), form: .single)
            let dialect = SegmentDialect()
            _ = try await intake.store(intake.prepare(try intake.cut(parcel), of: parcel, in: dialect))
            let entry = try #require(try await service.list(Quarantine.Filter(), limit: 10).first)
            #expect(entry.code == "missing_field")
            #expect(try await service.replay([entry.id]) == .init(accepted: 0, duplicates: 0, rejected: 1))
            #expect(
                try await bench.count("select count(*) from quarantine") == 1,
                "kept once, whatever is tried"
            )
            strict.names = try EventNames(adding: ["Hint Shown": "impression"])
            let mended = QuarantineService(bench.workspace, settings: strict)
            #expect(try await mended.replay(Quarantine.Filter()).accepted == 1)
            #expect(try await bench.count("select count(*) from quarantine") == 0)
            #expect(try await bench.story() == ["impression p T -"])
        }
    }

    @Test("thrown away by name or by reason, and never all without saying so")
    func purged() async throws {
        try await withService { bench in
            try await refuseTwo(bench)
            let path = "/v1/quarantine/purge"
            for body in ["", "{}", #"{"whatever":1}"#, #"{"ids":[1]}"#] {
                let refused = try await bench.ask("POST", path, as: .admin, body)
                #expect(refused.status == 400, "\(body)")
            }
            let code = try await bench.ask("POST", path, as: .admin, #"{"code":"bad_time"}"#)
            #expect(code.json == ["purged": 1])
            let all = try await bench.ask("POST", path, as: .admin, #"{"all":true}"#)
            #expect(all.json == ["purged": 1])
            #expect(try await bench.count("select count(*) from quarantine") == 0)
        }
    }
}
