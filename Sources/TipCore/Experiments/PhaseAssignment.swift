extension ExperimentPhase {
    /// stub
    public func assignedVariant(of unit: String) -> String? { variants.first?.id }
}
