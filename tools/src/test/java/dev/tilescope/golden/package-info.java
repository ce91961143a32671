/**
 * Golden tests: operations on a modelled device against ONNX Runtime, which shares no code with
 * them.
 *
 * <p>{@code OperationGoldenTest} runs every trial of the tables in {@code *Cases}. A {@code Draw}
 * makes operands of random shape, the call goes through {@code Ttnn}, the same values go to a graph
 * of {@code OnnxOracle.oracle} calls, and {@code Agreement} says how near the two must be. {@code
 * OperationCoverageTest} fails for an operation that has no case here and none in PyTorch (module
 * {@code torch}).
 */
package dev.tilescope.golden;
