import TipCore

/// What can become of a comparison of a count with a number, whatever a person does.
enum CountOutlook {
    /// It never holds, because rules see no more donations than the limit.
    case overLimit
    /// It never holds.
    case never
    /// It always holds.
    case always
    /// It holds between two donations only.
    case briefly
    /// It may turn out either way.
    case open

    /// Looks at `count sign number`, where a count is a whole number from 0 to `most`.
    init(sign: String, number: Double, most: Double) {
        let isCount = number >= 0 && number == number.rounded()
        switch sign {
        case "==" where !isCount: self = .never
        case "==" where number > most: self = .overLimit
        case "==": self = number == 0 ? .open : .briefly
        case "!=": self = isCount && number <= most ? .open : .always
        case ">=" where number <= 0: self = .always
        case ">" where number < 0: self = .always
        case ">=" where number > most: self = .overLimit
        case ">" where number >= most: self = .overLimit
        case "<" where number <= 0: self = .never
        case "<=" where number < 0: self = .never
        case "<" where number > most: self = .always
        case "<=" where number >= most: self = .always
        default: self = .open
        }
    }
}

/// The values a parameter may have for all comparisons seen so far to hold.
struct ClaimRange {
    /// What the parameters of one tip or audience may be, by name.
    typealias Table = NamedValues<ClaimRange>

    private var equal: Scalar?
    private var low = -Double.infinity
    private var high = Double.infinity
    private var excludesLow = false
    private var excludesHigh = false

    /// Whether some value is left.
    enum Outcome {
        case possible
        case contradiction
    }

    /// Takes another comparison in.
    mutating func add(_ sign: String, _ literal: Scalar) -> Outcome {
        if sign == "==" {
            if let equal, equal != literal { return .contradiction }
            equal = literal
        } else if case .number(let number) = literal {
            narrow(sign, number)
        }
        if case .number(let number) = equal {
            let isAbove = number > low || number == low && !excludesLow
            let isBelow = number < high || number == high && !excludesHigh
            return isAbove && isBelow ? .possible : .contradiction
        }
        return low < high || low == high && !excludesLow && !excludesHigh ? .possible : .contradiction
    }

    private mutating func narrow(_ sign: String, _ number: Double) {
        switch sign {
        case ">=" where number > low: (low, excludesLow) = (number, false)
        case ">" where number >= low: (low, excludesLow) = (number, true)
        case "<=" where number < high: (high, excludesHigh) = (number, false)
        case "<" where number <= high: (high, excludesHigh) = (number, true)
        default: break
        }
    }
}

extension NamedValues<ClaimRange> {
    /// Takes a comparison of a parameter in; counts are left alone, as their steps differ.
    mutating func add(_ claim: RuleClaim) -> ClaimRange.Outcome {
        guard case .parameter(let name) = claim.subject else { return .possible }
        return self[name, default: ClaimRange()].add(claim.sign, claim.literal)
    }
}
