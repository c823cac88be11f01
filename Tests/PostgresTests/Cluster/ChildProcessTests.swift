import Foundation
import Testing

@testable import Postgres

@Suite("A child has nothing of its parent's, and its parent nothing to wait for")
struct ChildProcessTests {
    /// What a shell script says, run as a child.
    private func run(_ script: String, folder: String = "/") async throws -> (status: Int32, printed: String)
    {
        var result: (Int32, String) = (0, "")
        try await withTemporaryFolder { temporary in
            let output = temporary + "/output"
            let child = try ChildProcess(["/bin/sh", "-c", script], output: output, folder: folder)
            try await waitUntil("it has ended") {
                guard let status = child.ended() else { return false }
                result.0 = status
                return true
            }
            result.1 = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
        }
        return result
    }

    @Test("no open files but its three")
    func files() async throws {
        let held = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        // On purpose as a careless library would open it: for children too.
        _ = fcntl(held.fileDescriptor, F_SETFD, 0)
        let (_, printed) = try await run("ls /proc/$$/fd")
        #expect(printed.split(separator: "\n").compactMap { Int($0) }.filter { $0 > 2 && $0 < 10 }.isEmpty)
        try held.close()
    }

    @Test("its own session, so that a terminal's interrupt does not reach it")
    func session() async throws {
        let (_, printed) = try await run("cut -d ' ' -f 1,6 /proc/$$/stat")
        let numbers = printed.split { $0.isWhitespace }.compactMap { Int($0) }
        #expect(numbers.count == 2)
        #expect(numbers.first == numbers.last)
    }

    @Test("no signal ignored or held back")
    func signals() async throws {
        let (_, printed) = try await run("grep -E '^Sig(Blk|Ign)' /proc/$$/status | cut -f 2")
        let masks = printed.split(separator: "\n").compactMap { UInt64($0, radix: 16) }
        #expect(masks.count == 2)
        // Above 31 are the C library's own two, which it always sets so.
        #expect(masks.allSatisfy { $0 & 0x7FFF_FFFF == 0 })
    }

    @Test("an environment of two variables, and the folder it is given")
    func environment() async throws {
        let (_, printed) = try await run(
            "tr '\\0' '\\n' < /proc/$$/environ; readlink /proc/$$/cwd",
            folder: "/usr"
        )
        #expect(printed == "PATH=/usr/local/bin:/usr/bin:/bin\nLANG=C.UTF-8\n/usr\n")
    }

    @Test("its end is known, and both outputs are kept")
    func outcome() async throws {
        let (status, printed) = try await run("echo out; echo err >&2; exit 3")
        #expect(status == 3 << 8)
        #expect(printed == "out\nerr\n")
    }

    @Test("nothing is left of it in the system's table, though nobody asks")
    func noLeftover() async throws {
        let child = try ChildProcess(["/bin/sleep", "60"])
        #expect(Signal.exists(child.id))
        child.signalGroup(SIGKILL)
        try await waitUntil("it is gone") { !Signal.exists(child.id) }
        try await waitUntil("its end is known") { child.ended() == SIGKILL }
        child.signalGroup(SIGKILL)
    }

    @Test("a program that is not there is an error")
    func missing() {
        let error = #expect(throws: ClusterError.self) { _ = try ChildProcess(["/nowhere/program"]) }
        #expect(
            error?.description
                == "/nowhere/program cannot be started: No such file or directory [start_failed]. "
                + "Check that it is installed and may be run."
        )
    }
}
