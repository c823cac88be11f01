extension Pair where Sample == Proportion {
    /// Newcombe's interval of the difference, his method 10 without continuity correction (formula F4).
    ///
    /// Built from the arms' Wilson intervals, so it exists at 0 % and 100 % too, and stays in −1…1.
    package func newcombeInterval(_ level: Level = .fivePercent) throws(Undefined) -> Interval {
        let difference = try difference()
        let controlReach = try control.wilsonReach(level)
        let treatmentReach = try treatment.wilsonReach(level)
        let down = hypotenuse(treatmentReach.below, controlReach.above)
        let up = hypotenuse(treatmentReach.above, controlReach.below)
        return try Interval(lower: max(-1, difference - down), upper: min(1, difference + up))
    }

    private func hypotenuse(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
}
