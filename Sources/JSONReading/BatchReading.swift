/// Builds the values of a body that has been cut.
enum BatchReading {
    /// Reads elements and members.
    ///
    /// - Throws: `duplicateKey` and `badText` for the names beside the elements, `tooLarge` without memory.
    static func batch(
        _ text: Span<UInt8>,
        _ cutter: BodyCutter,
        _ limits: JSONLimits,
        listName: String?
    ) throws(JSONFailure) -> JSONBatch {
        var largest = 0
        for cut in cutter.elements where cut.range.count <= limits.maxElementBytes {
            largest = max(largest, cut.range.count)
        }
        guard let reader = DocumentReader(capacity: largest) else {
            throw JSONFailure(.tooLarge, at: 0, "No memory to read it")
        }

        var elements: [JSONBatch.Element] = []
        elements.reserveCapacity(cutter.elements.count)
        for cut in cutter.elements {
            let outcome = outcome(text, cut, limits, reader)
            elements.append(JSONBatch.Element(range: cut.range, line: cut.line, outcome: outcome))
        }

        var members: [JSONMember] = []
        var failures: [JSONFailure] = []
        var names = Set(listName.map { [ExactName(text: $0)] } ?? [])
        for (nameCut, valueCut) in cutter.members {
            let name = try name(text, nameCut, reader)
            guard names.insert(ExactName(text: name)).inserted else {
                throw JSONFailure(
                    .duplicateKey,
                    at: nameCut.range.lowerBound,
                    "An object has the same name twice"
                )
            }
            switch outcome(text, valueCut, limits, reader) {
            case .success(let value): members.append(JSONMember(name, value))
            case .failure(let failure): failures.append(failure.moved(by: valueCut.range.lowerBound))
            }
        }
        return JSONBatch(
            elements: elements,
            members: members,
            memberFailures: failures,
            isEnvelope: listName != nil
        )
    }

    /// The members that are fit by themselves and whose names stand there once.
    static func fitMembers(_ text: Span<UInt8>, _ cutter: BodyCutter, _ limits: JSONLimits) -> [JSONMember] {
        guard let reader = DocumentReader(capacity: limits.maxElementBytes) else { return [] }
        var members: [JSONMember] = []
        var counts: [ExactName: Int] = [:]
        for (nameCut, valueCut) in cutter.members {
            guard let name = try? name(text, nameCut, reader) else { continue }
            counts[ExactName(text: name), default: 0] += 1
            guard case .success(let value) = outcome(text, valueCut, limits, reader) else { continue }
            members.append(JSONMember(name, value))
        }
        return members.filter { counts[ExactName(text: $0.name)] == 1 }
    }

    /// Checks what the scan found, then builds the value; failures count from the element's start.
    private static func outcome(
        _ text: Span<UInt8>,
        _ cut: Cut,
        _ limits: JSONLimits,
        _ reader: borrowing DocumentReader
    ) -> Result<JSONValue, JSONFailure> {
        let start = cut.range.lowerBound
        if cut.range.count > limits.maxElementBytes {
            return .failure(
                JSONFailure(
                    .tooLarge,
                    at: limits.maxElementBytes,
                    "\(cut.range.count) bytes, over the limit of \(limits.maxElementBytes)"
                )
            )
        }
        if let failure = cut.failure { return .failure(failure) }
        if let position = cut.findings.tooDeep {
            return .failure(
                JSONFailure(.tooDeep, at: position - start, "Nested deeper than \(limits.maxDepth)")
            )
        }
        if let position = cut.findings.badText {
            return .failure(JSONFailure(.badText, at: position - start, badTextDetail))
        }
        do throws(JSONFailure) {
            return .success(try reader.value(in: text, cut))
        } catch {
            return .failure(error)
        }
    }

    /// Unescapes a name beside the elements.
    private static func name(
        _ text: Span<UInt8>,
        _ cut: Cut,
        _ reader: borrowing DocumentReader
    ) throws(JSONFailure) -> String {
        if let position = cut.findings.badText { throw JSONFailure(.badText, at: position, badTextDetail) }
        guard case .string(let name) = try reader.value(in: text, cut) else {
            throw JSONFailure(.malformed, at: cut.range.lowerBound, "Expected a member's name in quotes")
        }
        return name
    }

    private static let badTextDetail = "U+0000, half of a surrogate pair or bytes that are not UTF-8"
}
