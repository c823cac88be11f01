/// Readings of something that changes, one at a time, each shared by all who asked before it began.
actor SharedReading<Value: Sendable> {
    private var isReading = false
    private var waiting: [CheckedContinuation<Value, any Error>] = []

    /// A value read by a reading that begins after this call.
    ///
    /// - Parameter read: Reads it.
    /// - Returns: The value.
    /// - Throws: What the reading throws, to all who share it.
    func shared(_ read: @escaping @Sendable () async throws -> Value) async throws -> Value {
        guard !isReading else { return try await withCheckedThrowingContinuation { waiting.append($0) } }
        isReading = true
        let result = await Self.result(of: read)
        readForThoseWhoWait(read)
        return try result.get()
    }

    /// Begins the reading for those who asked during the last one; a task of its own, as nobody who asks must
    /// wait for the others, and a cancelled one must not fail them.
    private func readForThoseWhoWait(_ read: @escaping @Sendable () async throws -> Value) {
        guard !waiting.isEmpty else {
            isReading = false
            return
        }
        let sharing = waiting
        waiting = []
        Task {
            let result = await Self.result(of: read)
            for one in sharing { one.resume(with: result) }
            readForThoseWhoWait(read)
        }
    }

    private static func result(of read: @Sendable () async throws -> Value) async -> Result<Value, any Error>
    {
        do { return .success(try await read()) } catch { return .failure(error) }
    }
}
