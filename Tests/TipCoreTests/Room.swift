// TipCoreTests
