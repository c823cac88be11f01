// TipWireTests
