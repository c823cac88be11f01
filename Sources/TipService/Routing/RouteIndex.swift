/// Routes by the number of parts of their paths, so that a request is held against a few of them.
struct RouteIndex: Sendable {
    /// All routes.
    let all: [Route]

    private let byCount: [Int: [Route]]

    /// Sorts routes.
    init(_ routes: [Route]) {
        all = routes
        byCount = Dictionary(grouping: routes, by: \.partCount)
    }

    /// The routes of the pattern that a path has: of those that match the one with the most words of ours, so that
    /// a name which a client may choose never stands for what a path of ours says.
    func matches(_ segments: [String]) -> [(route: Route, captures: [String: String])] {
        var candidates = byCount[segments.count] ?? []
        if segments.last == "" { candidates += byCount[segments.count - 1] ?? [] }
        let fitting = candidates.compactMap { route in
            route.captures(of: segments).map { (route: route, captures: $0) }
        }
        let most = fitting.map(\.route.literalCount).max()
        return fitting.filter { $0.route.literalCount == most }
    }
}
