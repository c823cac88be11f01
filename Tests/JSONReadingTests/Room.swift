// JSONReadingTests
