import Foundation
import Testing

@testable import Postgres

@Suite("A file lock is shared or held alone, and let go with its holder")
struct FileLockTests {
    @Test("shared by many, alone by one")
    func modes() async throws {
        try await withTemporaryFolder { folder in
            let first = try FileLock(folder + "/lock")
            let second = try FileLock(folder + "/lock")

            #expect(first.tryLock(.shared) && second.tryLock(.shared))
            #expect(!first.tryLock(.exclusive))
            second.unlock()
            #expect(first.tryLock(.exclusive))
            #expect(!second.tryLock(.shared))
            first.unlock()
            #expect(second.tryLock(.exclusive))
        }
    }

    @Test("waiting ends in time")
    func waiting() async throws {
        try await withTemporaryFolder { folder in
            let first = try FileLock(folder + "/lock")
            let second = try FileLock(folder + "/lock")
            #expect(first.lock(.exclusive, within: .zero))
            #expect(!second.lock(.shared, within: .milliseconds(20)))
        }
    }

    @Test("gone with its holder, and no child keeps it")
    func inheritance() async throws {
        try await withTemporaryFolder { folder in
            var holder: FileLock? = try FileLock(folder + "/lock")
            #expect(holder?.tryLock(.exclusive) == true)
            let child = try ChildProcess(["/bin/sleep", "60"])
            defer { child.signalGroup(SIGKILL) }
            holder = nil
            let other = try FileLock(folder + "/lock")
            // Other children of this process, just being started, may still hold what it had open.
            #expect(other.lock(.exclusive, within: .seconds(20)))
            #expect(child.ended() == nil)
        }
    }

    @Test("a file that cannot be made is an error")
    func unusable() {
        let error = #expect(throws: ClusterError.self) { _ = try FileLock("/nowhere/lock") }
        #expect(
            error?.description
                == "/nowhere/lock cannot be opened: No such file or directory [folder_unusable]. "
                + "Check who owns the folder and what its permissions are."
        )
    }
}
