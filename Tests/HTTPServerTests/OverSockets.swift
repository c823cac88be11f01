import Testing

/// The suites that measure time or open many sockets: one test at a time, or they would measure each other.
@Suite("Over real sockets", .serialized)
enum OverSockets {}
