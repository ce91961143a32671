/**
 * The TT-NN operations. Programs call {@link dev.tilescope.ops.Ttnn}; everything else here serves
 * it.
 *
 * <p>A call takes one way through:
 *
 * <ol>
 *   <li>{@code Ttnn.add} announces {@code ttnn::add} ({@code Traced}) and calls its family ({@code
 *       BinaryOperations}, {@code MatmulOperations}, ...);
 *   <li>the family runs one or more {@code DeviceOperation}s. Each is declared once, as data:
 *       names, validation, output spec, circular buffers, cost, CPU kernel, golden reference;
 *   <li>{@code DeviceOperation.run} is the only place that turns a declaration into a launch: it
 *       announces the primitive and the device operation, allocates the output, lays out the
 *       program and computes.
 * </ol>
 *
 * <p>CPU kernels are in {@code ops.kernel}. May use {@code tensor}, {@code device}, {@code track}
 * and {@code model}.
 */
@NullMarked
package dev.tilescope.ops;

import org.jspecify.annotations.NullMarked;
