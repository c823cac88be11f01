import TipCore

/// What docker-compose makes of docker-compose.yml, held to our own rules.
struct ComposeReading {
    /// The whole as JSON.
    let json: JSON

    /// A service of it.
    private struct Service {
        let name: String
        let json: JSON

        func texts(_ key: String) -> [String] { json[key]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    }

    private var services: [Service] {
        guard case .object(let members)? = json["services"] else { return [] }
        return members.map { Service(name: $0.key, json: $0.value) }
    }

    /// The services' names.
    var names: [String] { services.map(\.name).sorted() }

    /// What is wrong with it, each as a sentence.
    var problems: [String] { services.flatMap { Self.problems(of: $0) } }

    private static func problems(of service: Service) -> [String] {
        let json = service.json
        var problems: [String] = []
        func expect(_ holds: Bool, _ sentence: String) {
            if !holds { problems.append("\(service.name) \(sentence).") }
        }
        expect(json["read_only"] == true, "may write to its image")
        expect(service.texts("cap_drop") == ["ALL"] && json["cap_add"] == nil, "keeps rights of root")
        expect(json["privileged"] == nil, "is privileged")
        expect(service.texts("security_opt").contains("no-new-privileges:true"), "may gain rights")
        expect(json["mem_limit"] != nil && json["pids_limit"] != nil, "has no limit")
        expect(json["logging"]?["options"]?["max-size"] != nil, "fills the disk with its log")
        let tag = json["image"]?.stringValue?.split(separator: ":").dropFirst().last
        expect(tag != nil && tag != "latest", "takes whatever image is newest")
        let check = json["healthcheck"]
        let isOnce = json["restart"] == "no"
        expect(isOnce || check?["test"]?.arrayValue?.first == "CMD", "has no health check in exec form")
        for port in ports(of: service) { expect(port.hasPrefix("127.0.0.1:"), "is open to others: \(port)") }
        for (name, value) in environment(of: service) {
            let isSecret =
                name.contains(#/PASSWORD|SECRET|TOKEN|(?:^|_)KEY(?:_|$)/#) && !name.hasSuffix("_FILE")
            expect(!isSecret, "has a secret in its environment: \(name)")
            let holdsPassword = value.contains(#/:\/\/[^\/@]*:[^\/@]*@/#)
            expect(!holdsPassword, "has a password in an address: \(name)")
            guard name.hasSuffix("_FILE"), value.hasPrefix("/run/secrets/") else { continue }
            let given = (json["secrets"]?.arrayValue ?? []).compactMap {
                $0["source"]?.stringValue ?? $0.stringValue
            }
            expect(given.contains(String(value.dropFirst(13))), "is not given the secret of \(name)")
        }
        return problems
    }

    /// The ports in the short form, whichever they are written in.
    private static func ports(of service: Service) -> [String] {
        (service.json["ports"]?.arrayValue ?? []).map { port in
            port.stringValue ?? "\(port["host_ip"]?.stringValue ?? ""):\(port["published"]?.text() ?? "")"
        }
    }

    private static func environment(of service: Service) -> [(String, String)] {
        guard case .object(let members)? = service.json["environment"] else { return [] }
        return members.map { ($0.key, $0.value.stringValue ?? $0.value.text()) }
    }

    /// The files and folders of the repository that services see, by service.
    func mounts(of root: String) -> [(source: String, target: String)] {
        services.flatMap { service in
            service.texts("volumes").compactMap { volume in
                let parts = volume.split(separator: ":").map(String.init)
                guard parts.count >= 2, parts[0].hasPrefix(root) else { return nil }
                return (String(parts[0].dropFirst(root.count)), parts[1])
            }
        }
    }
}
