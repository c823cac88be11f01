import Foundation

/// The folder of a private cluster, and what stands where in it.
///
/// | name | what |
/// |---|---|
/// | `users.lock` | shared by every program that uses the cluster |
/// | `start.lock` | held by the one program that starts the server |
/// | `elsewhere` | where the rest is, when the server's account cannot get here |
/// | `data`, `run`, `server.log` | the server's data, socket and log |
///
/// The server's account must be able to get to its data. Started by root under a folder that only
/// root may enter, such as `/root`, the rest is therefore kept under `/var/lib/tipledger`, and
/// `elsewhere` names the folder there.
struct ClusterFolder {
    /// The folder itself, as an absolute path.
    let root: String

    /// Where data, socket and log are: the folder itself, or the one that `elsewhere` names.
    private(set) var home: String

    var usersLock: String { root + "/users.lock" }
    var startLock: String { root + "/start.lock" }
    var data: String { home + "/data" }
    var run: String { home + "/run" }
    var log: String { home + "/server.log" }

    /// Stands while a server is being started, when it may not have written its own number yet.
    var startingMark: String { home + "/starting" }

    private var pointer: String { root + "/elsewhere" }

    /// Where the data of folders are kept that the server's account cannot get to.
    static let refuge = "/var/lib/tipledger"

    /// Makes the folder if needed, and checks that it is this account's.
    init(_ path: String) throws(ClusterError) {
        root = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        home = root
        try Self.make(root)
        guard Self.owner(of: root) == geteuid() else {
            throw ClusterError(
                .folderOfAnother,
                "\(root) belongs to another account",
                hint: "Run as the account that made it, or in another folder."
            )
        }
        if let other = try? String(contentsOfFile: pointer, encoding: .utf8),
            other.hasPrefix(Self.refuge + "/")
        {
            home = other
        }
    }

    /// Makes what the server needs; called by the one program that may start it.
    mutating func prepare(for account: ServerAccount) throws(ClusterError) {
        try Self.make(home)
        if account.owner != nil {
            try Self.permit(home, 0o711)
            if home == root, try !account.canReach(root) { try moveOut() }
        } else {
            try Self.permit(home, 0o700)
        }
        try Self.make(run)
        try Self.permit(run, 0o700)
        try account.own(run)
    }

    /// The major version of the server that made the data; nil when there are none yet.
    var dataVersion: Int? {
        (try? String(contentsOfFile: data + "/PG_VERSION", encoding: .utf8))
            .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }

    /// Chooses a folder that the server's account can get to, and leaves a note of it.
    ///
    /// Its name is random rather than made from the path: a folder that is deleted and made anew must
    /// not find the data of the old one, and one that is moved must.
    private mutating func moveOut() throws(ClusterError) {
        let name = String(UInt64.random(in: .min ... .max), radix: 36)
        let other = Self.refuge + "/" + name
        for folder in [Self.refuge, other] {
            try Self.make(folder)
            try Self.permit(folder, 0o711)
        }
        do {
            try other.write(toFile: pointer, atomically: true, encoding: .utf8)
        } catch {
            throw ClusterError(
                .folderUnusable,
                "\(pointer) cannot be written",
                hint: "Check the permissions of the folder."
            )
        }
        home = other
    }

    /// Makes a folder, and those above it.
    static func make(_ path: String) throws(ClusterError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw ClusterError(
                .folderUnusable,
                "The folder \(path) cannot be made",
                hint: "Run where you may write, or use a server of yours with --db."
            )
        }
    }

    private static func permit(_ path: String, _ mode: mode_t) throws(ClusterError) {
        guard unsafe chmod(path, mode) != 0 else { return }
        throw ClusterError(
            .folderUnusable,
            "The permissions of \(path) cannot be set: \(SystemError.last)",
            hint: "Run as the account that owns it."
        )
    }

    private static func owner(of path: String) -> uid_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_uid : nil
    }
}
