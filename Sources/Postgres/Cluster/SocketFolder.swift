import Glibc

/// The folder of a server's socket, under a name that fits into a socket address.
///
/// The address of a socket holds 107 bytes, and libpq takes a comma in it for the start of another
/// host. Where the path is longer, or has one, the folder is opened, and named by the number of the
/// open file; that name is good in this process, for as long as this value lives.
@safe
final class SocketFolder: Sendable {
    /// The name to connect by.
    let path: String

    private let descriptor: Int32?

    private static let limit = 107
    private static let socketName = "/.s.PGSQL.5432"

    /// Finds a name for a folder that exists.
    init(_ folder: String) throws(ClusterError) {
        guard folder.utf8.count + Self.socketName.utf8.count > Self.limit || folder.contains(",") else {
            path = folder
            descriptor = nil
            return
        }
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ClusterError(
                .folderUnusable,
                "\(folder) cannot be opened: \(SystemError.last)",
                hint: "Run as the account that owns it."
            )
        }
        path = "/proc/self/fd/\(descriptor)"
        self.descriptor = descriptor
    }

    deinit {
        if let descriptor { close(descriptor) }
    }
}
