import Testing
import TipCore

@Suite("SplitMix64 gives the numbers that are published for it")
struct SplitMix64Tests {
    @Test("the first five of the seed 1234567")
    func published() {
        var random = SplitMix64(seed: 1_234_567)
        let numbers = (0..<5).map { _ in random.next() as UInt64 }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
    }

    @Test("numbers below a limit are below it, and all of them come")
    func below() {
        var random = SplitMix64(seed: 7)
        let found = Set((0..<1000).map { _ in random.next(below: 10) })
        #expect(found == Set(0..<10))
    }
}
