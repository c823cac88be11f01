/// How much of a body is read at most.
package struct JSONLimits: Hashable, Sendable {
    /// Deepest nesting of arrays and objects within an element; an object without any inside has depth 1.
    ///
    /// Values are built and freed by recursion, so it is held between 1 and 256.
    package let maxDepth: Int

    /// Most bytes of one element, as it stands in the body.
    package let maxElementBytes: Int

    /// Most elements of one body.
    package let maxElements: Int

    /// Sets the limits; the defaults are those announced for events.
    package init(maxDepth: Int = 32, maxElementBytes: Int = 65_536, maxElements: Int = 2_500) {
        self.maxDepth = min(max(maxDepth, 1), 256)
        self.maxElementBytes = max(maxElementBytes, 1)
        self.maxElements = max(maxElements, 0)
    }
}
