import Foundation
import Testing

@Suite("Data flows one way: a room imports what its row in the README lists")
struct RoomTests {
    @Test("the table has a row for each folder of Sources, and no other")
    func rows() throws {
        let folder = Repository.root.appending(path: "Sources").path(percentEncoded: false)
        let folders = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { !$0.hasPrefix(".") }
        #expect(Set(RoomTable.written.imports.keys) == Set(folders))
    }

    @Test("the package lets each room depend on what its row lists")
    func package() {
        // The tool runs at build time and links to nothing of the house; rooms of C have only headers.
        #expect(RoomTable.built.imports.count > 10)
        #expect(RoomTable.built.imports == RoomTable.written.imports)
    }

    @Test("no file imports what its room's row does not list")
    func imports() {
        let strays = SwiftSource.all.flatMap { source in
            let listed = RoomTable.written.imports[source.file.room] ?? []
            return source.imports.subtracting(RoomTable.toolchain).subtracting(listed)
                .map { "\(source.file.path) imports \($0)" }
        }
        #expect(strays == [])
    }

    @Test("no row lists what its room does not import")
    func rowsAreTrue() {
        for (room, listed) in RoomTable.written.imports {
            let used = SwiftSource.all.filter { $0.file.room == room }.reduce(into: Set()) {
                $0.formUnion($1.imports)
            }
            // A room that stands empty has its row before its first line.
            guard !used.isEmpty else { continue }
            #expect(listed.subtracting(used) == [], "\(room)")
        }
    }

    @Test("arrows point down: no room reaches itself")
    func acyclic() {
        let imports = RoomTable.written.imports
        for room in imports.keys {
            var reached: Set<String> = []
            var ahead = imports[room] ?? []
            while let next = ahead.popFirst() {
                guard reached.insert(next).inserted else { continue }
                ahead.formUnion(imports[next] ?? [])
            }
            #expect(!reached.contains(room), "\(room) reaches itself")
        }
    }

    @Test("pure rooms have no clock, no files, no network and no output")
    func pure() {
        let pure = SwiftSource.all.filter { ["TipCore", "Statistics", "TipWire"].contains($0.file.room) }
        let impure =
            /\b(?:Date\(\)|Date\.now|(?:Continuous|Suspending)Clock|FileManager|FileHandle|URLSession|ProcessInfo|getenv)|\bprint\(|\.random\(/
        #expect(
            pure.flatMap {
                $0.lines(
                    matching: impure,
                    hints: "Date",
                    "Clock",
                    "File",
                    "URLSession",
                    "ProcessInfo",
                    "getenv",
                    "print(",
                    "random("
                )
            } == []
        )
    }

    @Test("no file is a drawer: named for what is left over, or for an extension of something")
    func names() {
        let drawers = Repository.files.filter {
            $0.path.hasSuffix(".swift") && $0.path.contains(/Util|Helper|Extension|\+|Misc|Common/)
        }
        #expect(drawers.map(\.path) == [])
    }

    @Test("no room stands empty behind a placeholder")
    func placeholders() {
        #expect((Repository.sources + Repository.tests).filter { $0.name == "Room.swift" }.map(\.path) == [])
    }
}
