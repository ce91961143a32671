/**
 * What the modelled device computes with: pure functions on {@code float[]} and {@code int[]}.
 *
 * <p>Start at {@link dev.tilescope.ops.internal.kernel.Kernels}, which says the rules for all. The
 * doors, by family:
 *
 * <ul>
 *   <li>{@code Kernels}: elementwise, matrix products, softmax of rows, permutation;
 *   <li>{@code ReductionKernels}: reductions, variance, running sums, argmax, top-k, sort, along
 *       {@code Lines} of a tensor;
 *   <li>{@code NormKernels}: layer and RMS norm of rows ({@code RowNorm}), group and batch norm,
 *       masked softmax;
 *   <li>{@code ImageKernels}: convolution, pooling, resizing and folding of an NHWC {@code Image}
 *       under a {@code Window};
 *   <li>{@code AttentionKernels}: attention ({@code AttentionShape}, {@code AttentionRule}, {@code
 *       AttentionMask}), heads; {@code CacheKernels}: rotary embeddings, the cache of keys and
 *       values, whole ({@code CacheShape}) or by {@code PageTable};
 *   <li>{@code CopyKernels}: concatenate, slice, pad, repeat, roll; {@code LookupKernels}:
 *       embedding, gather, scatter.
 * </ul>
 *
 * <p>A door checks arguments and calls an {@code Engine}, which is a choice of inner loops and of
 * threads, or, for loops the compiler vectorises by itself, uses its threads only:
 *
 * <ul>
 *   <li>{@code Lanes} are the inner loops, as {@code VectorLanes} (with {@code VectorUnary}, {@code
 *       VectorBinary}, {@code VectorMath}, {@code VectorExponentials}, {@code VectorTiles} and
 *       their like) where the JVM was started with {@code --add-modules jdk.incubator.vector} and
 *       with its optimising compiler, else as {@code ScalarLanes}, which also begins every program:
 *       vectors take a second to get going. They agree bit for bit, and one contract test asks both
 *       the same questions. Fused multiply-add must be in hardware, as it is on x86-64 since 2013
 *       and on every 64-bit Arm; without it both are right but slow.
 *   <li>{@code Parallel} spreads tasks over the cores.
 *   <li>{@code Broadcast}, {@code Matmul}, {@code Softmax} and {@code Permutation} cut an operation
 *       into tasks and tasks into inner loops; {@code StrideWalk} walks several arrays at once,
 *       {@code StridePair} two. So do {@code Reductions} (with {@code FloatAccumulators}, {@code
 *       IntAccumulators}), {@code Scans}, {@code Ordering}, {@code RowNorms}, {@code ChannelNorms},
 *       {@code MaskedSoftmax}, {@code Convolution}, {@code Pooling}, {@code Resampling}, {@code
 *       Attention}, {@code Decoding}, {@code Copies} and {@code Lookups} for the other doors.
 * </ul>
 *
 * <p>The functions of elements are three tables: {@link
 * dev.tilescope.ops.internal.kernel.UnaryKind}, {@link
 * dev.tilescope.ops.internal.kernel.BinaryKind} and {@link
 * dev.tilescope.ops.internal.kernel.TernaryKind} name them, {@code FloatUnary}, {@code
 * FloatBinary}, {@code IntUnary} and {@code IntBinary} define them. To add one: a name, a line, and
 * if it must be fast a vector loop with the same result.
 *
 * <p>One file is generated, {@code VectorExponentials}: vector loops that share their steps but, to
 * stay in registers, must not call them. {@code ExponentialSource}, beside the tests of {@code
 * ops}, has each step once; {@code mvn -Pgenerate} writes the loops.
 *
 * <p>May use {@code model} for its exception and {@code tensor} for what a block float is.
 */
@NullMarked
package dev.tilescope.ops.internal.kernel;

import org.jspecify.annotations.NullMarked;
