import Statistics
import Testing
import TipCore

@testable import Reports

@Suite("A figure is a value or a reason, and JSON shows which")
struct FigureTests {
    static let pages: [(figure: Figure<Double>, json: String)] = [
        (.value(0.25), #"{"lift":0.25}"#), (.missing(reason: "why"), #"{"lift":null,"liftReason":"why"}"#),
    ]

    @Test("in JSON", arguments: pages)
    func json(figure: Figure<Double>, json: String) {
        var members: [JSON.Member] = []
        members.add("lift", figure)
        #expect(JSON.object(members).text() == json)
    }

    @Test("a formula's reason is the figure's, also of what is made from it")
    func reasons() {
        let failed = Figure<Double> { () throws(Undefined) in throw .zeroVariance }
        let worked = Figure { () throws(Undefined) in 2.0 }

        #expect(failed == .missing(reason: "the values do not vary"))
        #expect(failed.value == nil && failed.reason == "the values do not vary")
        #expect(worked.value == 2 && worked.reason == nil)
        #expect(failed.flatMap { value throws(Undefined) in value + 1 } == failed)
        #expect(worked.flatMap { value throws(Undefined) in value + 1 } == .value(3))
        #expect(worked.flatMap { _ throws(Undefined) -> Double in throw .oneArm }.value == nil)
    }
}
