import Reports
import TipCore
import TipService
import TipStore

/// `tipledger keys`: the keys of the HTTP interface.
enum KeysCommands {
    static let all = [create, list, rotate, revoke]

    private static let create = Command(
        spec: CommandSpec(
            path: ["keys", "create"],
            summary: "Make a key; its text is shown once and kept nowhere",
            options: [
                .init("scope", value: "SCOPE", "write, evaluate, read or admin"),
                .init("name", value: "NAME", "what the key is for"),
                .init(
                    "expires",
                    value: "TIME",
                    "when it ends by itself, such as 2027-01-01, or 90d from now"
                ),
            ],
            formats: [.table, .json],
            examples: ["tipledger keys create --scope write --name ios-app"]
        ),
        run: { command, context in
            let asked = command.value(of: "scope")
            guard let scope = asked.flatMap(KeyStore.Scope.init(rawValue:)) else {
                throw UsageError(
                    asked.map { "--scope does not know '\($0)'" } ?? "keys create needs --scope",
                    hint: "--scope write, --scope evaluate, --scope read or --scope admin"
                )
            }
            let format = try command.format()
            return try await context.withWorkspace(command) { workspace in
                let expires = try command.value(of: "expires").map { try expiry($0, now: workspace.now()) }
                let made = try await workspace.store.keys.create(
                    scope: scope,
                    name: command.value(of: "name") ?? "",
                    expiresAt: expires,
                    at: workspace.now()
                )
                let json: JSON = [
                    "id": .string(made.key.id), "scope": .string(scope.rawValue), "key": .string(made.text),
                ]
                if format == .json {
                    try Output.write(json, command)
                } else {
                    try Output.write("\(made.text)\n", command)
                    Streams.note("Keep it now: it is not stored. Its id is \(made.key.id).")
                }
                return .done
            }
        }
    )

    private static let list = Command(
        spec: CommandSpec(
            path: ["keys", "list"],
            summary: "List the keys without their texts",
            formats: [.table, .json]
        ),
        run: { command, context in
            let format = try command.format()
            return try await context.withWorkspace(command) { workspace in
                let now = workspace.now()
                let keys = try await workspace.store.keys.list()
                if format == .json {
                    try Output.write(.object([.init("keys", .array(keys.map { json($0, now) }))]), command)
                } else {
                    var table = TextTable([
                        .init("id"), .init("scope"), .init("name"), .init("created"), .init("used"),
                        .init("state"),
                    ])
                    for key in keys {
                        table.add([
                            .init(key.id), .init(key.scope.rawValue), .init(key.name),
                            .init(key.createdAt.rfc3339), .init(key.lastUsedAt?.rfc3339 ?? "never"),
                            .init(state(key, now)),
                        ])
                    }
                    try Output.write(table.text(), command)
                }
                return .done
            }
        }
    )

    private static let rotate = Command(
        spec: CommandSpec(
            path: ["keys", "rotate"],
            summary: "Make a key in the place of another, which goes on for a while",
            arguments: [.init("ID", "the key's id, as keys list shows it")],
            options: [.init("overlap", value: "TIME", "how long the old key goes on (default 30d)")],
            formats: [.table, .json],
            examples: ["tipledger keys rotate key_abc --overlap 90d"]
        ),
        run: { command, context in
            let format = try command.format()
            let text = command.value(of: "overlap") ?? "30d"
            guard let overlap = DurationArgument.seconds(text) else {
                throw UsageError("--overlap cannot read '\(text)'", hint: "Write 30d for thirty days, or 0s.")
            }
            return try await context.withWorkspace(command) { workspace in
                let now = workspace.now()
                let end = now.advanced(bySeconds: overlap)
                let made = try await workspace.store.keys.rotate(
                    command.arguments[0],
                    overlapUntil: end,
                    at: now
                )
                guard let made else {
                    throw UsageError(
                        "there is no key '\(command.arguments[0])' that is in force",
                        hint: "See: tipledger keys list"
                    )
                }
                if format == .json {
                    let json: JSON = [
                        "id": .string(made.key.id), "scope": .string(made.key.scope.rawValue),
                        "key": .string(made.text), "replaces": .string(command.arguments[0]),
                        "until": .string(end.rfc3339),
                    ]
                    try Output.write(json, command)
                } else {
                    try Output.write("\(made.text)\n", command)
                    Streams.note("Keep it now: it is not stored. Its id is \(made.key.id).")
                    Streams.note("\(command.arguments[0]) goes on until \(end.rfc3339).")
                }
                return .done
            }
        }
    )

    private static let revoke = Command(
        spec: CommandSpec(
            path: ["keys", "revoke"],
            summary: "End a key at once",
            arguments: [.init("ID", "the key's id, as keys list shows it")]
        ),
        run: { command, context in
            try await context.withWorkspace(command) { workspace in
                guard try await workspace.store.keys.revoke(command.arguments[0]) else {
                    throw UsageError(
                        "there is no key '\(command.arguments[0])' that is in force",
                        hint: "See: tipledger keys list"
                    )
                }
                Streams.note("revoked; servers stop taking it within a few seconds")
                return .done
            }
        }
    )

    private static func expiry(_ text: String, now: Timestamp) throws(UsageError) -> Timestamp {
        let ahead = DurationArgument.seconds(text).map { now.advanced(bySeconds: $0) }
        let expiry = if let ahead { ahead } else { try TimeArgument.parse(text, option: "expires") }
        guard expiry > now else {
            throw UsageError(
                "--expires \(text) is not after now, \(now.rfc3339)",
                hint: "A key that has ended lets nobody in. Write a later time, or 90d from now."
            )
        }
        return expiry
    }

    private static func state(_ key: KeyStore.Key, _ now: Timestamp) -> String {
        if let revoked = key.revokedAt { return "revoked \(revoked.rfc3339)" }
        guard let expires = key.expiresAt else { return "in force" }
        return expires > now ? "until \(expires.rfc3339)" : "expired \(expires.rfc3339)"
    }

    private static func json(_ key: KeyStore.Key, _ now: Timestamp) -> JSON {
        [
            "id": .string(key.id), "scope": .string(key.scope.rawValue), "name": .string(key.name),
            "createdAt": .string(key.createdAt.rfc3339),
            "expiresAt": key.expiresAt.map { .string($0.rfc3339) } ?? .null,
            "revokedAt": key.revokedAt.map { .string($0.rfc3339) } ?? .null,
            "lastUsedAt": key.lastUsedAt.map { .string($0.rfc3339) } ?? .null,
            "valid": .boolean(key.isValid(at: now)),
        ]
    }
}
