/**
 * The TT-NN operations. Programs call {@link dev.tilescope.ops.Ttnn} and the doors of TT-NN's
 * modules, {@link dev.tilescope.ops.Transformer}, {@link dev.tilescope.ops.Experimental} and {@link
 * dev.tilescope.ops.KvCache}, with the options and configs of {@code ops.options}.
 *
 * <p>A call takes one way through:
 *
 * <ol>
 *   <li>{@code Ttnn.add} is one line, generated: it calls the {@code Operation} that the family
 *       {@code ops.internal.elementwise} declares as {@code ArithmeticOperations.ADD}, which has
 *       TT-NN's name, the arguments as a record, and a body. Calling it announces {@code
 *       ttnn::add};
 *   <li>the body runs one or more {@code DeviceOperation}s. Each is declared once, as data, with a
 *       {@code Declaration}: names, inputs, validation, output specs, circular buffers, cost, CPU
 *       kernel, golden reference;
 *   <li>{@code Launch} is the only place that turns a declaration into a run: it announces the
 *       primitive and the device operation, allocates the outputs, lays out the program and
 *       computes.
 * </ol>
 *
 * <p>Families are packages of final classes: {@code conversion}, {@code movement}, {@code
 * elementwise}, {@code matmul}, {@code reduction}, {@code normalisation}, {@code attention}, {@code
 * convolution}, {@code creation}, {@code transfer}, {@code cache}, {@code collective}. They lie
 * between the doors, which none of them knows, and {@code options}, {@code mechanism}, which runs
 * them all, and {@code kernel}, the CPU kernels. A body that needs another operation calls its
 * declaration, which announces it as a door does. Which family is built of which others is in
 * {@code ArchitectureTest}; what several need is in {@code composite}.
 *
 * <p>{@code OperationList} names every operation, {@code OperationTexts} has what is said of it.
 * {@link dev.tilescope.ops.Operations} describes them, {@link dev.tilescope.ops.OperationCall}
 * calls them by name, {@link dev.tilescope.ops.OperationQuery} asks whether they fit a board. The
 * list, the doors and {@code Withers} are written from the same declarations by {@code mvn
 * -Pgenerate}. {@link dev.tilescope.ops.Comparison} lets golden references run beside a program.
 *
 * <p>May use {@code tensor}, {@code device}, {@code track} and {@code model}.
 *
 * <pre>{@code
 * try (MeshDevice device = MeshDevice.open("n150")) {
 *   Tensor a = Ttnn.ones(Shape.of(64, 64), device);
 *   Tensor b = Ttnn.relu(Ttnn.matmul(a, a));
 *   System.out.println(b.shape());
 * }
 * }</pre>
 */
@NullMarked
package dev.tilescope.ops;

import org.jspecify.annotations.NullMarked;
