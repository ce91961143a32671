/**
 * What a traced program did, as data: immutable, typed, free of I/O.
 *
 * <p>Three groups, to be read in this order:
 *
 * <ul>
 *   <li>the words of the device: {@link dev.tilescope.model.Shape}, {@link
 *       dev.tilescope.model.DataType}, {@link dev.tilescope.model.Layout}, {@link
 *       dev.tilescope.model.BufferType}, {@link dev.tilescope.model.CoreRangeSet}, {@link
 *       dev.tilescope.model.MemoryConfig}, {@link dev.tilescope.model.TensorSpec}, with the exact
 *       printed forms TT-NN uses, and {@link dev.tilescope.model.ArgumentText} for arguments made
 *       of them;
 *   <li>what a hook may know of something alive: {@link dev.tilescope.model.TensorRef}, {@link
 *       dev.tilescope.model.BufferRef}, {@link dev.tilescope.model.DeviceRef}, implemented by the
 *       tensor and device packages and never kept by a listener;
 *   <li>what was recorded: {@link dev.tilescope.model.TraceEvent}s, each in the {@link
 *       dev.tilescope.model.TraceNode} that gives it its place, in a {@link
 *       dev.tilescope.model.Trace}, and {@link dev.tilescope.model.MetalTrace}s, inside a {@link
 *       dev.tilescope.model.Report}.
 * </ul>
 *
 * <p>Beside the data, for all packages: {@link dev.tilescope.model.Changed} makes copies of records
 * with one part changed, {@link dev.tilescope.model.TilescopeException} says what went wrong, and
 * {@link dev.tilescope.model.Notice} prints what the user of a traced program is to know.
 *
 * <p>Uses no other package.
 *
 * <p>A report is plain data, and so is all that it holds:
 *
 * <pre>{@code
 * Report report = ReportFile.read(Path.of("report.json"));
 * for (TraceNode node : report.trace().nodes()) {
 *   if (node.event() instanceof TraceEvent.FunctionStart start) {
 *     System.out.println(node.counter() + " " + start.name());
 *   }
 * }
 * }</pre>
 */
@NullMarked
package dev.tilescope.model;

import org.jspecify.annotations.NullMarked;
