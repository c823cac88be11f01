/// A Dockerfile, read into stages of instructions.
struct DockerfileReading {
    /// One instruction.
    struct Instruction {
        let name: String
        let rest: String

        /// Its words, without the options that begin with dashes.
        var words: [String] {
            rest.split(whereSeparator: \.isWhitespace).map(String.init).filter { !$0.hasPrefix("--") }
        }

        /// Whether it is written in exec form: a list of JSON, which no shell reads.
        var isExec: Bool { rest.contains(#/(?:^|CMD )\s*\["[^\]]*"\]$/#) }
    }

    /// What stands between one FROM and the next.
    struct Stage {
        let base: String
        let name: String?
        var instructions: [Instruction] = []

        /// The Debian packages that it installs.
        var packages: Set<String> {
            Set(
                instructions.filter { $0.name == "RUN" }.flatMap { run -> [String] in
                    guard let install = run.rest.firstRange(of: "apt-get install") else { return [] }
                    let command = run.rest[install.upperBound...].split(separator: "&&")[0]
                    return command.split(whereSeparator: \.isWhitespace).map(String.init)
                        .filter { !$0.hasPrefix("-") }
                }
            )
        }
    }

    /// The stages in order; the last one is the image.
    let stages: [Stage]

    init(_ text: String) {
        var stages: [Stage] = []
        let lines = text.split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("#") }
        let whole = lines.joined(separator: "\n").replacing("\\\n", with: " ")
        for line in whole.split(separator: "\n") {
            let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
            let instruction = Instruction(name: parts[0].uppercased(), rest: parts.count > 1 ? parts[1] : "")
            if instruction.name == "FROM" {
                let words = instruction.words
                stages.append(Stage(base: words.first ?? "", name: words.count == 3 ? words[2] : nil))
            } else if !stages.isEmpty {
                stages[stages.count - 1].instructions.append(instruction)
            }
        }
        self.stages = stages
    }

    /// What is wrong with it, each as a sentence.
    ///
    /// `exists`: Whether a path is in the repository and not left out of the build's context.
    func problems(exists: (String) -> Bool) -> [String] {
        guard let image = stages.last, stages.count > 1 else { return ["It has fewer than two stages."] }
        var problems: [String] = []
        for stage in stages {
            let tag = stage.base.split(separator: ":").dropFirst().last
            if tag == nil || tag == "latest" { problems.append("The base \(stage.base) has no tag.") }
            for instruction in stage.instructions { problems += self.problems(of: instruction, exists) }
        }
        let user = image.instructions.last { $0.name == "USER" }?.rest
        if user == nil || user?.contains(#/^(?:root|0)\b/#) == true {
            problems.append("The image runs as root.")
        }
        for name in ["ENTRYPOINT", "HEALTHCHECK"] {
            guard let found = image.instructions.last(where: { $0.name == name }) else {
                problems.append("The image has no \(name).")
                continue
            }
            if !found.isExec { problems.append("\(name) is not in exec form.") }
        }
        return problems
    }

    private func problems(of instruction: Instruction, _ exists: (String) -> Bool) -> [String] {
        let rest = instruction.rest
        switch instruction.name {
        case "ADD": return ["ADD can fetch what nobody has looked at."]
        case "RUN":
            var problems: [String] = []
            if rest.contains("apt-get install") {
                if !rest.contains("rm -rf /var/lib/apt/lists/*") {
                    problems.append("Lists of apt stay in a layer.")
                }
                if !rest.contains("--no-install-recommends") {
                    problems.append("More is installed than needed.")
                }
                if !rest.contains("apt-get update") { problems.append("Lists of apt may be old.") }
            }
            if rest.contains(#/\b(?:curl|wget|sudo)\b/#) {
                problems.append("RUN fetches, or asks for more rights.")
            }
            return problems
        case "ENV", "ARG":
            let isSecret = rest.lowercased().contains(#/(?:password|secret|token|key)\w*\s*(?:=|\s|$)/#)
            return isSecret ? ["\(instruction.name) holds a secret."] : []
        case "COPY":
            if let from = rest.firstMatch(of: #/--from=(\S+)/#) {
                return stages.contains { $0.name == String(from.1) } ? [] : ["COPY takes from no stage."]
            }
            return instruction.words.dropLast().filter { !exists($0) }.map { "COPY finds no \($0)." }
        default: return []
        }
    }
}
