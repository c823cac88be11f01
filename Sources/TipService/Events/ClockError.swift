import JSONReading
import TipCore
import TipStore

/// How far a client's clock is off, as far as its request tells.
///
/// An SDK that says when it sent a request lets the two clocks be compared at receipt. A clock that is ahead by more
/// than a minute is known to be wrong. One that is behind may also be a request that waited, so it counts as wrong
/// only where the SDK says the time when it sends: the files of mobile SDKs carry the time they were closed.
struct ClockError: Hashable, Sendable {
    /// What must be added to the client's times, in microseconds.
    let microseconds: Int64

    private static let least: Int64 = 60_000_000

    /// Compares the time of sending in a request with its receipt.
    init(_ parcel: Parcel, _ batch: JSONBatch, receivedAt: Timestamp) {
        let stated = parcel.sentAtMember.flatMap { name -> String? in
            if batch.isEnvelope { return batch.members.first { $0.isNamed(name) }?.value.string }
            guard batch.elements.count == 1, case .success(let value) = batch.elements[0].outcome else {
                return nil
            }
            return value[name]?.string
        }
        guard let sentAt = stated.flatMap({ Timestamp(rfc3339: $0) }), sentAt >= .epoch else {
            microseconds = 0
            return
        }
        let behind = receivedAt.microseconds - sentAt.microseconds
        let isWrong = behind < -Self.least || (behind > Self.least && parcel.isStampedOnSending)
        microseconds = isWrong ? behind : 0
    }

    /// Moves the time of an event to the server's clock; what the client stated stays beside it.
    func correct(_ incoming: inout IncomingEvent, receivedAt: Timestamp) {
        guard microseconds != 0, incoming.statedMilliseconds != nil else { return }
        let stated = incoming.statedAt ?? incoming.event.at
        let corrected = stated.adding(microseconds: microseconds)
        incoming.event.at = min(max(corrected, .epoch), receivedAt)
        incoming.statedAt = stated
    }
}
