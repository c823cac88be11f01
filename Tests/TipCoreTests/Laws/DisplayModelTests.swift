import Testing

@testable import TipCore

/// One tip of one person, followed second by second: the rules R6 to R11 as they are told, without a formula.
private struct SteppedTip {
    let maxCount: Int?
    let maxSeconds: Int64?
    var count = 0
    var total: Int64 = 0
    var views: [View] = []
    var over: Over?

    struct View {
        let display: String
        let device: String
        let start: Int64
        var sign: Int64
    }

    struct Over: Equatable {
        let reason: InvalidationReason
        let at: Int64
    }

    /// What time brings about at a second: silent displays are over, then the limits act.
    mutating func pass(_ now: Int64) {
        for view in views where now >= view.sign + 60 { total += view.sign + 60 - view.start }
        views.removeAll { now >= $0.sign + 60 }
        guard over == nil, count > 0 else { return }
        let isSettled = views.allSatisfy { now - $0.start >= 60 }
        if let maxSeconds, seconds(at: now) >= max(maxSeconds, 60), isSettled {
            finish(.displayDurationExceeded, now)
        } else if let maxCount, count >= maxCount, views.isEmpty {
            finish(.displayCountExceeded, now)
        }
    }

    mutating func finish(_ reason: InvalidationReason, _ now: Int64) {
        total = seconds(at: now)
        views = []
        over = Over(reason: reason, at: now)
    }

    func seconds(at now: Int64) -> Int64 {
        views.reduce(total) { $0 + now - $1.start }
    }

    mutating func apply(_ body: EventBody, on device: String, at now: Int64) {
        if case .session = body {
            for view in views where view.device == device { total += min(now, view.sign + 60) - view.start }
            views.removeAll { $0.device == device }
            return pass(now)
        }
        for place in views.indices where views[place].device == device { views[place].sign = now }
        pass(now)
        switch body {
        case .impression(let impression):
            guard over == nil else { return }
            count += 1
            views.append(View(display: impression.display, device: device, start: now, sign: now))
        case .impressionEnd(_, let display):
            for view in views where view.display == display { total += now - view.start }
            views.removeAll { $0.display == display }
        case .impressionProgress(_, let display):
            for place in views.indices where views[place].display == display { views[place].sign = now }
        case .invalidation(_, let reason):
            // At one instant what was said comes before what a limit says.
            if over == nil || (over?.at == now && over?.reason == .displayCountExceeded)
                || (over?.at == now && over?.reason == .displayDurationExceeded)
            {
                finish(reason, now)
            }
        case .eligibilityReset:
            guard over != nil else { return }
            self = SteppedTip(maxCount: maxCount, maxSeconds: maxSeconds)
        default: break
        }
        pass(now)
    }
}

@Suite("Counting displays by formula is the same as watching them second by second")
struct DisplayModelTests {
    @Test("one tip on two devices", arguments: Seeds.first(15))
    func model(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let options = TipOptions(
            maxDisplayCount: generator.pick([nil, 1, 2, 3]),
            maxDisplayDuration: generator.pick([nil, 30, 60, 75, 130, 200])
        )
        var catalog = CompiledCatalog(Catalog(tips: [TipDefinition(id: "t", options: options)]))
        let tip = catalog.number(ofTip: "t")
        var model = SteppedTip(
            maxCount: options.maxDisplayCount,
            maxSeconds: options.maxDisplayDuration.map { Int64($0) }
        )
        var state = PersonState()
        var silence: Int64 = 0
        for second in 0..<Int64(900) {
            let now = Timestamp(microseconds: second * 1_000_000)
            silence -= 1
            if silence < 0, generator.chance(1, in: 60) { silence = 70 }
            while silence <= 0, generator.chance(1, in: 9) {
                let (device, body) = Self.event(model, at: second, &generator)
                let event = Event(id: "e", person: "p", at: now, device: device, body: body)
                model.apply(body, on: device, at: second)
                state.apply(catalog.foldEvent(event), under: catalog)
            }
            model.pass(second)
            let end = state.invalidation(of: tip, under: catalog).flatMap { $0.at <= now ? $0 : nil }
            let found = end.map { SteppedTip.Over(reason: $0.reason, at: $0.at.microseconds / 1_000_000) }
            try #require(found == model.over, "at \(second)")
            #expect(state.displayCount(of: tip) == model.count)
            let seconds = state.displayedMicroseconds(of: tip, at: now, under: catalog) / 1_000_000
            try #require(seconds == model.seconds(at: second), "at \(second)")
        }
    }

    /// An event that is no evidence of a display that is presumed over, which watching cannot take back.
    private static func event(
        _ model: SteppedTip,
        at second: Int64,
        _ generator: inout SeededGenerator
    ) -> (device: String, body: EventBody) {
        let device = generator.pick(["phone", "pad"])
        let view = model.views.randomElement(using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<4:
            let display = "\(second)-\(generator.next())"
            return (device, .impression(EventBody.Impression(tip: "t", display: display)))
        case 4..<7:
            guard let view, second <= view.sign + 60 else {
                return (device, .donation(event: "e", info: [:]))
            }
            return (view.device, .impressionEnd(tip: "t", display: view.display))
        case 7:
            guard let view, second <= view.sign + 60 else {
                return (device, .donation(event: "e", info: [:]))
            }
            return (view.device, .impressionProgress(tip: "t", display: view.display))
        case 8: return (device, generator.chance(1, in: 4) ? .session : .optIn)
        case 9:
            let isRare = generator.chance(1, in: 8)
            return (device, isRare ? .invalidation(tip: "t", reason: .actionPerformed) : .optIn)
        case 10: return (device, .eligibilityReset(tip: "t"))
        default: return (device, .donation(event: "e", info: [:]))
        }
    }
}
