/// A tip: its copy, its rules and its options.
public struct TipDefinition: Hashable, Sendable {
    /// The name that owns the tip's state; one `{item}` in it makes a reusable tip with a state an item.
    public var id: String
    /// What people read.
    public var copy: Copy
    /// What must hold for the tip to be available; all of them.
    public var rules: [Rule]
    /// Limits on its displays.
    public var options: TipOptions
    /// Which of several available tips goes first: the larger number.
    public var priority: Int
    /// How the app presents it, such as `inline` or `popover`; a hint.
    public var presentation: String?
    /// Rises when the tip says something new.
    public var revision: Int64

    /// Creates a tip.
    public init(
        id: String,
        copy: Copy = Copy(),
        rules: [Rule] = [],
        options: TipOptions = TipOptions(),
        priority: Int = 0,
        presentation: String? = nil,
        revision: Int64 = 1
    ) {
        self.id = id
        self.copy = copy
        self.rules = rules
        self.options = options
        self.priority = priority
        self.presentation = presentation
        self.revision = revision
    }
}

/// TipKit's options of a tip.
public struct TipOptions: Hashable, Sendable {
    /// Displays after which the tip is invalidated; at least 1, nil is no limit.
    public var maxDisplayCount: Int?
    /// Seconds on screen after which the tip is invalidated; under 60 counts as 60 (R8), nil is no limit.
    public var maxDisplayDuration: Double?
    /// Whether the tip appears before the display frequency has passed.
    public var ignoresDisplayFrequency: Bool

    /// Creates options.
    public init(
        maxDisplayCount: Int? = nil,
        maxDisplayDuration: Double? = nil,
        ignoresDisplayFrequency: Bool = false
    ) {
        self.maxDisplayCount = maxDisplayCount
        self.maxDisplayDuration = maxDisplayDuration
        self.ignoresDisplayFrequency = ignoresDisplayFrequency
    }
}

/// What people read of a tip or of a variant.
public struct Copy: Hashable, Sendable {
    /// The headline.
    public var title: LocalizedText?
    /// The text under it.
    public var message: LocalizedText?
    /// The name of an image or symbol.
    public var image: String?
    /// The buttons, first to last.
    public var actions: [ActionDefinition]

    /// Creates copy.
    public init(
        title: LocalizedText? = nil,
        message: LocalizedText? = nil,
        image: String? = nil,
        actions: [ActionDefinition] = []
    ) {
        self.title = title
        self.message = message
        self.image = image
        self.actions = actions
    }

    /// The copy with what it leaves out taken from another: a variant's from its tip's.
    public func completed(by base: Copy) -> Copy {
        Copy(
            title: title ?? base.title,
            message: message ?? base.message,
            image: image ?? base.image,
            actions: actions.isEmpty ? base.actions : actions
        )
    }
}

/// A button of a tip.
public struct ActionDefinition: Hashable, Sendable {
    /// The name an `action_tap` gives; TipKit's default is the button's index.
    public var id: String
    /// What the button says.
    public var title: LocalizedText?
    /// Whether pressing it invalidates the tip with `actionPerformed` (R18).
    public var invalidates: Bool

    /// Creates a button.
    public init(id: String, title: LocalizedText? = nil, invalidates: Bool = false) {
        self.id = id
        self.title = title
        self.invalidates = invalidates
    }
}

/// Text in one language or in several.
public struct LocalizedText: Hashable, Sendable {
    /// The text by BCP 47 tag in file order; a text without a language stands under the empty tag.
    public var variants: [Variant]

    /// The text in one language.
    public struct Variant: Hashable, Sendable {
        /// The language, as BCP 47; empty for text that names none.
        public var locale: String
        /// The text.
        public var text: String

        /// Creates the text of one language.
        public init(locale: String, text: String) {
            self.locale = locale
            self.text = text
        }
    }

    /// Creates text that is the same in every language.
    public init(_ text: String) {
        variants = [Variant(locale: "", text: text)]
    }

    /// Creates text in several languages; the first one is shown where none fits.
    public init(variants: [Variant]) {
        self.variants = variants
    }

    /// The text for a language: the exact tag, else the longest prefix of it that is there (`pt-BR`, `pt`),
    /// else another variant of the same language, else the first; empty where there is no text at all.
    public func text(for locale: String?) -> String {
        guard let locale, !locale.isEmpty else { return variants.first?.text ?? "" }
        var tag = Self.normalized(locale)
        while true {
            if let match = variants.first(where: { Self.normalized($0.locale) == tag }) { return match.text }
            guard let cut = tag.lastIndex(of: "-") else { break }
            tag = String(tag[..<cut])
        }
        let sibling = variants.first { Self.normalized($0.locale).hasPrefix(tag + "-") }
        return (sibling ?? variants.first)?.text ?? ""
    }

    /// Apple writes `en_US`, the web `en-US`; both mean the same and letter case means nothing.
    private static func normalized(_ locale: String) -> String {
        let base = locale.prefix { $0 != "." && $0 != "@" }
        return String(base.lowercased().map { $0 == "_" ? "-" : $0 })
    }
}
