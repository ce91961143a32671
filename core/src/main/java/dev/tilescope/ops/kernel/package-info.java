/**
 * What the modelled device computes with: pure functions on {@code float[]} and {@code int[]}.
 *
 * <p>Start at {@link dev.tilescope.ops.kernel.Kernels}, the only door. It checks arguments and
 * calls an {@code Engine}, which is a choice of inner loops and of threads:
 *
 * <ul>
 *   <li>{@code Lanes} are the inner loops, as {@code VectorLanes} (with {@code VectorBinary},
 *       {@code VectorMath}, {@code VectorTiles}) where the JVM was started with {@code
 *       --add-modules jdk.incubator.vector} and with its optimising compiler, else as {@code
 *       ScalarLanes}, which also begins every program: vectors take a second to get going. They
 *       agree bit for bit, and one contract test asks both the same questions. Fused multiply-add
 *       must be in hardware, as it is on x86-64 since 2013 and on every 64-bit Arm; without it both
 *       are right but slow.
 *   <li>{@code Parallel} spreads tasks over the cores.
 *   <li>{@code Broadcast}, {@code Matmul}, {@code Softmax} and {@code Permutation} cut an operation
 *       into tasks and tasks into inner loops; {@code StridePair} walks two arrays at once.
 * </ul>
 *
 * <p>To add a function of one element: a line in {@code UnaryKind}, a line in {@code
 * VectorLanes.unary}. May use {@code model}, for its exception only.
 */
@NullMarked
package dev.tilescope.ops.kernel;

import org.jspecify.annotations.NullMarked;
