/**
 * What the modelled device computes with: pure functions on {@code float[]} and {@code int[]}.
 *
 * <p>Start at {@link dev.tilescope.ops.kernel.Kernels}, the only door. It checks arguments and
 * calls an {@code Engine}, which is a choice of inner loops and of threads:
 *
 * <ul>
 *   <li>{@code Lanes} are the inner loops, as {@code VectorLanes} (with {@code VectorUnary}, {@code
 *       VectorBinary}, {@code VectorMath}, {@code VectorTiles} and their like) where the JVM was
 *       started with {@code --add-modules jdk.incubator.vector} and with its optimising compiler,
 *       else as {@code ScalarLanes}, which also begins every program: vectors take a second to get
 *       going. They agree bit for bit, and one contract test asks both the same questions. Fused
 *       multiply-add must be in hardware, as it is on x86-64 since 2013 and on every 64-bit Arm;
 *       without it both are right but slow.
 *   <li>{@code Parallel} spreads tasks over the cores.
 *   <li>{@code Broadcast}, {@code Matmul}, {@code Softmax} and {@code Permutation} cut an operation
 *       into tasks and tasks into inner loops; {@code StrideWalk} walks several arrays at once,
 *       {@code StridePair} two.
 * </ul>
 *
 * <p>The functions of elements are three tables: {@link dev.tilescope.ops.kernel.UnaryKind}, {@link
 * dev.tilescope.ops.kernel.BinaryKind} and {@link dev.tilescope.ops.kernel.TernaryKind} name them,
 * {@code FloatUnary}, {@code FloatBinary}, {@code IntUnary} and {@code IntBinary} define them. To
 * add one: a name, a line, and if it must be fast a vector loop with the same result.
 *
 * <p>May use {@code model} for its exception and {@code tensor} for what a block float is.
 */
@NullMarked
package dev.tilescope.ops.kernel;

import org.jspecify.annotations.NullMarked;
