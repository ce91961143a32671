/**
 * The TT-NN operations. Programs call {@link dev.tilescope.ops.Ttnn}; everything else here serves
 * it.
 *
 * <p>A call takes one way through:
 *
 * <ol>
 *   <li>{@code Ttnn.add} is inherited from its family ({@code ArithmeticOperations}), which
 *       declares an {@code Operation} for it: TT-NN's name, the arguments as a record, and a body.
 *       Calling it announces {@code ttnn::add};
 *   <li>the body runs one or more {@code DeviceOperation}s. Each is declared once, as data, with a
 *       {@code Declaration}: names, inputs, validation, output specs, circular buffers, cost, CPU
 *       kernel, golden reference. Their rules are functions of a {@code Call}; those of cost that
 *       families share are in {@code Costs};
 *   <li>{@code Launch} is the only place that turns a declaration into a run: it announces the
 *       primitive and the device operation, allocates the outputs ({@code DeviceTensors}), lays out
 *       the program and computes.
 * </ol>
 *
 * <p>To add an operation: its arguments record, its declaration and its public method, all in the
 * file of its family, and a case in its test. Families are one line of inheritance that ends in
 * {@code Ttnn}; a new family is put into that line. TT-NN's modules are doors of their own with
 * families before them: {@link dev.tilescope.ops.Transformer} (heads, attention), {@link
 * dev.tilescope.ops.Experimental} (heads of one token, rotary embeddings, paged caches, collectives
 * with semaphores), {@link dev.tilescope.ops.KvCache}.
 *
 * <p>{@link dev.tilescope.ops.Operations} finds everything that is declared. {@link
 * dev.tilescope.ops.Comparison} lets golden references run beside a program ({@code GoldenChecks}).
 * {@link dev.tilescope.ops.OperationQuery} asks whether operations fit a board.
 *
 * <p>CPU kernels are in {@code ops.kernel}. May use {@code tensor}, {@code device}, {@code track}
 * and {@code model}.
 */
@NullMarked
package dev.tilescope.ops;

import org.jspecify.annotations.NullMarked;
