/// How large an event and its parts may be, in bytes of UTF-8.
///
/// The contract gives the lengths of `id`, `person`, `device` and `info`, and the size and depth of an
/// event (<doc:Contract>). The others are ours: names are as long as a person's may be, and what one
/// of them is compared with or shown as fits in one database row.
public struct EventLimits: Hashable, Sendable {
    /// The size of one event as JSON text.
    public var eventBytes = 65_536
    /// How deep an event may nest; the event itself is depth 1.
    public var depth = 32
    /// The length of an event's id.
    public var idBytes = 128
    /// The length of a person's name.
    public var personBytes = 256
    /// The length of a device's name.
    public var deviceBytes = 128
    /// The size of a donation's `info` as compact JSON.
    public var infoBytes = 1024
    /// The length of a string as the value of a parameter.
    public var valueBytes = 1024
    /// The length of the name of a tip, event, parameter, display, action, experiment, variant or group, and
    /// of the reason of a failed display.
    public var nameBytes = 256
    /// The length of a member of `context`.
    public var contextBytes = 256
    /// The size of what the contract knows of `context`, as compact JSON.
    ///
    /// A context is one word of the log's dictionary, whose index takes no longer ones. Members of plain text
    /// at their limit fit; only text that JSON must escape at length does not.
    public var contextTotalBytes = 2048

    /// How many tips one override may name.
    public var overrideTips = 1000

    /// Creates the limits of the contract.
    public init() {}
}
