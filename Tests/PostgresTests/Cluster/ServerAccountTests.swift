import Foundation
import Testing

@testable import Postgres

@Suite("The server never runs as root")
struct ServerAccountTests {
    @Test("root's server runs as postgres, anybody else's as they are")
    func prefix() throws {
        let account = try ServerAccount.current()
        if geteuid() == 0 {
            #expect(account.prefix.first == "/usr/bin/setpriv")
            #expect(account.owner.map { $0.user != 0 } == true)
        } else {
            #expect(account.prefix.isEmpty)
            #expect(account.owner == nil)
        }
        #expect(
            account.mortalPrefix == (account.prefix.isEmpty ? ["/usr/bin/setpriv"] : account.prefix) + [
                "--pdeathsig=KILL"
            ]
        )
    }

    @Test("it can reach what all may enter, and not what is its owner's alone")
    func reach() async throws {
        let account = try ServerAccount.current()
        try await withTemporaryFolder { folder in
            let inner = folder + "/inner"
            try FileManager.default.createDirectory(
                atPath: inner,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o711]
            )
            #expect(try account.canReach(inner))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
            let canReach = try account.canReach(inner)
            #expect(canReach == (geteuid() != 0))
        }
    }

    @Test("what is given to it is its own")
    func giving() async throws {
        let account = try ServerAccount.current()
        try await withTemporaryFolder { folder in
            try account.own(folder)
            let owner = try FileManager.default.attributesOfItem(atPath: folder)[.ownerAccountID] as? Int
            #expect(owner == Int(account.owner?.user ?? geteuid()))
            if account.owner != nil {
                #expect(throws: ClusterError.self) { try account.own(folder + "/none") }
            }
        }
    }
}
