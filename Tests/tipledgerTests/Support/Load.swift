import Synchronization
import TipCore

/// Clients that post batches of events with known ids until they have had enough, and keep account of the answers.
final class Load: Sendable {
    /// One batch: its name, from which all of it follows.
    struct Batch: Hashable, Sendable {
        /// Tells the batches of one load from those of another.
        let load: String
        let client: Int
        let number: Int

        static let size = 20

        /// The persons are few, so that each has many events.
        var person: String { "person-\(load)-\(client)-\(number % 3)" }

        /// The ids of its events.
        var ids: [String] { (0..<Self.size).map { "\(load)-\(client)-\(number)-\($0)" } }

        /// Its events as JSON: impressions and taps, so that there is something to fold.
        var body: String {
            let events = ids.enumerated().map { index, id in
                let at = "2025-02-03T04:\(10 + index):\(10 + number % 50)Z"
                let what =
                    index.isMultiple(of: 4)
                    ? #""type":"action_tap","action":"go""# : #""type":"impression","display":"\#(id)""#
                return #"{\#(what),"tip":"T","person":"\#(person)","id":"\#(id)","at":"\#(at)"}"#
            }
            return "[\(events.joined(separator: ","))]"
        }
    }

    /// What became of the batches.
    struct Account: Sendable {
        /// Answered 200.
        var stored: Set<Batch> = []
        /// Sent, and not answered 200: may be in the log or not.
        var open: Set<Batch> = []
        /// Statuses other than 200, with whether they said when to come again.
        var refusals: [(status: Int, retryAfter: Bool)] = []
        /// Requests that got no answer.
        var silent = 0
    }

    private let state = Mutex((account: Account(), isOver: false))
    private let clients: Int
    private let name: String

    /// The account so far.
    var account: Account { state.withLock { $0.account } }

    /// Makes so many clients, each of which sends one batch after another.
    init(clients: Int, name: String = "load") {
        self.clients = clients
        self.name = name
    }

    /// Tells the clients to end after the answer they wait for.
    func end() { state.withLock { $0.isOver = true } }

    /// Posts until `end()`, 400 batches a client at most.
    ///
    /// `endsWhenSilent`: Whether a client gives up at the first request that gets no answer.
    func run(against ledger: ServedLedger, endsWhenSilent: Bool) async {
        await withTaskGroup(of: Void.self) { group in
            for client in 0..<clients {
                group.addTask {
                    for number in 0..<400 where !self.state.withLock({ $0.isOver }) {
                        let isAnswered = await self.post(
                            Batch(load: self.name, client: client, number: number),
                            to: ledger
                        )
                        if !isAnswered, endsWhenSilent { return }
                    }
                }
            }
        }
    }

    /// Sends what is open again; afterwards nothing is.
    func settle(against ledger: ServedLedger) async {
        for batch in account.open { _ = await post(batch, to: ledger) }
    }

    private func post(_ batch: Batch, to ledger: ServedLedger) async -> Bool {
        state.withLock { _ = $0.account.open.insert(batch) }
        guard let answer = try? await ledger.ask("POST", "/v1/events", as: "write", batch.body) else {
            state.withLock { $0.account.silent += 1 }
            return false
        }
        state.withLock { state in
            guard answer.status == 200 else {
                state.account.refusals.append((answer.status, answer.retryAfter != nil))
                return
            }
            state.account.stored.insert(batch)
            state.account.open.remove(batch)
        }
        // Whoever is told to come again later does not come at once.
        if answer.status != 200 { try? await Task.sleep(for: .milliseconds(100)) }
        return true
    }
}
