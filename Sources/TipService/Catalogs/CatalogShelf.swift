import Synchronization
import TipCore
import TipWire

/// The catalogs of the log that have been read, by revision; a revision never changes.
final class CatalogShelf: Sendable {
    private let known = Mutex<[Int: Catalog]>([:])

    /// The catalog of a revision as it stands in the log.
    ///
    /// - Throws: `UnreadableCatalog`.
    func catalog(_ stored: Lifecycle.CatalogRevision) throws(UnreadableCatalog) -> Catalog {
        try known.withLock { known throws(UnreadableCatalog) in
            if let catalog = known[stored.revision] { return catalog }
            let read = CatalogReader().read(stored.text, file: "revision \(stored.revision)")
            guard let catalog = read.catalog else { throw UnreadableCatalog(revision: stored.revision) }
            known[stored.revision] = catalog
            return catalog
        }
    }
}
