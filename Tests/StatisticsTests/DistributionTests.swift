import Statistics
import Testing

@Suite("Distribution functions are exact to the last digits, far into the tails")
struct DistributionTests {
    @Test(.needsReferenceCases, arguments: ReferenceCase.of("dist_norm"))
    func dist_norm(_ reference: ReferenceCase) {
        let x = reference.inputs["x"].double
        let got: [String: JSONValue] = [
            "cdf": .number(Normal.lowerTail(x)), "sf": .number(Normal.upperTail(x)),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("dist_norm_ppf"))
    func dist_norm_ppf(_ reference: ReferenceCase) throws {
        let x = try Normal.quantile(reference.inputs["p"].double)
        #expect(reference.mismatches(["x": .number(x)]) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("dist_t"))
    func dist_t(_ reference: ReferenceCase) throws {
        let law = try StudentT(degreesOfFreedom: reference.inputs["df"].double)
        #expect(reference.mismatches(["sf": .number(law.upperTail(reference.inputs["x"].double))]) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("dist_t_ppf"))
    func dist_t_ppf(_ reference: ReferenceCase) throws {
        let law = try StudentT(degreesOfFreedom: reference.inputs["df"].double)
        let x = try law.quantile(reference.inputs["p"].double)
        #expect(reference.mismatches(["x": .number(x)]) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("dist_chi2"))
    func dist_chi2(_ reference: ReferenceCase) throws {
        let law = try ChiSquare(degreesOfFreedom: reference.inputs["k"].double)
        #expect(reference.mismatches(["sf": .number(law.upperTail(reference.inputs["x"].double))]) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("dist_beta"))
    func dist_beta(_ reference: ReferenceCase) throws {
        let law = try Beta(a: reference.inputs["a"].double, b: reference.inputs["b"].double)
        #expect(reference.mismatches(["cdf": .number(law.lowerTail(reference.inputs["x"].double))]) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("dist_beta_ppf"))
    func dist_beta_ppf(_ reference: ReferenceCase) throws {
        let law = try Beta(a: reference.inputs["a"].double, b: reference.inputs["b"].double)
        let x = try law.quantile(reference.inputs["p"].double)
        #expect(reference.mismatches(["x": .number(x)]) == [])
    }

    enum Function: Sendable {
        case betaLower
        case betaQuantile
        case normalQuantile
        case studentLower
        case studentQuantile
        case chiSquareUpper
    }

    /// Function, parameters, argument and value by mpmath with 60 digits.
    static let truth: [(function: Function, parameters: [Double], x: Double, value: Double)] = [
        (.betaLower, [0.5, 0.5], 0.01, 0.06376856085851985),
        (.betaLower, [30.0, 970.0], 0.03, 0.5231793995744591),
        (.betaLower, [301.0, 9701.0], 0.03, 0.4853508597163051),
        (.betaLower, [301.0, 9701.0], 0.02, 1.0685867233166242e-11),
        (.betaLower, [10000.0, 100000.0], 0.095, 0.9999984224542462),
        (.betaLower, [100000.0, 1000000.0], 0.0912, 0.8557021080806863),
        (.betaLower, [0.001, 0.001], 0.5, 0.5),
        (.betaLower, [500000.0, 500000.0], 0.5005, 0.8413447460685466),
        (.betaLower, [3.0, 1000000.0], 1e-06, 0.08030167298125863),
        (.betaLower, [120.5, 80.5], 0.2, 1.8838761054577313e-35),
        (.betaLower, [1.0, 10000.0], 1e-09, 9.999950005166617e-06),
        (.betaQuantile, [0.5, 0.5], 0.025, 0.001541333133436012),
        (.betaQuantile, [30.0, 970.0], 0.025, 0.02035092729457142),
        (.betaQuantile, [301.0, 9701.0], 0.975, 0.03353001731608121),
        (.betaQuantile, [1.0, 10000.0], 1e-06, 1.0000004999503333e-10),
        (.betaQuantile, [100000.0, 1000000.0], 0.5, 0.09090884297522464),
        (.betaQuantile, [0.01, 0.5], 0.5, 3.1046979706126116e-30),
        (.betaQuantile, [3.0, 1000000.0], 0.9999, 1.3928059693547143e-05),
        (.normalQuantile, [0.0, 0.0], 1e-300, -37.0470962993612),
        (.normalQuantile, [0.0, 0.0], 1e-20, -9.262340089798407),
        (.normalQuantile, [0.0, 0.0], 0.0001, -3.7190164854556804),
        (.normalQuantile, [0.0, 0.0], 0.025, -1.9599639845400543),
        (.normalQuantile, [0.0, 0.0], 0.5000001, 2.506628273311648e-07),
        (.normalQuantile, [0.0, 0.0], 0.975, 1.9599639845400538),
        (.normalQuantile, [0.0, 0.0], 0.9999999999, 6.361340889697422),
        (.normalQuantile, [0.0, 0.0], 0.9999999999999999, 8.209536151601387),
        (.studentLower, [1.0, 0.0], -1000000.0, 3.1830988618368455e-07),
        (.studentLower, [3.0, 0.0], 0.5, 0.6742760175759245),
        (.studentLower, [30.0, 0.0], 2.04, 0.9748802126304565),
        (.studentLower, [100.5, 0.0], -3.3, 0.0006692902946143106),
        (.studentLower, [1000000.0, 0.0], -6.0, 9.869249061772174e-10),
        (.studentLower, [1000000000.0, 0.0], -2.0, 0.022750132083156623),
        (.studentLower, [0.5, 0.0], -4.0, 0.15961004149433577),
        (.studentLower, [7.0, 0.0], -40.0, 7.951089992425185e-10),
        (.studentQuantile, [1.0, 0.0], 0.025, -12.706204736174705),
        (.studentQuantile, [2.0, 0.0], 1e-06, -707.1057205259339),
        (.studentQuantile, [30.0, 0.0], 0.0005, -3.645958635042022),
        (.studentQuantile, [10000.0, 0.0], 1e-08, -5.6165634289168676),
        (.studentQuantile, [1000000.0, 0.0], 0.4, -0.2533471705378416),
        (.studentQuantile, [3.7, 0.0], 1e-12, -2162.003550940282),
        (.chiSquareUpper, [1.0, 0.0], 3.84, 0.050043521248705106),
        (.chiSquareUpper, [1.0, 0.0], 1000.0, 1.7958327848007262e-219),
        (.chiSquareUpper, [2.0, 0.0], 1400.0, 9.85967654375977e-305),
        (.chiSquareUpper, [3.0, 0.0], 0.001, 0.9999915920809419),
        (.chiSquareUpper, [100.0, 0.0], 30.0, 0.9999999999990944),
        (.chiSquareUpper, [1000.0, 0.0], 1500.0, 1.0454640385979658e-22),
        (.chiSquareUpper, [100000.0, 0.0], 102000.0, 4.4119392551203065e-06),
        (.chiSquareUpper, [100000.0, 0.0], 99000.0, 0.9875216843619172),
        (.chiSquareUpper, [1.0, 0.0], 1e-12, 0.9999992021154392),
    ]

    @Test("values at extreme arguments are those of 60-digit arithmetic", arguments: truth)
    func exact(function: Function, parameters: [Double], x: Double, value: Double) throws {
        let (first, second) = (parameters[0], parameters[1])
        let got =
            switch function {
            case .betaLower: try Beta(a: first, b: second).lowerTail(x)
            case .betaQuantile: try Beta(a: first, b: second).quantile(x)
            case .normalQuantile: try Normal.quantile(x)
            case .studentLower: try StudentT(degreesOfFreedom: first).lowerTail(x)
            case .studentQuantile: try StudentT(degreesOfFreedom: first).quantile(x)
            case .chiSquareUpper: try ChiSquare(degreesOfFreedom: first).upperTail(x)
            }

        #expect(abs(got - value) <= 4e-16 * abs(value))
    }

    @Test(
        "both tails add up to one, and quantiles undo them",
        arguments: [1e-12, 0.001, 0.3, 0.5, 0.9, 0.999]
    )
    func inverse(p: Double) throws {
        let student = try StudentT(degreesOfFreedom: 7.5)
        let beta = try Beta(a: 3, b: 4)
        let chiSquare = try ChiSquare(degreesOfFreedom: 3)

        #expect(abs(Normal.lowerTail(try Normal.quantile(p)) / p - 1) < 1e-14)
        #expect(abs(Normal.upperTail(try Normal.upperQuantile(p)) / p - 1) < 1e-14)
        #expect(abs(student.lowerTail(try student.quantile(p)) / p - 1) < 1e-13)
        #expect(abs(student.upperTail(try student.upperQuantile(p)) / p - 1) < 1e-13)
        #expect(abs(beta.lowerTail(try beta.quantile(p)) / p - 1) < 1e-13)
        #expect(abs(beta.upperTail(try beta.upperQuantile(p)) / p - 1) < 1e-11)
        let x = try chiSquare.upperQuantile(p)
        #expect(abs(chiSquare.upperTail(x) / p - 1) < 1e-13)
        #expect(abs(chiSquare.lowerTail(x) + chiSquare.upperTail(x) - 1) < 1e-15)
    }

    @Test("the distributions meet where they are the same one", arguments: [0.1, 1, 2.5, 6])
    func agreement(z: Double) throws {
        let chiSquare = try ChiSquare(degreesOfFreedom: 1).upperTail(z * z)
        let student = try StudentT(degreesOfFreedom: 1e15).twoSidedTail(z)

        #expect(abs(chiSquare / Normal.twoSidedTail(z) - 1) < 1e-14)
        #expect(abs(student / Normal.twoSidedTail(z) - 1) < 1e-12)
        #expect(abs(Normal.density(z) - Normal.density(-z)) == 0)
    }

    static let bad: [(why: String, reason: Undefined, make: @Sendable () throws -> Double)] = [
        ("a probability over one", .outOfRange, { try Normal.quantile(1.5) }),
        ("a probability that is no number", .notFinite, { try Normal.upperQuantile(.nan) }),
        ("no degrees of freedom", .outOfRange, { try StudentT(degreesOfFreedom: 0).lowerTail(1) }),
        (
            "infinite degrees of freedom", .notFinite,
            { try ChiSquare(degreesOfFreedom: .infinity).upperTail(1) }
        ),
        ("a negative shape", .outOfRange, { try Beta(a: -1, b: 1).mean }),
        ("a level of one", .outOfRange, { try Level(alpha: 1).alpha }),
        ("a level that is no number", .notFinite, { try Level(alpha: .nan).alpha }),
    ]

    @Test("what is no distribution or no probability is a reason", arguments: bad.indices)
    func refuses(index: Int) {
        #expect(throws: Self.bad[index].reason, "\(Self.bad[index].why)") { try Self.bad[index].make() }
    }
}
