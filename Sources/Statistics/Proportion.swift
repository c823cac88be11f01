/// How many of how many people converted.
package struct Proportion: Hashable, Sendable {
    /// The largest count taken, 10¹²: beyond it sums over tables would take seconds.
    package static let mostPeople: Int64 = 1_000_000_000_000

    /// How many converted.
    package let conversions: Int64

    /// How many could have.
    package let people: Int64

    /// Creates a proportion, or says what is impossible about the counts.
    ///
    /// Nobody at all is possible: only the figures that divide by people are then undefined.
    package init(conversions: Int64, people: Int64) throws(Undefined) {
        guard conversions >= 0, people >= 0 else { throw .negativeCount }
        guard conversions <= people else { throw .moreConversionsThanPeople }
        guard people <= Self.mostPeople else { throw .tooLarge }
        self.conversions = conversions
        self.people = people
    }

    /// The share that converted.
    package var rate: Double {
        get throws(Undefined) {
            guard people > 0 else { throw .nothingCounted }
            return x / n
        }
    }

    /// How many did not convert.
    package var failures: Int64 { people - conversions }

    var x: Double { Double(conversions) }
    var n: Double { Double(people) }
    var misses: Double { Double(failures) }

    /// The variance p(1 − p) of one person; zero without people.
    var unitVariance: Double { people == 0 ? 0 : (x / n) * (misses / n) }

    /// The variance of the rate.
    var rateVariance: Double { people == 0 ? 0 : unitVariance / n }

    /// The proportion as a mean of zeros and ones, with variance p(1 − p).
    package var summary: Summary {
        get throws(Undefined) { try Summary(count: n, mean: rate, variance: unitVariance) }
    }
}

extension Pair where Sample == Proportion {
    /// Refuses a pair in which an arm has no people.
    func requirePeople() throws(Undefined) {
        guard control.people > 0 else { throw .noPeople(.baseline) }
        guard treatment.people > 0 else { throw .noPeople(.variant) }
    }

    /// x_T n_C − x_C n_T: the difference of the rates without the rounding of either.
    private var crossDifference: Double {
        let product = control.x * treatment.n
        let rounding = (-product).addingProduct(control.x, treatment.n)
        return (-product).addingProduct(treatment.x, control.n) - rounding
    }

    /// The treatment's rate minus the control's.
    package func difference() throws(Undefined) -> Double {
        try requirePeople()
        return crossDifference / (control.n * treatment.n)
    }

    /// The difference relative to the control's rate; −1 where the treatment has no conversions.
    package func lift() throws(Undefined) -> Double {
        try requirePeople()
        guard control.conversions > 0 else { throw .noConversions(.baseline) }
        return crossDifference / (control.x * treatment.n)
    }
}
