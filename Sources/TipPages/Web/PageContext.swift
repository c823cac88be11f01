/// What a page must know of whoever looks at it.
package struct PageContext: Hashable, Sendable {
    /// The language that the page speaks.
    package var language: PageLanguage
    /// The address at which the page can be asked for again, without the choice of the language.
    package var path: String
    /// Who is signed in; nil where nobody is.
    package var session: Session?
    /// What the page says first, such as that a step was taken; nil is nothing.
    package var notice: PageNotice?
    /// What the figures of the page leave out; nil is nothing.
    package var uncounted: Uncounted?

    /// Who is signed in.
    package struct Session: Hashable, Sendable {
        /// What a form of this session carries, so that no other page can send one.
        package let formToken: String
        /// Whether the session may change things by itself.
        package let isAdmin: Bool
        /// The id of the key.
        package let keyID: String

        /// Describes a session.
        package init(formToken: String, isAdmin: Bool, keyID: String) {
            self.formToken = formToken
            self.isAdmin = isAdmin
            self.keyID = keyID
        }
    }

    /// Describes whoever looks at a page.
    package init(
        language: PageLanguage,
        path: String,
        session: Session? = nil,
        notice: PageNotice? = nil,
        uncounted: Uncounted? = nil
    ) {
        self.language = language
        self.path = path
        self.session = session
        self.notice = notice
        self.uncounted = uncounted
    }

    /// The phrases of the page.
    var words: PageWords { PageWords(language: language) }
}

/// A step that was taken, told on the page that follows it.
package enum PageNotice: Hashable, Sendable {
    /// An experiment was stopped.
    case stopped(String)
    /// A tip was switched off for everybody.
    case switchedOff(String)
    /// A tip was switched on again.
    case switchedOn(String)
    /// A catalog came in force.
    case applied(revision: Int)

    /// What is told.
    func text(_ words: PageWords) -> String {
        switch self {
        case .stopped(let experiment): words(.didStop, experiment)
        case .switchedOff(let tip): words(.didSwitchOff, tip)
        case .switchedOn(let tip): words(.didSwitchOn, tip)
        case .applied(let revision): words(.didApply, "\(revision)")
        }
    }
}

/// The parts of the web page, in the order of the navigation.
package enum WebSection: String, Hashable, Sendable, CaseIterable {
    /// What experiments have found.
    case experiments = "/"
    /// The tips and what becomes of them.
    case tips = "/tips"
    /// One person and why they see what they see.
    case person = "/people"
    /// What comes in.
    case intake = "/ingest"
    /// The catalog and what another one would change.
    case catalog = "/catalog"

    var phrase: Phrase {
        switch self {
        case .experiments: .experiments
        case .tips: .tips
        case .person: .person
        case .intake: .intake
        case .catalog: .catalog
        }
    }
}
