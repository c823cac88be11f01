import Foundation

/// The evidence of counts against given shares, with a Dirichlet mixture over the alternatives.
///
/// Lindon, Malek, "Anytime-valid inference for multinomial count data" (2022). The prior is centred on
/// the shares; the more concentrated it is, the smaller the departures it looks for.
struct DirichletEvidence {
    /// The shares that the counts are tested against, which add up to one.
    let shares: [Double]

    /// The sum of the prior's parameters.
    let concentration: Double

    /// ln of the Bayes factor of the counts, whatever batches they came in.
    ///
    /// ln [Γ(A)/Γ(A+n) Π Γ(a_i+x_i)/(Γ(a_i) w_i^x_i)] with A the concentration and a_i = A w_i, written
    /// with deviances: the gamma functions of a billion cancel to the last digit.
    func logBayesFactor(_ counts: [Double]) -> Double {
        let total = concentration + counts.reduce(0, +)
        var sum = SaddlePoint.stirlingError(concentration) - SaddlePoint.stirlingError(total)
        for (share, count) in zip(shares, counts) {
            let before = concentration * share
            let after = before + count
            let distance = count - share * (total - concentration)
            sum += SaddlePoint.deviance(after, from: share * total, distance: distance)
            sum -= log(after / (share * total)) / 2
            sum += SaddlePoint.stirlingError(after) - SaddlePoint.stirlingError(before)
        }
        return sum - Double(shares.count - 1) / 2 * log(total / concentration)
    }
}
