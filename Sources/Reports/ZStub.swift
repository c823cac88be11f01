package import TipCore

package struct ExperimentReport {
    package init(_ s: ExperimentSnapshot, baseline: String?) throws {}
    package var json: JSON { .null }
}
