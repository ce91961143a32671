/**
 * The shapes hidden in a trace's flat list of nodes.
 *
 * <p>{@link dev.tilescope.graph.CallTree} pairs starts with ends: which operation called which, and
 * which events are whose. {@link dev.tilescope.graph.LevelizedGraph} is the flow of tensors between
 * operations down to some level: TT-NN's ({@code LevelizedBuilder}) or joined by tensor id ({@code
 * TensorJoin}). Pure functions of {@code model}, the only package used here.
 *
 * <pre>{@code
 * CallTree calls = CallTree.of(ReportFile.read(Path.of("report.json")).trace());
 * System.out.println(calls.roots().size());
 * }</pre>
 */
@NullMarked
package dev.tilescope.graph;

import org.jspecify.annotations.NullMarked;
