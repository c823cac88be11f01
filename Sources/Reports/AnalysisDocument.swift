package import Statistics

/// What `tipledger analyze` prints as JSON: the findings of every experiment of a file.
package struct AnalysisDocument: Encodable, Sendable {
    /// The name and version of this shape.
    package static let schema = "tipledger.analysis/1"

    /// The experiments, in the order of their first rows.
    package let experiments: [Analysis]

    /// Gathers the findings of a file.
    package init(experiments: [Analysis]) { self.experiments = experiments }

    /// Writes the schema's name and the experiments.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ReportKey.self)
        try container.encode(Self.schema, forKey: "schema")
        try container.encode(experiments, forKey: "experiments")
    }
}

extension Analysis: Encodable {
    /// Writes the members that the analysis of counts shares with the report of an experiment.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ReportKey.self)
        try container.encode(experiment, forKey: "experiment")
        try container.encode(variants, forKey: "variants")
        try container.encode(comparisons, forKey: "comparisons")
        var health = container.nestedContainer(keyedBy: ReportKey.self, forKey: "health")
        try health.encode(srm, forKey: "srm")
    }
}

extension SampleRatioTest: Encodable {
    /// Writes the p-value, the statistic, and whether the split is as configured.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ReportKey.self)
        try container.encode(p, forKey: "p")
        try container.encode(chiSquare, forKey: "chiSquare")
        try container.encode(ok, forKey: "ok")
    }
}
