// swift-tools-version: 6.3
import PackageDescription

/// The settings of every Swift target: the strictest the toolchain offers, warnings as errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "tipledger",
    products: [
        .executable(name: "tipledger", targets: ["tipledger"]),
        .executable(name: "tipledger-bench", targets: ["tipledger-bench"]),
        .library(name: "TipCore", targets: ["TipCore"]),
        .library(name: "TipWire", targets: ["TipWire"]),
    ],
    targets: [
        // Floor 5: programs.
        .executableTarget(
            name: "tipledger",
            dependencies: ["TipService", "TipStore", "Reports", "TipPages", "TipCore"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "tipledger-bench",
            dependencies: ["TipService", "TipStore", "Reports", "TipCore"],
            swiftSettings: strict
        ),

        // Floor 4: requests in, answers out.
        .target(
            name: "TipService",
            dependencies: [
                "TipStore", "TipWire", "HTTPServer", "JSONReading", "Reports", "TipPages", "Postgres",
                "TipCore",
            ],
            swiftSettings: strict
        ),

        .target(name: "TipPages", dependencies: ["Reports", "TipCore"], swiftSettings: strict),

        // Floor 3: the log, and the JSON contract.
        .target(
            name: "TipStore",
            dependencies: ["TipCore", "Reports", "Postgres"],
            swiftSettings: strict,
            plugins: ["EmbedSQL"]
        ),
        .target(name: "TipWire", dependencies: ["TipCore"], swiftSettings: strict),

        // Floor 2: findings, the database, the network, JSON text.
        .target(name: "Reports", dependencies: ["Statistics", "TipCore"], swiftSettings: strict),
        .target(name: "Postgres", dependencies: ["CPostgres"], swiftSettings: strict),
        .target(name: "HTTPServer", dependencies: ["CMicrohttpd", "CZlib"], swiftSettings: strict),
        .target(name: "JSONReading", dependencies: ["CSimdjson"], swiftSettings: strict),

        // Floor 1: pure values.
        .target(
            name: "TipCore",
            swiftSettings: strict,
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),
        .target(name: "Statistics", dependencies: ["CBoostMath"], swiftSettings: strict),

        // Floor 0: C and C++, one header each.
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CBoostMath"),
        .target(name: "CMicrohttpd", linkerSettings: [.linkedLibrary("microhttpd")]),
        .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),

        // Build time: sql/ becomes typed constants.
        .plugin(name: "EmbedSQL", capability: .buildTool(), dependencies: ["embed-sql"]),
        .executableTarget(name: "embed-sql", swiftSettings: strict),

        // Tests: one target a room, and what they share.
        .target(
            name: "TipTestSupport",
            dependencies: ["TipStore", "Postgres", "TipCore"],
            path: "Tests/TipTestSupport",
            swiftSettings: strict
        ),
        .testTarget(name: "HouseTests", swiftSettings: strict),
        .testTarget(
            name: "TipCoreTests",
            dependencies: ["TipCore", "TipTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StatisticsTests",
            dependencies: ["Statistics", "TipTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ReportsTests",
            dependencies: ["Reports", "Statistics", "TipCore", "TipTestSupport"],
            exclude: ["Formats/planned-report.json", "Oracle/analyze_oracle.py"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TipPagesTests",
            dependencies: ["TipPages", "Reports", "TipCore", "TipTestSupport"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "cluster-probe",
            dependencies: ["Postgres"],
            path: "Tests/cluster-probe",
            swiftSettings: strict
        ),
        .testTarget(
            name: "PostgresTests",
            dependencies: ["Postgres", "TipTestSupport", "cluster-probe"],
            swiftSettings: strict
        ),
        .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer"], swiftSettings: strict),
        .testTarget(name: "JSONReadingTests", dependencies: ["JSONReading"], swiftSettings: strict),
        .testTarget(
            name: "TipWireTests",
            dependencies: ["TipWire", "TipCore", "TipTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TipStoreTests",
            dependencies: ["TipStore", "Reports", "Postgres", "TipCore", "TipTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TipServiceTests",
            dependencies: [
                "TipService", "TipStore", "TipWire", "HTTPServer", "JSONReading", "Reports", "TipCore",
                "TipTestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "tipledgerTests",
            dependencies: [
                "tipledger", "TipService", "TipStore", "Postgres", "Reports", "TipCore", "TipTestSupport",
            ],
            exclude: ["Web/walk.py"],
            swiftSettings: strict
        ),
    ],
    cxxLanguageStandard: .cxx17
)
