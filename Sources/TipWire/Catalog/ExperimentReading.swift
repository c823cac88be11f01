import TipCore

/// Reading experiments.
extension CatalogParser {
    /// Reads an experiment into the draft.
    mutating func readExperiment(_ value: LocatedJSON) {
        guard var object = ObjectReader(value, "an experiment", &log) else { return }
        let idValue = object.required("id", &log)
        let tipValue = object.required("tip", &log)
        let (id, tip) = (idValue.flatMap { log.name($0) }, tipValue.flatMap { log.name($0) })
        var experiment = ExperimentDefinition(id: id ?? "", tip: tip ?? "", variants: [])
        experiment.unit = object.word("unit", &log) ?? .person
        experiment.audience = rules(object.list("audience", &log), of: .audience(ExactText(experiment.id)))
        experiment.inclusion =
            object.number("inclusion", expected: "a share, 0 to 1", where: (0...1).contains, &log) ?? 1
        experiment.namespace = object.value("namespace").flatMap { namespace($0) }
        var places: [Int] = []
        experiment.variants = object.required("variants", &log).map { variants($0, &places) } ?? []
        var metrics: [(metric: Metric, offset: Int)] = []
        if let value = object.value("primary"), let primary = metric(value, &metrics) {
            experiment.primary = primary
            if primary.measure != .once {
                log.error(
                    "bad_measure",
                    at: value.offset,
                    found: "a primary metric by \(primary.measure.word)",
                    expected: "one that happens or not",
                    hint: "Watch it as a secondary metric or a guardrail."
                )
            }
        }
        experiment.secondary = object.list("secondary", &log).compactMap { metric($0, &metrics) }
        experiment.guardrails = object.list("guardrails", &log).compactMap { metric($0, &metrics) }
        experiment.plan = object.value("plan").flatMap { plan($0) }
        object.finish(&log)
        guard let id, let idValue, tip != nil, let tipValue,
            log.isNew(id, &draft.ids.experiments, "experiment", idValue)
        else { return }
        draft.catalog.experiments.append(experiment)
        draft.experiments.append(
            CatalogDraft.ExperimentSite(
                id: idValue.offset,
                tip: tipValue.offset,
                metrics: metrics,
                variants: places
            )
        )
    }

    private mutating func namespace(_ value: LocatedJSON) -> ExperimentDefinition.Namespace? {
        guard var object = ObjectReader(value, "a namespace with id, from and to", &log) else { return nil }
        let id = object.required("id", &log).flatMap { log.name($0) }
        let share: (Double) -> Bool = { (0...1).contains($0) }
        let from = object.required("from", &log)
            .flatMap { log.number($0, expected: "a share, 0 to 1", where: share) }
        let to = object.required("to", &log)
            .flatMap { log.number($0, expected: "a share, 0 to 1", where: share) }
        object.finish(&log)
        guard let id, let from, let to else { return nil }
        guard from < to else {
            log.error(
                "out_of_range",
                at: value.offset,
                found: "a slice from \(JSON.number(from).text()) to \(JSON.number(to).text())",
                expected: "a slice that ends after it begins",
                hint: "Write from: 0, to: 0.5 for the first half."
            )
            return nil
        }
        return ExperimentDefinition.Namespace(id: id, from: from, to: to)
    }

    private mutating func variants(_ value: LocatedJSON, _ places: inout [Int])
        -> [ExperimentDefinition.Variant]
    {
        var variants: [ExperimentDefinition.Variant] = []
        var ids: Set<ExactText> = []
        let elements = log.list(value)
        for element in elements {
            guard var object = ObjectReader(element, "a variant", &log) else { continue }
            let idValue = object.required("id", &log)
            let id = idValue.flatMap { log.name($0) }
            let copy = copy(&object)
            let weight =
                object.number("weight", expected: "a weight, 0 or more", where: { $0 >= 0 }, &log) ?? 1
            let shows = object.boolean("shows", &log) ?? true
            object.finish(&log)
            guard let id, let idValue, log.isNew(id, &ids, "variant", idValue) else {
                continue
            }
            variants.append(ExperimentDefinition.Variant(id: id, copy: copy, weight: weight, shows: shows))
            places.append(idValue.offset)
        }
        checkWeights(variants, of: elements.count, at: value.offset)
        return variants
    }

    private mutating func checkWeights(
        _ variants: [ExperimentDefinition.Variant],
        of count: Int,
        at offset: Int
    ) {
        if count == 0 {
            log.error(
                "out_of_range",
                at: offset,
                found: "no variants",
                expected: "at least one",
                hint: "Name what people see now and what you try: [{ id: \"control\" }, { id: \"short\" }]."
            )
        } else if count == 1 {
            log.warn(
                "one_variant",
                at: offset,
                found: "one variant",
                expected: "two or more",
                hint: "There is nothing to compare it with."
            )
        }
        if variants.count == count, count > 0, variants.allSatisfy({ $0.weight == 0 }) {
            log.error(
                "out_of_range",
                at: offset,
                found: "weights that are all 0",
                expected: "a weight above 0",
                hint: "Nobody would be given a variant."
            )
        }
    }

    private mutating func plan(_ value: LocatedJSON) -> ExperimentDefinition.Plan? {
        guard var object = ObjectReader(value, "a plan", &log) else { return nil }
        let people = object.integer("peoplePerVariant", in: 1 ... .max, &log)
        let looks = object.integer("looks", in: 1...1000, &log)
        let alpha = object.number(
            "alpha",
            expected: "a level between 0 and 1",
            where: { $0 > 0 && $0 < 1 },
            &log
        )
        let lift = object.number(
            "minimumLift",
            expected: "a share above 0, such as 0.1",
            where: { $0 > 0 },
            &log
        )
        object.finish(&log)
        return ExperimentDefinition.Plan(
            peoplePerVariant: people,
            looks: looks.map(Int.init),
            alpha: alpha,
            minimumLift: lift
        )
    }
}
