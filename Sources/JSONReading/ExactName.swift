/// A name that equals another only if their bytes are the same, as JSON wants it.
///
/// Equality of Swift strings is by canonical equivalence: it takes a Kelvin sign for a K, and a composed
/// letter for the same letter with a combining mark. Equal bytes are always equal strings, so `==` can
/// sort out nearly all pairs first. The hash has the process's random seed: no client can choose names
/// that collide.
struct ExactName: Hashable {
    let text: String

    static func == (one: ExactName, other: ExactName) -> Bool {
        one.text == other.text && one.text.utf8.elementsEqual(other.text.utf8)
    }
}
