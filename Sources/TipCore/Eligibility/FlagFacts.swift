/// What flags are made of, besides the answers on tips.
extension Eligibility {
    /// The place of the variant that the person has in an experiment; nil where they are not in it.
    ///
    /// - Parameters:
    ///   - experiment: The experiment's place in the catalog.
    ///   - now: The instant that is asked about.
    /// - Returns: The variant's place among those of the experiment.
    public func variant(ofExperiment experiment: Int, at now: Timestamp) -> Int? {
        facts.variant(of: experiment, at: now)
    }

    /// Whether an experiment is giving out variants; else everybody has the first one, or none.
    public func isGivingOut(experiment: Int) -> Bool {
        guard case .phase = conditions.assigning[experiment] else { return false }
        return true
    }

    /// The value that rules see for a declared parameter: what was asked with, what was set, or the default; nil
    /// where the catalog has no such parameter.
    public func value(ofParameter name: String) -> Scalar? {
        guard let definition = catalog.catalog.parameters[name] else { return nil }
        guard let number = catalog.vocabulary.parameters.number(of: name),
            let place = catalog.place(ofParameter: number)
        else { return definition.defaultValue }
        return facts.parameters[place]
    }
}
