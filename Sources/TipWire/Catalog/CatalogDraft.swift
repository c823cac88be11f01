import TipCore

/// A catalog while it is read, with the places that later checks point at.
struct CatalogDraft {
    /// What was read so far.
    var catalog = Catalog()
    /// The places of the tips, one for each tip of the catalog.
    var tips: [TipSite] = []
    /// The places of the groups, one for each group of the catalog.
    var groups: [GroupSite] = []
    /// The places of the experiments, one for each experiment of the catalog.
    var experiments: [ExperimentSite] = []
    /// Every rule with its place, those of tips and those of audiences.
    var rules: [RuleSite] = []
    /// Every text that people read.
    var texts: [TextSite] = []
    /// The ids that were read, to notice one that stands twice.
    var ids = Ids()
    /// Where the names of the events stand.
    var eventPlaces: NamedValues<Int> = [:]
    /// Where the names of the parameters stand.
    var parameterPlaces: NamedValues<Int> = [:]
    /// Whether the file says which parameters there are.
    var declaresParameters = false
    /// Whether the file says which events there are.
    var declaresEvents = false
    /// Whether rules may read experiments that the file does not have, as those of golden cases do.
    var allowsUnknownExperiments = false

    /// Ids by kind.
    struct Ids {
        var tips: Set<ExactText> = []
        var groups: Set<ExactText> = []
        var experiments: Set<ExactText> = []
    }

    /// Where a tip stands.
    struct TipSite {
        /// Its id.
        var id: Int
        /// Its option `maxDisplayDuration`.
        var maxDisplayDuration: Int?
    }

    /// Where a group stands.
    struct GroupSite {
        /// Its id.
        var id: Int
        /// Its members, first to last.
        var tips: [Int]
    }

    /// Where an experiment stands.
    struct ExperimentSite {
        /// Its id.
        var id: Int
        /// The name of its tip.
        var tip: Int
        /// Its metrics: the primary one where it is written, the secondary ones, the guardrails.
        var metrics: [(metric: Metric, offset: Int)]
        /// The ids of its variants, one for each.
        var variants: [Int]
    }

    /// A rule, whose it is, and where its text begins.
    struct RuleSite {
        var rule: Rule
        var owner: Owner
        /// The opening quote of its text.
        var offset: Int

        /// Whose rule it is.
        enum Owner: Hashable {
            /// A tip's, by the tip's id.
            case tip(ExactText)
            /// An experiment's audience, by the experiment's id.
            case audience(ExactText)
        }
    }

    /// A text that people read, and what it is for.
    struct TextSite {
        var text: LocalizedText
        var role: Role
        var offset: Int

        /// What the text is for.
        enum Role: String {
            case title
            case message
            case button
        }
    }
}
