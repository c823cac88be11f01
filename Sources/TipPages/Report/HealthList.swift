import Reports

/// Whether the figures can be trusted, check by check, with what to do.
struct HealthList {
    let health: ReportHealth

    /// The list.
    func html(_ words: PageWords) -> HTML {
        .element(
            "ul",
            ["class": "health"],
            health.findings.map { finding in
                .element(
                    "li",
                    ["class": finding.state.rawValue, "data-check": finding.check.rawValue],
                    [
                        .element(
                            "span",
                            ["class": "mark"],
                            HTML(finding.state.sign + " " + words.check(finding.state))
                        ),
                        " ", .element("span", [:], HTML(words(finding.sentence))),
                        finding.action.map { .element("p", [:], HTML(words($0))) } ?? .nothing,
                    ].present
                )
            }
        )
    }
}
