extension JSONBatch {
    /// What can still be read of an object that is unfit as a whole: so a refusal can name whose event it was.
    ///
    /// - Parameters:
    ///   - object: The bytes of the object; after a fault in its grammar nothing more is read.
    ///   - limits: How much is read; each member counts as an element.
    /// - Returns: The members that are fit by themselves, in their order; those whose name stands there twice are left
    ///   out, as nobody knows which is meant.
    package static func readableMembers(
        of object: [UInt8],
        limits: JSONLimits = JSONLimits()
    ) -> [JSONMember] {
        var cutter = BodyCutter(limits: limits)
        // What was cut before the fault stays.
        _ = try? cutter.envelope(object.span, member: "")
        return BatchReading.fitMembers(object.span, cutter, limits)
    }
}
