/// The words that stand under `type` in <doc:Contract>.
enum EventTypeName: String, CaseIterable {
    case donation
    case donationsDeleted = "donations_deleted"
    case parameter
    case session
    case timeZone = "time_zone"
    case impression
    case impressionProgress = "impression_progress"
    case impressionEnd = "impression_end"
    case impressionFailed = "impression_failed"
    case exposure
    case actionTap = "action_tap"
    case invalidation
    case eligibilityReset = "eligibility_reset"
    case datastoreReset = "datastore_reset"
    case overrideSet = "override_set"
    case overrideCleared = "override_cleared"
    case optOut = "opt_out"
    case optIn = "opt_in"
    case identify

    /// The types that only the server writes, in the stream that holds no person.
    static let serverOnly: Set<String> = [
        "catalog_applied", "experiment_started", "experiment_ramped", "phase_started", "experiment_paused",
        "experiment_resumed", "experiment_stopped", "tip_off", "tip_on", "erasure",
    ]
}
