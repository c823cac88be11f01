// TipTestSupport
