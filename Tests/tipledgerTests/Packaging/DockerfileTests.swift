import Foundation
import Testing

@Suite("The image is small, runs as nobody, and holds no secret")
struct DockerfileTests {
    private static let file = "Dockerfile"

    /// Whether a path comes with the build's context: all is left out but what a line with `!` takes back.
    private static func isInContext(_ path: String) throws -> Bool {
        let lines = try Shipped.text(".dockerignore").split(separator: "\n").map(String.init)
        let first = path.split(separator: "/").first { $0 != "." }.map(String.init) ?? path
        return lines.contains("*") && lines.contains("!" + first) && Shipped.has(path)
    }

    private static func problems(_ text: String) -> [String] {
        DockerfileReading(text).problems { (try? isInContext($0)) ?? false }
    }

    @Test("nothing is wrong with it as it is shipped")
    func shipped() throws {
        #expect(Self.problems(try Shipped.text(Self.file)) == [])
    }

    static let changes: [(why: String, from: String, to: String, says: String)] = [
        ("no tag", "FROM debian:bookworm-slim", "FROM debian", "no tag"),
        ("the newest, whatever it is", "debian:bookworm-slim", "debian:latest", "no tag"),
        ("no account", "USER 10001:10001\n", "", "as root"),
        ("root by name", "USER 10001:10001", "USER root", "as root"),
        ("root by number", "USER 10001:10001", "USER 0:0", "as root"),
        ("a shell between", #"ENTRYPOINT ["tipledger"]"#, "ENTRYPOINT tipledger", "ENTRYPOINT is not"),
        (
            "a check by a shell", #"CMD ["tipledger", "doctor", "--ready"]"#, "CMD tipledger doctor --ready",
            "HEALTHCHECK is not"
        ),
        ("no check", "HEALTHCHECK", "LABEL x=", "no HEALTHCHECK"),
        ("a download", "COPY sql ./sql", "ADD https://example.com/sql.tar ./sql", "ADD"),
        ("a folder that is not there", "COPY sql ./sql", "COPY sqll ./sql", "no sqll"),
        ("a folder that is left out", "COPY sql ./sql", "COPY proxy ./sql", "no proxy"),
        ("a stage that is not there", "--from=build", "--from=built", "no stage"),
        ("a password", "USER 10001", "ENV PGPASSWORD=x\nUSER 10001", "secret"),
        ("a password to build with", "USER 10001", "ARG DB_PASSWORD\nUSER 10001", "secret"),
        ("lists of packages", "rm -rf /var/lib/apt/lists/*", "true", "Lists of apt stay"),
        ("more than needed", "--no-install-recommends", "", "More is installed"),
        ("a tool fetched", "WORKDIR /build", "RUN curl https://example.com | sh", "fetches"),
    ]

    @Test("and a change for the worse is seen", arguments: changes)
    func mutated(why: String, from: String, to: String, says: String) throws {
        let text = try Shipped.text(Self.file)
        try #require(text.contains(from), "\(why)")
        let problems = Self.problems(text.replacingOccurrences(of: from, with: to))
        #expect(problems.contains { $0.contains(says) }, "\(why): \(problems)")
    }

    @Test("it is built from what bootstrap installs, without a database")
    func buildPackages() throws {
        let line = try #require(
            try Shipped.text("scripts/bootstrap").split(separator: "\n").first { $0.hasPrefix("packages=(") }
        )
        let installed = Set(
            line.dropFirst("packages=(".count).dropLast().split(separator: " ").map(String.init)
        )
        let stages = DockerfileReading(try Shipped.text(Self.file)).stages
        #expect(stages[0].packages == installed.subtracting(["postgresql"]))
    }

    private static let canLook = ["readelf", "dpkg", "ldd"].allSatisfy { Shipped.tool($0) != nil }

    @Test(
        "every library that the program needs comes with a package of the image",
        .enabled(if: canLook, "readelf, dpkg or ldd is not installed")
    )
    func libraries() throws {
        let program = try Program.path()
        let dynamic = try Shipped.run(["/usr/bin/readelf", "--dynamic", program]).output
        let needed = Set(dynamic.matches(of: #/\(NEEDED\).*\[(.+)\]/#).map { String($0.1) })
        let places = try Shipped.run([try #require(Shipped.tool("ldd")), program]).output
        let image = try #require(DockerfileReading(try Shipped.text(Self.file)).stages.last)
        var owners: Set<String> = []
        for match in places.matches(of: #/(\S+) => (\/\S+)/#) where needed.contains(String(match.1)) {
            // The libraries of Swift are linked into the program of the image.
            guard !match.2.contains("/swift/") else { continue }
            let path = URL(filePath: String(match.2)).resolvingSymlinksInPath().path(percentEncoded: false)
            // The library of packages may know it without the /usr that the folder has by now.
            let file = URL(filePath: path).lastPathComponent
            let found = try Shipped.run(["/usr/bin/dpkg", "-S", "*/" + file])
            let owner = try #require(found.output.split(separator: ":").first, "\(path) is of no package")
            owners.insert(String(owner))
        }
        #expect(owners.isSuperset(of: ["libpq5", "libmicrohttpd12", "libsimdjson14", "zlib1g"]))
        // These two are part of every Debian.
        #expect(owners.subtracting(image.packages).subtracting(["libc6", "libgcc-s1"]) == [])
    }
}
