/// A numbered step of the database's structure, in the words of its file.
package struct Migration: Hashable, Sendable {
    /// Its place in the order, from 1 on without gaps.
    package let number: Int

    /// What its file is called after the number.
    package let name: String

    /// The file's text.
    package let text: String

    /// Describes a migration.
    package init(number: Int, name: String, text: String) {
        self.number = number
        self.name = name
        self.text = text
    }

    /// What tells whether the file is still the one that was carried out.
    package var checksum: SHA256.Digest { SHA256.digest(of: text) }
}

/// A view of the database, in the words of its file.
package struct ViewDefinition: Hashable, Sendable {
    /// What its file is called.
    package let name: String

    /// The file's text.
    package let text: String

    /// Describes a view.
    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}
