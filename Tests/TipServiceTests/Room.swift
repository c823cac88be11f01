// TipServiceTests
