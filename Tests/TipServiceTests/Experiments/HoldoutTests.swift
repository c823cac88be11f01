import Testing
import TipCore
import TipService
import TipStore
import TipTestSupport

@Suite("Holdouts and exclusive experiments hold from the catalog to the report")
struct HoldoutTests {
    /// A tip as an answer of a decision has it.
    private struct Decided {
        let status: String?
        let because: [String]
        let variant: String?
    }

    private func decide(_ bench: ServiceBench, _ person: String) async throws -> NamedValues<Decided> {
        let answer = try await bench.ask("POST", "/v1/decisions", as: .evaluate, #"{"person":"\#(person)"}"#)
        #expect(answer.status == 200, "\(answer.json.text())")
        let tips = (answer.json["tips"]?.arrayValue ?? []).map { tip in
            let because = (tip["because"]?.arrayValue ?? []).compactMap(\.stringValue)
            let decided = Decided(
                status: tip["status"]?.stringValue,
                because: because,
                variant: tip["variant"]?.stringValue
            )
            return (tip["tip"]?.stringValue ?? "", decided)
        }
        return NamedValues(tips)
    }

    private func begin(_ bench: ServiceBench, _ catalog: String, _ experiments: [String]) async throws {
        let put = try await bench.ask("PUT", "/v1/catalog?at=2026-01-01T00:00:00Z", as: .admin, catalog)
        #expect(put.status == 200, "\(put.json.text())")
        for id in experiments {
            let start = #"{"at":"2026-01-01T00:00:00Z"}"#
            let answer = try await bench.ask("POST", "/v1/experiments/\(id)/start", as: .admin, start)
            #expect(answer.status == 200, "\(answer.json.text())")
        }
    }

    /// Whoever gets `none` sees no tip at all: the first tip shows nothing, and the others read the variant.
    private static let holdout = """
        {"events":{"bought":{}},
         "tips":[{"id":"welcome","title":"Hi"},
           {"id":"save","title":"Save","rules":["param(\\"experiment.all-tips\\") != \\"none\\""]},
           {"id":"share","title":"Share","rules":["param(\\"experiment.all-tips\\") != \\"none\\""]}],
         "experiments":[{"id":"all-tips","tip":"welcome",
           "variants":[{"id":"tips"},{"id":"none","shows":false}],
           "primary":{"metric":"donation:bought","within":"1d"}}]}
        """

    @Test("a holdout of all tips: they are dealt out, see none, and are compared by what they do")
    func holdoutOfAllTips() async throws {
        try await withService { bench in
            try await begin(bench, Self.holdout, ["all-tips"])
            var events: [String] = []
            var people: [String: Int64] = [:]
            for number in 0..<120 {
                let person = "p\(number)"
                let tips = try await decide(bench, person)
                let variant = try #require(tips["welcome"]?.variant)
                people[variant, default: 0] += 1
                let isHeldOut = variant == "none"
                let statuses = ["welcome", "save", "share"].map { tips[$0]?.status }
                #expect(
                    statuses == Array(repeating: isHeldOut ? "pending" : "available", count: 3),
                    "\(person)"
                )
                let because = isHeldOut ? ["variant:all-tips/none"] : []
                #expect(tips["welcome"]?.because == because, "\(person)")
                let common = #""person":"\#(person)","tip":"welcome","at":"2026-01-02T00:00:00Z""#
                events.append(
                    isHeldOut
                        ? #"{"type":"exposure","id":"e",\#(common),"experiment":"all-tips","variant":"none"}"#
                        : #"{"type":"impression","id":"i",\#(common),"display":"d"}"#
                )
                // Of those who see tips every second buys, of the others every sixth.
                guard number % (isHeldOut ? 6 : 2) == 0 else { continue }
                let at = "2026-01-02T01:00:00Z"
                events.append(
                    #"{"type":"donation","id":"b","person":"\#(person)","event":"bought","at":"\#(at)"}"#
                )
            }
            #expect(try await bench.post("[\(events.joined(separator: ","))]").status == 200)
            let report = try await bench.ask("GET", "/v1/experiments/all-tips/report", as: .read)
            let variants = try #require(report.json["variants"]?.arrayValue)
            #expect(variants.map { $0["variant"]?.stringValue } == ["tips", "none"])
            #expect(variants.map { $0["people"]?.integerValue } == [people["tips"], people["none"]])
            #expect(variants.allSatisfy { ($0["people"]?.integerValue ?? 0) > 30 }, "\(people)")
            let rates = variants.compactMap { $0["rate"]?.doubleValue }
            #expect(rates[0] > 2 * rates[1], "\(rates)")
            #expect(report.json["health"]?["srm"]?["ok"] == true)
            #expect(
                report.json["comparisons"]?.arrayValue?.first?["difference"]?.doubleValue.map { $0 < 0 }
                    == true
            )
            #expect(variants[1]["impressions"] == 0)
        }
    }

    private static let exclusive = """
        {"tips":[{"id":"one","title":"One"},{"id":"two","title":"Two"}],
         "experiments":[
           {"id":"x","tip":"one","variants":[{"id":"a"},{"id":"b","title":"B"}],
            "namespace":{"id":"page","from":0,"to":0.5},"primary":{"metric":"tap"}},
           {"id":"y","tip":"two","variants":[{"id":"a"},{"id":"b","title":"B"}],
            "namespace":{"id":"page","from":0.5,"to":1},"primary":{"metric":"tap"}}]}
        """

    @Test("experiments in disjoint slices of a namespace share nobody, and leave nobody out")
    func mutualExclusion() async throws {
        try await withService { bench in
            try await begin(bench, Self.exclusive, ["x", "y"])
            var events: [String] = []
            var members = ["x": Int64(0), "y": 0]
            for number in 0..<120 {
                let person = "p\(number)"
                let tips = try await decide(bench, person)
                let isIn = ["one", "two"].map { tips[$0]?.variant != nil }
                #expect(isIn[0] != isIn[1], "\(person) is in one of them: \(isIn)")
                members[isIn[0] ? "x" : "y", default: 0] += 1
                #expect(tips["one"]?.status == "available" && tips["two"]?.status == "available")
                for tip in ["one", "two"] {
                    let common = #""person":"\#(person)","tip":"\#(tip)","at":"2026-01-02T00:00:00Z""#
                    events.append(#"{"type":"impression","id":"\#(tip)",\#(common),"display":"\#(tip)"}"#)
                }
            }
            #expect(try await bench.post("[\(events.joined(separator: ","))]").status == 200)
            for id in ["x", "y"] {
                let report = try await bench.ask("GET", "/v1/experiments/\(id)/report", as: .read)
                #expect(report.json["enrolled"]?.integerValue == members[id], "\(id)")
                #expect((members[id] ?? 0) > 30)
            }
        }
    }
}
