/**
 * Graph capture: hooks in, one {@link dev.tilescope.model.Report} out. Start at {@link
 * dev.tilescope.capture.GraphCapture}.
 *
 * <p>Two halves, joined by bytes:
 *
 * <ul>
 *   <li>recording, on the threads of the traced program: {@code Recorder} encodes each hook as one
 *       small frame ({@code FrameWriter}) in a block of its thread ({@code ThreadLog}); what
 *       repeats (names, argument texts, tensor specs, stacks) is written once and then named by a
 *       number ({@code Definitions}). Blocks come from {@code BlockStore}: a memory-mapped journal
 *       file, so that a killed process loses nothing it had written, or the heap;
 *   <li>collecting, at the end or after a crash: {@code FrameReader} walks the frames of each
 *       thread, {@code TraceBuilder} turns them into nodes with counters, levels and connections.
 * </ul>
 *
 * <p>{@link dev.tilescope.capture.Watchdog} collects what a program that is stuck has recorded so
 * far, with the stacks of its threads ({@code Stall}).
 *
 * <p>A finished capture and a recovered journal go through the same collector. May use {@code
 * track}, {@code model}, {@code report} and {@code io}.
 *
 * <pre>{@code
 * try (MeshDevice device = MeshDevice.open("n150");
 *     GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
 *   Ttnn.relu(Ttnn.ones(Shape.of(64, 64), device));
 *   capture.endToFile(Path.of("report.json"));
 * }
 * }</pre>
 */
@NullMarked
package dev.tilescope.capture;

import org.jspecify.annotations.NullMarked;
