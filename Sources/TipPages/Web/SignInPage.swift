/// The way in: it asks for a key that may read.
package struct SignInPage {
    private let context: PageContext
    private let goesTo: String
    private let refusal: Refusal?

    /// Why somebody must sign in again.
    package enum Refusal: Sendable {
        /// The key does not open the page.
        case wrongKey
        /// There was no session, or it is over.
        case noSession
    }

    /// Describes the page.
    ///
    /// - Parameters:
    ///   - context: Who looks at it.
    ///   - goesTo: The page to go on to.
    ///   - refusal: What was wrong; nil at the first time.
    package init(_ context: PageContext, goesTo: String, refusal: Refusal? = nil) {
        self.context = context
        self.goesTo = goesTo
        self.refusal = refusal
    }

    /// The page.
    package var html: String {
        let words = context.words
        let told: HTML =
            switch refusal {
            case .wrongKey:
                .element("p", ["class": "notice bad", "role": "alert"], HTML(words(.wrongKey)))
            case .noSession: .element("p", ["class": "notice"], HTML(words(.signInAgain)))
            case nil: .nothing
            }
        let key = WebForm.field(
            words(.readKey),
            name: "key",
            id: "key",
            type: "password",
            hint: words(.readKeyHint),
            isRequired: true
        )
        let form = WebForm(action: "/sign-in", context: context).html(
            [WebForm.hidden("to", goesTo), key],
            submit: words(.signIn),
            kind: "stack"
        )
        return WebFrame(context: context).page(
            titled: words(.signIn),
            [told, .element("p", [:], HTML(words(.signInIntro))), form]
        )
    }
}
