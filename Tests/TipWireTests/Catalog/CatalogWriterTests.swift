import Testing
import TipCore
import TipWire

@Suite("A catalog reads back from what is written of it")
struct CatalogWriterTests {
    @Test("reading what was written gives the same catalog", arguments: 0..<20)
    func roundTrip(seed: Int) throws {
        var dice = Dice(seed: UInt64(seed))
        for _ in 0..<5 {
            let catalog = dice.catalog()
            let text = CatalogWriter.json(catalog).text(indented: dice.flip())

            let reading = CatalogReader().read(text, file: "f")

            #expect(reading.errors.map(\.description) == [])
            let isSame = reading.catalog == catalog
            #expect(isSame, "\(text)")
        }
    }

    @Test("what is read again is written the same")
    func canonical() throws {
        let catalog = try CatalogReaderTests.catalog(CatalogReaderTests.example)
        let text = CatalogWriter.json(catalog).text()

        #expect(try CatalogWriter.json(CatalogReaderTests.catalog(text)).text() == text)
    }

    @Test("an empty catalog says its settings")
    func empty() {
        #expect(
            CatalogWriter.json(Catalog()).text()
                == #"{"displayFrequency":"immediate","timeZone":"UTC","tips":[]}"#
        )
    }

    @Test("the contract's example, member by member")
    func text() throws {
        let catalog = try CatalogReaderTests.catalog(CatalogReaderTests.example)
        let text =
            #"{"displayFrequency":"daily","timeZone":"Asia/Tokyo","#
            + #""parameters":{"isLoggedIn":{"type":"boolean","default":false},"platform":{"type":"string","default":null}},"#
            + #""events":{"entered-view":{"info":{"backyardID":"number"}}},"#
            + #""tips":[{"id":"welcome","title":"Welcome"},{"id":"favorite-backyard","title":"Save as a Favorite","#
            + #""message":"Your favorite backyards always appear at the top of the list.","image":"star","#
            + #""actions":[{"id":"learn-more","title":"Learn More"}],"rules":["param(\"isLoggedIn\") == true","#
            + #""event(\"entered-view\").donations.donatedWithin(days: 5).largestSubset(groupedBy: backyardID).count >= 3"],"#
            + #""options":{"maxDisplayCount":5,"maxDisplayDuration":300},"presentation":"inline"}],"#
            + #""groups":[{"id":"onboarding","priority":"ordered","tips":["welcome","favorite-backyard"]}],"#
            + #""experiments":[{"id":"favorites-copy","tip":"favorite-backyard","unit":"person","#
            + #""audience":["param(\"platform\") == \"iOS\""],"#
            + #""variants":[{"id":"control"},{"id":"benefit","title":"Never lose a backyard"},{"id":"none","shows":false}],"#
            + #""primary":{"metric":"tap","within":"7d"},"#
            + #""guardrails":[{"metric":"invalidation:tipClosed","direction":"down"}],"#
            + #""plan":{"peoplePerVariant":5000,"looks":5,"alpha":0.05,"minimumLift":0.1}}]}"#

        #expect(CatalogWriter.json(catalog).text() == text)
    }
}
