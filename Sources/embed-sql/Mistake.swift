/// Something wrong with an SQL file.
struct Mistake: Error, Equatable, CustomStringConvertible {
    let file: String
    let line: Int
    let message: String

    var description: String { "\(file):\(line): error: \(message)" }
}

/// Everything wrong with a folder, so that all of it can be mended at once.
struct Mistakes: Error {
    let all: [Mistake]
}
