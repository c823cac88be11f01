/// Going on from what is left of events that a log has no more.
extension PersonState {
    /// Takes over a state that was folded from events of which none is left, before or beside what was folded here.
    ///
    /// Into a state of nothing it comes as it is, which is how a person goes on. Where persons turn out to be one
    /// after their events were dropped, both states are put together as well as they can be: counts and times add
    /// up, and of two values the one of the later state holds.
    package mutating func take(_ left: PersonState) {
        guard self != PersonState() else {
            self = left
            return
        }
        let isLater = (left.last.at ?? .epoch) >= (last.at ?? .epoch)
        for (number, tip) in zip(left.tipNumbers, left.tips) { take(tip, of: number) }
        displays += left.displays.filter { !displays.contains($0) }
        if displays.count > 2 * Self.displayLimit {
            displays.removeFirst(displays.count - 2 * Self.displayLimit)
        }
        views = Array((views + left.views).sorted { $0.start < $1.start }.suffix(Self.viewLimit))
        for slot in left.parameters {
            if let place = parameters.firstIndex(where: { $0.number == slot.number }) {
                if isLater { parameters[place] = slot }
            } else {
                parameters.append(slot)
            }
        }
        for list in left.donations { take(list) }
        overrides = Array(
            (overrides + left.overrides.filter { !overrides.contains($0) }).suffix(Self.overrideLimit)
        )
        if let other = left.clock, clock.map({ $0.at < other.at }) ?? true { clock = other }
        if isLater || timeZone == nil { timeZone = left.timeZone ?? timeZone }
        if isLater {
            isOptedOut = left.isOptedOut
            last = left.last
        }
    }

    private mutating func take(_ tip: TipState, of number: UInt32) {
        guard let place = tipNumbers.firstIndex(of: number) else {
            tipNumbers.append(number)
            tips.append(tip)
            return
        }
        tips[place].count += tip.count
        tips[place].taps += tip.taps
        tips[place].settled = TipState.sum(tips[place].settled, tip.settled)
        tips[place].lastEnd = [tips[place].lastEnd, tip.lastEnd].compactMap(\.self).max()
        tips[place].firstDisplayed = [tips[place].firstDisplayed, tip.firstDisplayed].compactMap(\.self).min()
        tips[place].explicit = [tips[place].explicit, tip.explicit].compactMap(\.self).min { $0.at < $1.at }
    }

    private mutating func take(_ list: DonationList) {
        guard let place = donations.firstIndex(where: { $0.event == list.event }) else {
            donations.append(list)
            return
        }
        // Both are in order of time, and sorting keeps the order of equal times.
        let items = donations[place].items + list.items
        donations[place].items = items.enumerated().sorted {
            ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
        }
        .map(\.element)
    }
}
