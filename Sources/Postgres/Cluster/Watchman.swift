/// A process that stops the server when no program uses the cluster any more.
///
/// Every program that uses a cluster holds its `users.lock` shared, and starts a watchman, who waits
/// to have it alone. However the programs end, the kernel lets go of their locks; the watchman who
/// gets the lock first stops the server, and keeps the lock until that is done, so that a program
/// that comes meanwhile waits. The others then find nothing to stop. Nobody owns the server, so
/// nobody takes it away from another, and any process here may be killed at any time.
enum Watchman {
    /// Runs as the server's account, which alone may look at the server's process everywhere.
    ///
    /// A process number may be another program's by now: it counts only while its working folder is
    /// the data. A server that was just started may not have written its number yet.
    private static let stopServer = """
        data=$1 starting=$2 tries=250
        isServer() { [ "/proc/$pid/cwd" -ef "$data" ]; }
        until pid=$(head -n 1 "$data/postmaster.pid" 2>/dev/null) && isServer; do
          tries=$((tries - 1))
          [ -e "$starting" ] && [ $tries -gt 0 ] || exit 0
          sleep 0.02
        done
        kill -INT "$pid"
        while isServer; do sleep 0.02; done
        """

    private static let wait = """
        stop=$1 data=$2 starting=$3 remove=$4 home=$5
        shift 5
        "$@" /bin/sh -c "$stop" sh "$data" "$starting"
        [ "$remove" = no ] || rm -rf -- "$remove" "$home"
        """

    /// Sends one out.
    ///
    /// - Parameters:
    ///   - folder: The cluster's folder.
    ///   - account: Whom the server runs as.
    ///   - removing: Whether the folder is removed in the end.
    /// - Returns: The process.
    /// - Throws: `ClusterError` when it cannot be started.
    static func start(
        _ folder: ClusterFolder,
        account: ServerAccount,
        removing: Bool
    ) throws(ClusterError) -> ChildProcess {
        let lock = ["/usr/bin/flock", "--exclusive", "--no-fork", folder.usersLock]
        let script = ["/bin/sh", "-c", wait, "sh", stopServer]
        let places = [folder.data, folder.startingMark, removing ? folder.root : "no", folder.home]
        return try ChildProcess(lock + script + places + account.prefix)
    }
}
