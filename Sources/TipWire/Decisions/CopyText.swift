public import TipCore

/// Copy as a person reads it.
extension Copy {
    /// This copy with what a variant says in its place; what the variant leaves out stays.
    public func varied(by variant: Copy) -> Copy {
        Copy(
            title: variant.title ?? title,
            message: variant.message ?? message,
            image: variant.image ?? image,
            actions: variant.actions.isEmpty ? actions : variant.actions
        )
    }

    /// The copy in one language, as answers carry it: `title`, `message`, `image` and `actions`.
    ///
    /// - Parameter locale: The language as BCP 47; nil for the first one that is written.
    /// - Returns: All four members; null for a text or an image that there is none of.
    public func json(in locale: String?) -> JSON {
        let text = { (text: LocalizedText?) -> JSON in text.map { .string($0.text(for: locale)) } ?? .null }
        let buttons = actions.map { action -> JSON in
            var members = [JSON.Member("id", .string(action.id)), JSON.Member("title", text(action.title))]
            if action.invalidates { members.append(JSON.Member("invalidates", true)) }
            return .object(members)
        }
        return [
            "title": text(title), "message": text(message), "image": image.map(JSON.string) ?? .null,
            "actions": .array(buttons),
        ]
    }
}
