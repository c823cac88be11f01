import Glibc

/// What the program's streams are connected to.
struct Terminal: Sendable {
    /// Whether the standard output is a terminal.
    let showsOutput: Bool
    /// Whether the standard error is a terminal.
    let showsMessages: Bool
    /// How many columns a line has.
    let columns: Int
    /// Whether colours are wanted on the standard output.
    let usesColor: Bool

    /// Reads the terminal of this process.
    ///
    /// - Parameter environment: `COLUMNS` overrides the width; `NO_COLOR` and `TERM=dumb` forbid colours.
    init(environment: [String: String]) {
        showsOutput = isatty(STDOUT_FILENO) == 1
        showsMessages = isatty(STDERR_FILENO) == 1
        let isDumb = environment["TERM"] == "dumb"
        usesColor = showsOutput && !isDumb && (environment["NO_COLOR"] ?? "").isEmpty
        columns = environment["COLUMNS"].flatMap { Int($0) } ?? Self.width() ?? 100
    }

    private static func width() -> Int? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

/// Writing to the streams of the process.
enum Streams {
    /// Gives the standard streams that were closed to nowhere: else the next file that is opened would be one of
    /// them, and get what is meant for people.
    static func openMissing() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is given out, which is this one.
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }

    /// Writes bytes to the standard output.
    ///
    /// - Throws: `OutputClosed` where nobody reads any more.
    static func write(_ bytes: [UInt8]) throws {
        try write(bytes, to: STDOUT_FILENO)
    }

    /// Writes a message for people to the standard error; a closed one loses it.
    static func note(_ text: String) {
        try? write(Array((text + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes to the standard error without ending the line, as a progress bar does.
    static func draw(_ text: String) {
        try? write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Reads the standard input in pieces; nil at its end.
    static func readInput(upTo count: Int) throws -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        while true {
            let got = unsafe read(STDIN_FILENO, &buffer, count)
            if got > 0 { return Array(buffer[..<got]) }
            if got == 0 { return nil }
            guard errno == EINTR else { throw InputFailed() }
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                throw OutputClosed()
            }
        }
    }
}

/// Nobody reads the output any more.
struct OutputClosed: Error {}

/// The standard input cannot be read.
struct InputFailed: Error {}
