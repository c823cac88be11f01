/// A sentence that can be told in more than one language: a template with numbered places, and what stands in them.
///
/// It is written as an interpolated string. What is written is the template, in English; what is put in is a part. A
/// part is a text that is the same in every language, such as a name or a number, or a sentence itself:
///
/// ```swift
/// let sentence: Sentence = "\(variant) does better than \(baseline)."
/// sentence.template    // "{1} does better than {2}."
/// sentence.english     // "benefit does better than control."
/// ```
///
/// Another language needs a table from templates to templates, and may put the parts in another order.
public struct Sentence: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// What is said, with `{1}` where the first part stands; what stands between the parts, where they are joined.
    public let template: String

    /// What is put in, in the order of the English sentence.
    public let parts: [Part]

    /// Whether the parts stand one after another with the template between them.
    public let isJoined: Bool

    /// Something that is put into a sentence.
    public enum Part: Hashable, Sendable {
        /// The same in every language.
        case text(String)
        /// Told in the language of the whole.
        case sentence(Sentence)
    }

    /// Takes down a sentence in which nothing is put in.
    public init(stringLiteral: String) {
        self.init(template: stringLiteral, parts: [], isJoined: false)
    }

    /// Takes down a sentence in which something is put in.
    public init(stringInterpolation: StringInterpolation) {
        self.init(template: stringInterpolation.template, parts: stringInterpolation.parts, isJoined: false)
    }

    /// A text that is the same in every language.
    public init(verbatim text: String) {
        self.init(template: "{1}", parts: [.text(text)], isJoined: false)
    }

    /// Puts sentences one after another; those that say nothing are left out.
    ///
    /// - Parameters:
    ///   - sentences: The sentences, in order.
    ///   - separator: What stands between them in English, such as `", "`; other languages have their own for it.
    public init(_ sentences: [Sentence], joinedBy separator: String) {
        self.init(
            template: separator,
            parts: sentences.filter { !$0.isEmpty }.map { .sentence($0) },
            isJoined: true
        )
    }

    /// A sentence that says a template with its parts.
    ///
    /// - Parameters:
    ///   - template: A template such as `"{1} people"`.
    ///   - parts: What is put in.
    public init(template: String, parts: [Part]) {
        self.init(template: template, parts: parts, isJoined: false)
    }

    private init(template: String, parts: [Part], isJoined: Bool) {
        self.template = template
        self.parts = parts
        self.isJoined = isJoined
    }

    /// Whether it says nothing.
    public var isEmpty: Bool { isJoined ? parts.isEmpty : template.isEmpty }

    /// The sentence in English.
    public var english: String { text { $0 } }

    /// The sentence in English, as it stands in a text.
    public var description: String { english }

    /// The sentence in a language.
    ///
    /// - Parameter translation: The template of the language for one in English, with the same places or fewer, or
    ///   what stands between parts for a separator. A template that the language does not have may be given back.
    /// - Returns: The sentence with all its parts.
    public func text(_ translation: (String) -> String) -> String {
        if isJoined {
            return parts.map { $0.text(translation) }.joined(separator: translation(template))
        }
        guard !parts.isEmpty else { return translation(template) }
        var text = ""
        var rest = Substring(translation(template))
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            let inside = rest[rest.index(after: open)...]
            if let close = inside.firstIndex(of: "}"), let place = Int(inside[..<close]),
                parts.indices.contains(place - 1)
            {
                text += parts[place - 1].text(translation)
                rest = inside[inside.index(after: close)...]
            } else {
                text += "{"
                rest = inside
            }
        }
        return text + rest
    }

    /// All templates that it says, its own and those of its parts; separators too, where they separate something.
    public var templates: Set<String> {
        var found: Set<String> = isJoined && parts.count < 2 ? [] : [template]
        for case .sentence(let part) in parts { found.formUnion(part.templates) }
        return found
    }
}

extension Sentence.Part {
    fileprivate func text(_ translation: (String) -> String) -> String {
        switch self {
        case .text(let text): text
        case .sentence(let sentence): sentence.text(translation)
        }
    }
}

extension Sentence {
    /// Takes down what is written and what is put in.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var template = ""
        fileprivate var parts: [Part] = []

        /// Begins to take down.
        public init(literalCapacity: Int, interpolationCount: Int) {
            template.reserveCapacity(literalCapacity + 3 * interpolationCount)
            parts.reserveCapacity(interpolationCount)
        }

        /// Takes down what is written.
        public mutating func appendLiteral(_ literal: String) { template += literal }

        /// Puts in a text that is the same in every language.
        public mutating func appendInterpolation(_ text: String) { put(.text(text)) }

        /// Puts in a number in decimal digits.
        public mutating func appendInterpolation(_ number: some BinaryInteger) {
            put(.text(number.description))
        }

        /// Puts in a sentence, which is told in the language of the whole.
        public mutating func appendInterpolation(_ sentence: Sentence) { put(.sentence(sentence)) }

        private mutating func put(_ part: Part) {
            parts.append(part)
            template += "{\(parts.count)}"
        }
    }
}
