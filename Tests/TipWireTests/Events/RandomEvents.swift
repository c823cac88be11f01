import TipCore

/// Random events that satisfy the contract.
extension Dice {
    mutating func event() -> Event {
        Event(
            id: text(),
            person: text(),
            at: time(),
            device: flip() ? "" : text(),
            sequence: maybe { Int64($0.roll(-5...1_000_000)) },
            context: context(),
            isTest: flip(),
            body: body()
        )
    }

    mutating func time() -> Timestamp {
        Timestamp(microseconds: Int64.random(in: 0...4_000_000_000_000_000, using: &self))
    }

    private mutating func context() -> EventContext {
        var context = EventContext()
        if flip() { context.app = text() }
        if flip() { context.appVersion = text() }
        if flip() { context.os = text() }
        if flip() { context.osVersion = text() }
        if flip() { context.locale = text() }
        if flip() { context.timeZone = text() }
        if flip() { context.sdk = text() }
        return context
    }

    private mutating func body() -> EventBody {
        switch roll(0...18) {
        case 0: .donation(event: text(), info: info())
        case 1: .donationsDeleted(event: text())
        case 2: .parameter(name: text(), value: scalar())
        case 3: .session
        case 4: .timeZone(pick(["Asia/Tokyo", "Asia/Calcutta", "UTC", "America/Argentina/Buenos_Aires"]))
        case 5: .impression(impression())
        case 6: .impressionProgress(tip: text(), display: text())
        case 7: .impressionEnd(tip: text(), display: text())
        case 8: .impressionFailed(tip: text(), display: maybe { $0.text() }, reason: text())
        case 9: .exposure(tip: text(), experiment: text(), variant: text())
        case 10: .actionTap(tip: text(), action: text(), display: maybe { $0.text() })
        case 11: .invalidation(tip: text(), reason: pick([.actionPerformed, .tipClosed]))
        case 12: .eligibilityReset(tip: text())
        case 13: .datastoreReset
        case 14: overrideSet()
        case 15: .overrideCleared(kind: maybe { $0.pick(OverrideKind.allCases) })
        case 16: .optOut
        case 17: .optIn
        default: .identify(previous: text() + "-before")
        }
    }

    private mutating func info() -> NamedValues<Scalar> {
        var info: NamedValues<Scalar> = [:]
        for _ in 0..<roll(0...4) { info[text()] = scalar() }
        return info
    }

    private mutating func impression() -> EventBody.Impression {
        EventBody.Impression(
            tip: text(),
            display: text(),
            experiment: maybe { $0.text() },
            variant: maybe { $0.text() },
            revision: maybe { Int64($0.roll(0...9)) },
            group: maybe { $0.text() }
        )
    }

    private mutating func overrideSet() -> EventBody {
        let kind = pick(OverrideKind.allCases)
        let tips = (0..<roll(1...3)).map { _ in text() }
        return .overrideSet(kind: kind, tips: tips, until: maybe { $0.time() })
    }
}
