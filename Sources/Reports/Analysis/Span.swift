import Statistics

extension Comparison {
    /// The interval of the lift as a range of numbers; nil where there is none.
    package var liftSpan: ClosedRange<Double>? { liftInterval.value?.span }
}

extension DailyLift {
    /// The interval of the lift as a range of numbers; nil where there is none.
    package var span: ClosedRange<Double>? { interval.value?.span }
}

extension ReportMethod {
    /// How often an interval of the report holds the truth, 0.95 usually.
    package var confidence: Double { 1 - level.alpha }
}

extension Interval {
    /// The interval as a range; nil where its ends are none.
    fileprivate var span: ClosedRange<Double>? { lower <= upper ? lower...upper : nil }
}
