import Statistics

/// The shapes in which the reference cases give their inputs.
extension ReferenceCase {
    /// `alpha`, where the kind has one; most proportion kinds leave it at 5 %.
    var level: Level {
        get throws { inputs["alpha"] == .null ? .fivePercent : try Level(alpha: inputs["alpha"].double) }
    }

    /// `c_control`, `n_control`, `c_treatment`, `n_treatment`.
    var proportions: Pair<Proportion> {
        get throws {
            Pair(
                control: try Proportion(
                    conversions: inputs["c_control"].count,
                    people: inputs["n_control"].count
                ),
                treatment: try Proportion(
                    conversions: inputs["c_treatment"].count,
                    people: inputs["n_treatment"].count
                )
            )
        }
    }

    /// `difference`: "relative" or "absolute".
    var scale: EffectScale { inputs["difference"] == "relative" ? .relative : .absolute }

    /// The arms of kinds that give an object for each.
    func arms<Sample>(_ read: (JSONValue) throws -> Sample) rethrows -> Pair<Sample> {
        Pair(control: try read(inputs["control"]), treatment: try read(inputs["treatment"]))
    }

    /// What a t-test gives, under the names the cases use.
    func fields(of test: TTest) -> [String: JSONValue] {
        [
            "estimate": .number(test.estimate), "se": .number(test.standardError),
            "lower": .number(test.interval.lower), "upper": .number(test.interval.upper),
            "p": .number(test.p), "t": .number(test.t), "df": .number(test.degreesOfFreedom), "error": "",
        ]
    }
}

extension Interval {
    /// The ends under the names the cases use.
    var fields: [String: JSONValue] { ["lower": .number(lower), "upper": .number(upper)] }
}

extension JSONValue {
    /// An interval as the cases write one inside an object.
    static func ends(_ interval: Interval) -> JSONValue { .numbers([interval.lower, interval.upper]) }
}
