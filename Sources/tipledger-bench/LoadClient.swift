import Foundation
import TipCore

/// Clients that send a file of events over HTTP as fast as they are answered: one small program with one thread,
/// so that the processor is left to the server and the database.
struct LoadClient: Sendable {
    /// What the clients found.
    struct Result: Sendable {
        /// Events answered 200 in a second.
        let rate: Double
        /// The time of an answer that 99 of 100 stay under, in milliseconds.
        let p99: Double
        /// How many events were new.
        let accepted: Int64
        /// How many were in the log.
        let duplicates: Int64
        /// How many answers were 503; such a request is sent again.
        let refused: Int64
    }

    let url: String
    let key: String

    /// Sends the lines of a file.
    ///
    /// - Parameters:
    ///   - file: One event a line.
    ///   - batch: How many events one request carries.
    ///   - connections: How many connections send at a time.
    /// - Returns: What was measured.
    /// - Throws: `BenchFailure` where an answer was neither 200 nor 503.
    func send(_ file: String, batch: Int, connections: Int) throws -> Result {
        let words = ["python3", "-c", Self.script, url, key, file, String(batch), String(connections)]
        guard let text = try CommandLinePeer.output(of: words), let json = JSON(parsing: text) else {
            throw BenchFailure("python3 is not installed, or its answer cannot be read")
        }
        guard json["failed"]?.integerValue == 0 else {
            throw BenchFailure("not all answers were good: \(text)")
        }
        return Result(
            rate: json["rate"]?.doubleValue ?? 0,
            p99: json["p99"]?.doubleValue ?? 0,
            accepted: json["accepted"]?.integerValue ?? 0,
            duplicates: json["duplicates"]?.integerValue ?? 0,
            refused: json["refused"]?.integerValue ?? 0
        )
    }

    private static let script = #"""
        import json, select, socket, sys, time
        url, key, path, per, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
        lines = open(path, "rb").read().split(b"\n")[:-1]
        todo = []
        for i in range(0, len(lines), per):
            body = b"[" + b",".join(lines[i:i + per]) + b"]"
            todo.append((b"POST /v1/events HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer " + key.encode() +
                         b"\r\nContent-Type: application/json\r\nContent-Length: " + str(len(body)).encode() +
                         b"\r\n\r\n" + body, len(lines[i:i + per])))
        todo.reverse()
        host, port = url.rsplit(":", 1)
        poll = select.epoll()
        clients = {}
        totals = {"accepted": 0, "duplicates": 0, "rejected": 0}
        times, refused, failed, events = [], 0, 0, 0
        class Client: pass
        def begin(c):
            if not todo:
                poll.unregister(c.socket); del clients[c.socket.fileno()]; c.socket.close(); return
            c.request, c.events = todo.pop()
            c.sent, c.answer, c.start = 0, b"", time.perf_counter()
            push(c)
        def push(c):
            try:
                while c.sent < len(c.request):
                    c.sent += c.socket.send(memoryview(c.request)[c.sent:])
                poll.modify(c.socket, select.EPOLLIN)
            except BlockingIOError:
                poll.modify(c.socket, select.EPOLLIN | select.EPOLLOUT)
        begun = time.perf_counter()
        for _ in range(count):
            c = Client()
            c.socket = socket.create_connection((host, int(port)))
            c.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            c.socket.setblocking(False)
            clients[c.socket.fileno()] = c
            poll.register(c.socket, select.EPOLLIN)
        for c in list(clients.values()): begin(c)
        while clients:
            for fd, what in poll.poll():
                c = clients.get(fd)
                if c is None: continue
                if what & select.EPOLLOUT: push(c)
                if not what & (select.EPOLLIN | select.EPOLLHUP | select.EPOLLERR): continue
                piece = c.socket.recv(1 << 16)
                if not piece: raise SystemExit("the server closed a connection")
                c.answer += piece
                end = c.answer.find(b"\r\n\r\n")
                if end < 0: continue
                head = c.answer[:end].lower()
                at = head.find(b"content-length:")
                length = int(head[at + 15:].split(b"\r\n", 1)[0])
                if len(c.answer) < end + 4 + length: continue
                status = int(c.answer[9:12])
                if status == 200:
                    times.append(time.perf_counter() - c.start)
                    answer = json.loads(c.answer[end + 4:])
                    for name in totals: totals[name] += answer[name]
                    events += c.events
                elif status == 503:
                    refused += 1; todo.insert(0, (c.request, c.events)); time.sleep(0.01)
                else: failed += 1
                begin(c)
        times.sort()
        print(json.dumps(dict(totals, rate=events / (time.perf_counter() - begun), refused=refused,
                              failed=failed + totals["rejected"], p99=times[int(len(times) * 0.99)] * 1000)))
        """#
}
