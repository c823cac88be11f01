import Foundation

/// What can be seen of a cluster's server from outside.
struct ServerLook {
    let folder: String

    /// The number of the server's process, as long as it runs.
    var process: Int32? {
        let file = folder + "/data/postmaster.pid"
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let number = text.split(separator: "\n").first.flatMap({ Int32($0) }), Signal.exists(number)
        else { return nil }
        return number
    }

    /// The processes that use the folder in any way: the server, its shell, watchmen.
    var all: [Int32] { commands.map(\.process) }

    /// Those that wait for the last user to leave.
    var watchmen: [Int32] {
        commands.filter { $0.line.range(of: Data("flock".utf8)) != nil }.map(\.process)
    }

    private var commands: [(process: Int32, line: Data)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.compactMap { number in
            guard let line = FileManager.default.contents(atPath: "/proc/\(number)/cmdline"),
                line.range(of: Data("cluster-probe".utf8)) == nil, line.range(of: Data(folder.utf8)) != nil
            else { return nil }
            return (number, line)
        }
    }
}
