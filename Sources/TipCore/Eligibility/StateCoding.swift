/// A state as bytes, so that a store can keep it and go on from it.
///
/// Version 2: the version, the catalog's fold key in eight bytes, then the fields in the order below. Version 1, which
/// is still read, knows no taps.
/// Numbers of names are those of the vocabulary, so a vocabulary must outlive what is encoded under it.
/// Instants are written by their distance from the last event, as most are near it.
extension PersonState {
    private static let version: UInt8 = 2

    /// The state as bytes, with the key of the catalog that it was folded under.
    public func encoded(under catalog: CompiledCatalog) -> [UInt8] {
        var writer = ByteWriter()
        let base = last.at ?? .epoch
        writer.write(byte: Self.version)
        writer.write(fixed: catalog.foldKey)
        writer.write(optional: last.at) { $0.write(signed: $1.microseconds) }
        writer.write(list: last.counters) {
            $0.write(fixed: $1.device)
            $0.write(signed: $1.sequence)
        }
        writer.write(byte: isOptedOut ? 1 : 0)
        writer.write(optional: timeZone) { $0.write($1) }
        writer.write(optional: clock) {
            $0.write($1.at, near: base)
            $0.write(UInt64($1.tip))
        }
        writer.write(list: Array(zip(tipNumbers, tips))) {
            $0.write(UInt64($1.0))
            $1.1.write(to: &$0, near: base)
        }
        writer.write(list: displays) { $0.write(fixed: $1) }
        writer.write(list: views) { $1.write(to: &$0, near: base) }
        writer.write(list: parameters) {
            $0.write(UInt64($1.number))
            $0.write($1.value)
            $0.write(byte: $1.isOfEarlierLaunch ? 1 : 0)
        }
        writer.write(list: donations) { $1.write(to: &$0, near: base) }
        writer.write(list: overrides) {
            $0.write(byte: $1.kind.code)
            $0.write(optional: $1.tip) { $0.write(UInt64($1)) }
            $0.write($1.until, near: base)
        }
        return writer.bytes
    }

    /// Reads a state and the key of the catalog that it was folded under.
    ///
    /// Under a catalog with that key folding goes on where it stopped. Under another one the history must be
    /// folded anew; where it is gone, the state is the best that is known of it.
    public static func decode(
        _ bytes: [UInt8]
    ) throws(StateDecodingError) -> (state: PersonState, foldKey: UInt64) {
        var reader = ByteReader(bytes)
        let version = try reader.byte()
        guard (1...Self.version).contains(version) else { throw .unknownVersion }
        let foldKey = try reader.fixed()
        var state = PersonState()
        state.last.at = try reader.optional { r throws(StateDecodingError) in
            Timestamp(microseconds: try r.signed())
        }
        let base = state.last.at ?? .epoch
        state.last.counters = try reader.list { r throws(StateDecodingError) in
            LastInstant.Counter(device: try r.fixed(), sequence: try r.signed())
        }
        state.isOptedOut = try reader.flag()
        state.timeZone = try reader.optional { r throws(StateDecodingError) in try r.text() }
        state.clock = try reader.optional { r throws(StateDecodingError) in
            FrequencyClock(at: try r.instant(near: base), tip: try r.number32())
        }
        let tips = try reader.list { r throws(StateDecodingError) in
            (number: try r.number32(), state: try TipState(from: &r, version: version, near: base))
        }
        state.tipNumbers = tips.map(\.number)
        state.tips = tips.map(\.state)
        state.displays = try reader.list { r throws(StateDecodingError) in try r.fixed() }
        state.views = try reader.list { r throws(StateDecodingError) in try OpenView(from: &r, near: base) }
        state.parameters = try reader.list { r throws(StateDecodingError) in
            ParameterSlot(
                number: try r.number32(),
                value: try r.scalar(),
                isOfEarlierLaunch: try r.flag()
            )
        }
        state.donations = try reader.list { r throws(StateDecodingError) in
            try DonationList(from: &r, near: base)
        }
        state.overrides = try reader.list { r throws(StateDecodingError) in
            TestOverride(
                kind: try OverrideKind(code: try r.byte()),
                tip: try r.optional { r throws(StateDecodingError) in try r.number32() },
                until: try r.instant(near: base)
            )
        }
        guard reader.isAtEnd else { throw .corrupt }
        return (state, foldKey)
    }
}

extension TipState {
    fileprivate func write(to writer: inout ByteWriter, near base: Timestamp) {
        writer.write(count: count)
        writer.write(signed: settled)
        writer.write(optional: lastEnd) { $0.write($1, near: base) }
        writer.write(optional: firstDisplayed) { $0.write($1, near: base) }
        writer.write(optional: explicit) {
            $0.write(byte: $1.reason.code)
            $0.write($1.at, near: base)
        }
        writer.write(count: taps)
    }

    fileprivate init(
        from reader: inout ByteReader,
        version: UInt8,
        near base: Timestamp
    ) throws(StateDecodingError) {
        guard let count = Int(exactly: try reader.number()) else { throw .corrupt }
        self.count = count
        settled = try reader.signed()
        lastEnd = try reader.optional { r throws(StateDecodingError) in try r.instant(near: base) }
        firstDisplayed = try reader.optional { r throws(StateDecodingError) in try r.instant(near: base) }
        explicit = try reader.optional { r throws(StateDecodingError) in
            let reason = try InvalidationReason(code: try r.byte())
            return Invalidation(reason: reason, at: try r.instant(near: base))
        }
        guard version >= 2 else { return }
        guard let taps = Int(exactly: try reader.number()) else { throw .corrupt }
        self.taps = taps
    }
}

extension OpenView {
    fileprivate func write(to writer: inout ByteWriter, near base: Timestamp) {
        writer.write(UInt64(tip))
        writer.write(fixed: display)
        writer.write(fixed: device)
        writer.write(start, near: base)
        writer.write(end, near: base)
        writer.write(byte: isEndedByLaunch ? 1 : 0)
    }

    fileprivate init(from reader: inout ByteReader, near base: Timestamp) throws(StateDecodingError) {
        tip = try reader.number32()
        display = try reader.fixed()
        device = try reader.fixed()
        start = try reader.instant(near: base)
        end = try reader.instant(near: base)
        isEndedByLaunch = try reader.flag()
    }
}

extension DonationList {
    fileprivate func write(to writer: inout ByteWriter, near base: Timestamp) {
        writer.write(UInt64(event))
        writer.write(list: items) {
            $0.write($1.at, near: base)
            $0.write(list: $1.info) {
                $0.write(UInt64($1.field))
                $0.write($1.value)
            }
        }
    }

    fileprivate init(from reader: inout ByteReader, near base: Timestamp) throws(StateDecodingError) {
        event = try reader.number32()
        items = try reader.list { r throws(StateDecodingError) in
            Donation(
                at: try r.instant(near: base),
                info: try r.list { r throws(StateDecodingError) in
                    FieldValue(field: try r.number32(), value: try r.scalar())
                }
            )
        }
    }
}

extension InvalidationReason {
    /// The reason's byte, which never changes.
    package var code: UInt8 {
        switch self {
        case .actionPerformed: 1
        case .tipClosed: 2
        case .displayCountExceeded: 3
        case .displayDurationExceeded: 4
        }
    }

    fileprivate init(code: UInt8) throws(StateDecodingError) {
        guard let reason = Self.allCases.first(where: { $0.code == code }) else { throw .corrupt }
        self = reason
    }
}

extension OverrideKind {
    /// The kind's byte, which never changes.
    fileprivate var code: UInt8 {
        switch self {
        case .showTips: 1
        case .hideTips: 2
        case .showAllTips: 3
        case .hideAllTips: 4
        }
    }

    fileprivate init(code: UInt8) throws(StateDecodingError) {
        guard let kind = Self.allCases.first(where: { $0.code == code }) else { throw .corrupt }
        self = kind
    }
}
