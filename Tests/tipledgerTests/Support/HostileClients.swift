/// A program that behaves badly towards a server and measures what an honest client notices of it.
enum HostileClients {
    /// Takes host, port, key, process id, number of tiny requests, and how many seconds more than twice its quiet
    /// time an honest request may take; prints one line of JSON.
    ///
    /// Standard Python alone. Each phase starts one kind of bad client, asks honestly meanwhile, and ends them.
    static let script = """
        import json, multiprocessing, os, random, socket, struct, sys, time, zlib
        host, port, key, pid, tiny, slack = sys.argv[1], int(sys.argv[2]), *sys.argv[3:5], int(sys.argv[5]), sys.argv[6]
        random.seed(20261201)

        def connect():
            client = socket.create_connection((host, port), timeout=30)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return client

        def answer(client):
            data = b""
            while b"\\r\\n\\r\\n" not in data:
                piece = client.recv(65536)
                if not piece:
                    return None
                data += piece
            head, _, body = data.partition(b"\\r\\n\\r\\n")
            size = 0
            for line in head.split(b"\\r\\n")[1:]:
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    size = int(value)
            while len(body) < size:
                piece = client.recv(65536)
                if not piece:
                    break
                body += piece
            return int(head.split(b" ")[1])

        def memory(field):
            with open("/proc/%s/status" % pid) as lines:
                return next(int(line.split()[1]) >> 10 for line in lines if line.startswith(field))

        def descriptors():
            return len(os.listdir("/proc/%s/fd" % pid))

        sent = 0
        def honest(count):
            global sent
            times, wrong = [], 0
            for _ in range(count):
                body = json.dumps({"type": "session", "person": "p%d" % (sent % 50), "id": "h%d" % sent}).encode()
                sent += 1
                begin = time.monotonic()
                client = connect()
                client.sendall(b"POST /v1/events HTTP/1.1\\r\\nHost: x\\r\\nX-API-Key: " + key.encode()
                               + b"\\r\\nConnection: close\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(body) + body)
                wrong += answer(client) != 200
                client.close()
                times.append(time.monotonic() - begin)
                time.sleep(0.002)
            times.sort()
            return {"p99": times[int(len(times) * 0.99)], "median": times[len(times) // 2], "wrong": wrong}

        # Bad clients are programs of their own: as threads of this one they would slow down the honest client itself.
        fork = multiprocessing.get_context("fork")

        def during(job, count=100):
            stop, (here, there) = fork.Event(), fork.Pipe()

            def run():
                found = {}
                job(stop, found)
                there.send(found)

            program = fork.Process(target=run, daemon=True)
            program.start()
            time.sleep(0.3)
            figures = honest(count)
            stop.set()
            if here.poll(120):
                figures.update(here.recv())
            program.join(60)
            return figures

        def slow_headers(stop, found):
            clients = [connect() for _ in range(200)]
            for client in clients:
                client.sendall(b"GET / HTTP/1.1\\r\\nHost: x\\r\\nX: ")
            began, statuses = time.monotonic(), []
            open_ones = list(clients)
            while open_ones and time.monotonic() - began < 30:
                for client in list(open_ones):
                    try:
                        client.sendall(b"a")
                        client.setblocking(False)
                        try:
                            data = client.recv(4096)
                            statuses.append(int(data.split(b" ")[1]) if data else 0)
                            open_ones.remove(client)
                        except BlockingIOError:
                            pass
                        client.setblocking(True)
                    except OSError:
                        statuses.append(0)
                        open_ones.remove(client)
                time.sleep(0.2)
            found["cut"], found["left"] = len(statuses), len(open_ones)
            found["told"] = statuses.count(408)
            for client in clients:
                client.close()

        # A gigabyte of zeros: sixteen megabytes of them, 64 times.
        squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
        block = squeeze.compress(bytes(16 << 20)) + squeeze.flush(zlib.Z_FULL_FLUSH)
        gigabyte = b"\\x1f\\x8b\\x08" + bytes(6) + b"\\xff" + block * 64 + b"\\x03\\x00" + bytes(8)

        def bomb(stop, found):
            body, statuses = gigabyte, []
            for _ in range(8):
                client = connect()
                try:
                    client.sendall(b"POST /v1/events HTTP/1.1\\r\\nHost: x\\r\\nContent-Encoding: gzip\\r\\nX-API-Key: "
                                   + key.encode() + b"\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(body) + body)
                    statuses.append(answer(client))
                except OSError:
                    statuses.append(0)
                client.close()
            found["bombs"] = statuses

        def tiny_requests(stop, found):
            good, request = 0, b"GET /healthz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n"
            client, left = connect(), tiny
            while left > 0:
                client.sendall(request * 50)
                seen = b""
                while seen.count(b"HTTP/1.1 200") < 50 or not seen.endswith(b"}"):
                    piece = client.recv(1 << 20)
                    if not piece:
                        break
                    seen += piece
                good += seen.count(b"HTTP/1.1 200")
                left -= 50
                time.sleep(0.001)
            found["tiny"] = good
            client.close()

        def leavers(stop, found):
            starts = [b"", b"GET / HT", b"POST /v1/events HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 100\\r\\n\\r\\n{",
                      b"POST /v1/events HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3\\r\\nabc\\r\\n"]
            count = 0
            while not stop.is_set():
                client = connect()
                start = random.choice(starts) if random.random() < 0.8 else random.randbytes(200)
                try:
                    client.sendall(start)
                    if random.random() < 0.5:
                        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    else:
                        client.shutdown(socket.SHUT_WR)
                except OSError:
                    pass
                client.close()
                count += 1
                time.sleep(0.002)
            found["left"] = count

        honest(30)
        result = {"quiet": honest(150), "memory": memory("VmRSS"), "descriptors": descriptors()}
        # What else runs on the machine only ever makes a figure worse: the best of three is what the server can.
        for name, work in [("slow", slow_headers), ("bomb", bomb), ("tiny", tiny_requests), ("leavers", leavers)]:
            for attempt in range(3):
                before = honest(100)["p99"]
                result[name] = during(work)
                result[name].update({"before": before, "attempt": attempt})
                if result[name]["p99"] < 2 * before + float(slack):
                    break
        for _ in range(100):
            if descriptors() <= result["descriptors"] + 10:
                break
            time.sleep(0.1)
        result["after"] = {"peak": memory("VmHWM"), "descriptors": descriptors(), "honest": honest(50)}
        print(json.dumps(result))
        """
}
