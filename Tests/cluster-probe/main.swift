import Foundation
import Postgres

// A program that uses a private cluster and does what it is told, line by line, so that tests can
// start several of them and kill any: `cluster-probe FOLDER`, then `query`, `ensure` or `close` on the
// standard input; each is answered with one line. The end of the input ends it without closing.

func say(_ line: String) {
    print(line)
    fflush(nil)
}

func answer(_ work: () async throws -> String) async {
    do {
        say(try await work())
    } catch {
        say("error \(error)")
    }
}

guard CommandLine.arguments.count == 2 else {
    say("usage: cluster-probe FOLDER")
    exit(2)
}
// Tests kill programs, not machines: without waiting for the disk they take a fraction of the time.
var options = ClusterOptions.standard
options.isDurable = false
let folder = CommandLine.arguments[1]
var cluster: PrivateCluster?
await answer {
    cluster = try await PrivateCluster.start(folder: folder, options: options)
    return "started"
}
while let order = readLine(), let used = cluster {
    await answer {
        switch order {
        case "query":
            let connection = try await Connection.open(used.settings)
            let row = try await connection.query("select 40 + 2").one()
            await connection.close()
            return "answer \(try row.int32(0))"
        case "ensure":
            try await used.ensureRunning()
            return "running"
        case "close":
            await used.close()
            return "closed"
        default:
            return "error unknown order"
        }
    }
}
