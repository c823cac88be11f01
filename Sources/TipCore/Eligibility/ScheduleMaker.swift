/// Makes schedules under one state of the project, and of each person only those that say something.
package struct ScheduleMaker: Sendable {
    /// What holds for everybody.
    package let outlook: ProjectOutlook
    /// The tips for a person whom nothing concerns, in file order; reusable tips have items instead.
    package let defaults: [TipDefault]
    private let defaultOfTip: [UInt32: Int]
    private let concerns: TipConcerns

    /// Prepares the schedules under an outlook.
    package init(_ outlook: ProjectOutlook, under catalog: CompiledCatalog) {
        self.outlook = outlook
        concerns = TipConcerns(outlook, under: catalog)
        defaults = catalog.tips.indices.filter { catalog.tips[$0].template == nil }
            .map { Self.stranger($0, outlook, catalog) }
        defaultOfTip = Dictionary(uniqueKeysWithValues: defaults.enumerated().map { ($1.tip, $0) })
    }

    /// Whether a status depends on a variant, so that it matters which ones stay with a person.
    package var readsVariants: Bool { concerns.readsVariants }

    private static func stranger(
        _ place: Int,
        _ outlook: ProjectOutlook,
        _ catalog: CompiledCatalog
    ) -> TipDefault {
        let tip = catalog.tips[place]
        var stretches: [TipDefault.Stretch] = []
        for stretch in outlook.stretches {
            let eligibility = Eligibility(
                PersonState(),
                under: catalog,
                conditions: stretch.conditions,
                asker: Asker(person: "")
            )
            // Nothing that has not happened changes by itself, so any instant does.
            let status = eligibility.verdict(on: tip.number, place, at: stretch.start ?? outlook.base).status
            let wait = tip.ignoresDisplayFrequency ? 0 : max(0, stretch.conditions.interval)
            if let last = stretches.last, last.status == status, last.wait == wait { continue }
            stretches.append(TipDefault.Stretch(start: stretch.start, status: status, wait: wait))
        }
        return TipDefault(tip: tip.number, stretches: stretches)
    }

    /// What is to be kept of a person's tips: those they have a state of, and those that are otherwise than by
    /// default.
    ///
    /// - Parameters:
    ///   - state: The person's state, folded under the catalog.
    ///   - person: Their name, by which they draw a variant.
    ///   - variants: The variants that stay with them.
    ///   - catalog: The catalog of the maker, with the names of the state's tips.
    /// - Returns: A record a tip, in the order of their numbers.
    package func records(
        of state: PersonState,
        person: String,
        variants: [KeptVariant] = [],
        under catalog: CompiledCatalog
    ) -> [TipRecord] {
        guard let start = state.lastEvent else { return [] }
        let first = outlook.place(at: start)
        var asker = Asker(person: person)
        asker.variants = variants
        let askers = outlook.stretches[first...].map { stretch in
            Eligibility(
                state,
                under: catalog,
                conditions: stretch.conditions,
                asker: asker,
                isDrawing: concerns.readsVariants
            )
        }
        func schedule(_ tip: UInt32, _ definition: Int) -> TipSchedule {
            var result: TipSchedule?
            for (offset, eligibility) in askers.enumerated() {
                let place = first + offset
                let from = max(start, outlook.stretches[place].start ?? start)
                result = eligibility.schedule(
                    of: tip,
                    definition,
                    from: from,
                    to: outlook.end(of: place),
                    after: result
                )
                if result?.knownUntil != nil { break }
            }
            return result ?? TipSchedule(.pending)
        }
        var records: [TipRecord] = []
        for tip in state.tipNumbers {
            guard let definition = catalog.place(ofTip: tip), catalog.tips[definition].isAnswered(tip) else {
                continue
            }
            records.append(
                TipRecord(tip, state, schedule: schedule(tip, definition), under: catalog)
            )
        }
        for definition in concerns.tips(of: state, under: catalog) {
            let tip = catalog.tips[definition].number
            guard let place = defaultOfTip[tip], !state.tipNumbers.contains(tip) else { continue }
            let schedule = schedule(tip, definition)
            guard schedule != defaults[place].schedule(of: state, from: start) else { continue }
            records.append(TipRecord(tip, state, schedule: schedule, under: catalog))
        }
        return records.sorted { $0.tip < $1.tip }
    }
}

extension CompiledTip {
    /// Whether a number means a tip that there is an answer on: of a reusable tip only its items.
    func isAnswered(_ tip: UInt32) -> Bool { template == nil || tip != number }
}

/// What is kept of one tip of one person.
package struct TipRecord: Hashable, Sendable {
    /// The tip.
    package let tip: UInt32
    /// Displays counted.
    package let displays: Int
    /// Microseconds on screen; displays without an end count until they are presumed over.
    package let displayedMicroseconds: Int64
    /// When it first appeared.
    package let firstDisplayed: Timestamp?
    /// When and why it is or will be over, if nothing else happens.
    package let invalidation: Invalidation?
    /// Taps on its actions.
    package let taps: Int
    /// Its status as time passes.
    package let schedule: TipSchedule

    init(_ tip: UInt32, _ state: PersonState, schedule: TipSchedule, under catalog: CompiledCatalog) {
        self.tip = tip
        displays = state.displayCount(of: tip)
        displayedMicroseconds = state.displayedMicroseconds(
            of: tip,
            at: Timestamp(microseconds: .max),
            under: catalog
        )
        let place = state.tipNumbers.firstIndex(of: tip)
        firstDisplayed = place.flatMap { state.tips[$0].firstDisplayed }
        invalidation = state.invalidation(of: tip, under: catalog)
        taps = state.tapCount(of: tip)
        self.schedule = schedule
    }
}
