import TipCore
import TipWire

/// The catalog of the demo's app, as a growth team would write it.
enum DemoCatalog {
    /// The file.
    static let text = """
        {
          displayFrequency: "immediate",
          timeZone: "UTC",
          parameters: {
            isLoggedIn: { type: "boolean", default: false },
            platform: { type: "string", default: null },
          },
          events: { "entered-view": { info: { backyardID: "number" } } },
          tips: [
            {
              id: "welcome",
              title: "Look Around",
              message: "Swipe to see the backyards of your neighbourhood.",
              priority: 1,
              options: { maxDisplayCount: 1 },
            },
            {
              id: "favorite-backyard",
              title: { en: "Save as a Favorite", ja: "お気に入りに追加" },
              message: {
                en: "Your favorite backyards always appear at the top of the list.",
                ja: "お気に入りの庭はいつもリストの一番上に表示されます。",
              },
              image: "star",
              actions: [{ id: "add-favorite", title: { en: "Add to Favorites", ja: "追加する" } }],
              rules: [
                'param("isLoggedIn") == true',
                'event("entered-view").donations.donatedWithin(days: 5).largestSubset(groupedBy: backyardID).count >= 3',
              ],
              options: { maxDisplayCount: 3 },
            },
          ],
          groups: [{ id: "onboarding", priority: "firstAvailable", tips: ["welcome", "favorite-backyard"] }],
          experiments: [
            {
              id: "favorites-copy",
              tip: "favorite-backyard",
              variants: [
                { id: "control" },
                { id: "benefit", title: { en: "Never Lose a Backyard", ja: "もう庭を見失わない" } },
              ],
              primary: { metric: "tap", within: "1d" },
              guardrails: [{ metric: "invalidation:tipClosed", direction: "down" }],
              plan: { peoplePerVariant: 7200, looks: 5, alpha: 0.05, minimumLift: 0.08 },
            },
          ],
        }
        """

    /// The catalog in the file.
    static func read() throws -> Catalog {
        let reading = CatalogReader().read(text, file: "demo")
        guard let catalog = reading.catalog else {
            throw DemoRefused(reason: reading.errors.map(\.description).joined())
        }
        return catalog
    }
}

/// A database in which the demo would do harm.
package struct DemoRefused: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why.
    let reason: String

    /// What is wrong and what to do about it.
    package var description: String {
        "\(reason) Point TIPLEDGER_HOME at an empty folder, or --db at an empty database, and run the demo there."
    }
}
