package import TipCore
import TipWire

/// Which names that apps give to events in other dialects mean events of ours.
///
/// A name is the same however it is written: `Tip Displayed`, `tip_displayed` and `tip.displayed` are one. What no
/// name stands for is a donation of that name, as it is: nothing that an app sends is lost for want of a name.
package struct EventNames: Sendable {
    /// What happened to a tip, by the names of the contract.
    enum Meaning: String, CaseIterable, Sendable {
        case donation, impression, exposure, invalidation, parameter, session
        case impressionProgress = "impression_progress"
        case impressionEnd = "impression_end"
        case impressionFailed = "impression_failed"
        case actionTap = "action_tap"
        case optOut = "opt_out"
        case optIn = "opt_in"
    }

    private var meanings: [String: Meaning] = [
        "tip displayed": .impression, "tip still displayed": .impressionProgress,
        "tip display ended": .impressionEnd, "tip display failed": .impressionFailed,
        "tip exposed": .exposure, "tip action": .actionTap, "tip invalidated": .invalidation,
        "tip donated": .donation, "tips opted out": .optOut, "tips opted in": .optIn,
    ]

    /// Creates the names that are known without being told.
    package init() {}

    /// Adds names to those that are known.
    ///
    /// - Parameter json: An object of names and types, such as `{"Hint Shown": "impression"}`.
    /// - Throws: `BadEventNames`.
    package init(adding json: JSON) throws(BadEventNames) {
        guard case .object(let members) = json else { throw BadEventNames(name: nil) }
        for member in members {
            guard let meaning = member.value.stringValue.flatMap(Meaning.init(rawValue:)) else {
                throw BadEventNames(name: member.key)
            }
            meanings[Self.plain(member.key)] = meaning
        }
    }

    /// What a name stands for; nil where it is the app's own.
    func meaning(of name: String) -> Meaning? { meanings[Self.plain(name)] }

    /// A name in lower case with a space for whatever stands between its words.
    private static func plain(_ name: String) -> String {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }
}

/// Names of events that cannot be read.
package struct BadEventNames: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name whose type is none; nil where it is no object at all.
    package let name: String?

    /// What is wrong.
    package var description: String {
        guard let name else { return "The names of events are no JSON object of names and types." }
        return "The type of '\(name)' is none that a name can stand for."
    }

    /// What to write.
    package var hint: String {
        "Write {\"Hint Shown\": \"impression\"}; the types are "
            + EventNames.Meaning.allCases.map(\.rawValue).joined(separator: ", ") + "."
    }
}
