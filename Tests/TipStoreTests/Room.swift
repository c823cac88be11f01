// TipStoreTests
