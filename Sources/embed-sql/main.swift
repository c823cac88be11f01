import Foundation

// embed-sql OUTPUT FOLDER: reads the SQL files of a folder and writes one Swift file. What is wrong
// with a file is told as `FILE:LINE: error: MESSAGE`, which Xcode and SwiftPM show at its place.

guard CommandLine.arguments.count == 3 else {
    complain("usage: embed-sql OUTPUT FOLDER")
    exit(2)
}

do {
    let library = try SQLLibrary(reading: CommandLine.arguments[2])
    try Data(SwiftFile(library).text.utf8).write(to: URL(filePath: CommandLine.arguments[1]))
} catch let mistakes as Mistakes {
    for mistake in mistakes.all { complain(mistake.description) }
    exit(1)
} catch {
    complain("error: \(error.localizedDescription)")
    exit(1)
}

/// Writes a line where errors belong.
func complain(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
