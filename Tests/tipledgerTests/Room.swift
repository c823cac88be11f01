// tipledgerTests
