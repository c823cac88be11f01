import Glibc

/// The account that the server runs as.
///
/// PostgreSQL refuses to run as root, so a program of root's starts it as `postgres`.
struct ServerAccount {
    /// What comes before a command to run it as the account.
    let prefix: [String]

    /// The account's numbers, where it is another than the program's own.
    let owner: (user: uid_t, group: gid_t)?

    private static let setpriv = "/usr/bin/setpriv"

    /// Finds the account for this process.
    ///
    /// - Throws: `ClusterError` when the process is root's and there is no account `postgres`.
    static func current() throws(ClusterError) -> ServerAccount {
        guard geteuid() == 0 else { return ServerAccount(prefix: [], owner: nil) }
        guard let owner = lookUp("postgres") else {
            throw ClusterError(
                .accountMissing,
                "As root, the server runs as the account postgres, which does not exist",
                hint: "Install PostgreSQL (apt-get install postgresql), or run as another account."
            )
        }
        let identity = ["--reuid=\(owner.user)", "--regid=\(owner.group)", "--clear-groups"]
        return ServerAccount(prefix: [setpriv] + identity, owner: owner)
    }

    /// What comes before a command that must not outlive the thread that starts it.
    var mortalPrefix: [String] {
        (prefix.isEmpty ? [Self.setpriv] : prefix) + ["--pdeathsig=KILL"]
    }

    /// Gives a file or folder to the account.
    func own(_ path: String) throws(ClusterError) {
        guard let owner, unsafe chown(path, owner.user, owner.group) != 0 else { return }
        throw ClusterError(
            .folderUnusable,
            "\(path) cannot be given to the account postgres: \(SystemError.last)",
            hint: "Choose a folder on a file system that knows owners."
        )
    }

    /// Says whether the account can get to a folder; blocks the thread.
    func canReach(_ folder: String) throws(ClusterError) -> Bool {
        if owner == nil { return true }
        return try ChildProcess(prefix + ["/usr/bin/test", "-x", folder]).wait() == 0
    }

    private static func lookUp(_ name: String) -> (user: uid_t, group: gid_t)? {
        var entry = unsafe passwd()
        var buffer = [CChar](repeating: 0, count: 4096)
        var found: UnsafeMutablePointer<passwd>?
        guard unsafe getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, unsafe found != nil else {
            return nil
        }
        return unsafe (entry.pw_uid, entry.pw_gid)
    }
}
