import Foundation

/// Addresses of pages about things that have names.
package enum WebAddress {
    /// A text as a part of a path or a value of a query.
    package static func part(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// The page of an experiment.
    package static func experiment(_ id: String) -> String { "/experiments/" + part(id) }

    /// The page of a tip.
    package static func tip(_ id: String) -> String { "/tips/" + part(id) }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~"
    )
}
