/// What holds for everybody from an instant on: the conditions then, and those that were decided for later.
///
/// It is what schedules are made under. Before the instant it says nothing true.
package struct ProjectOutlook: Hashable, Sendable {
    /// The instant from which on it holds.
    package let base: Timestamp
    /// The stretches in the order of time; the first has no beginning, so that it covers all before the next.
    let stretches: [Stretch]

    /// A stretch of time in which nothing changes for everybody.
    struct Stretch: Hashable, Sendable {
        /// When it begins; nil for the first.
        let start: Timestamp?
        /// What holds in it.
        let conditions: ProjectConditions
    }

    /// The place of the stretch that an instant lies in.
    func place(at instant: Timestamp) -> Int {
        stretches.lastIndex { stretch in stretch.start.map { $0 <= instant } ?? true } ?? 0
    }

    /// When a stretch ends; nil for the last.
    func end(of place: Int) -> Timestamp? {
        place + 1 < stretches.count ? stretches[place + 1].start : nil
    }
}

extension ProjectTimeline {
    /// What holds from an instant on, for the tips and experiments of a catalog.
    package func outlook(from base: Timestamp, under catalog: CompiledCatalog) -> ProjectOutlook {
        var stretches = [
            ProjectOutlook.Stretch(start: nil, conditions: conditions(at: base, under: catalog))
        ]
        for instant in instants where instant > base {
            let conditions = conditions(at: instant, under: catalog)
            guard conditions != stretches[stretches.count - 1].conditions else { continue }
            stretches.append(ProjectOutlook.Stretch(start: instant, conditions: conditions))
        }
        return ProjectOutlook(base: base, stretches: stretches)
    }
}
