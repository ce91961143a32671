/**
 * Questions about a trace, each a pure function from {@code Trace} to a record.
 *
 * <ul>
 *   <li>Whether a program fits, by the account of {@code memory}, which {@code AccountWalk} tells
 *       of a trace: {@link dev.tilescope.analysis.DevicePeaks}; {@link
 *       dev.tilescope.analysis.MemoryLevels}, operation by operation; {@link
 *       dev.tilescope.analysis.FullMoments}, what a memory held when it was fullest; {@link
 *       dev.tilescope.analysis.CorePressure}, core by core.
 *   <li>Memory as TT-NN counts it: {@link dev.tilescope.analysis.PeakL1}, {@link
 *       dev.tilescope.analysis.ResourceUsagePerCore}, {@link dev.tilescope.analysis.DramUsage},
 *       {@link dev.tilescope.analysis.PeakByDevice}, {@link
 *       dev.tilescope.analysis.AllocationsTable}. They walk events in the order in which they
 *       happened.
 *   <li>The life of each buffer: {@link dev.tilescope.analysis.BufferLifetimes} says who made it,
 *       who needed it last and when it was freed, on the time of {@link
 *       dev.tilescope.analysis.OperationClock}. From it follow {@link
 *       dev.tilescope.analysis.LateFrees}, {@link dev.tilescope.analysis.Leaks} and {@link
 *       dev.tilescope.analysis.Fragmentation}; {@link dev.tilescope.analysis.MemoryUse} is all
 *       answers about memory together.
 *   <li>The number of an operation, the same in every command, on the page and in a database:
 *       {@link dev.tilescope.analysis.OperationNumbers}, by the rules of {@link
 *       dev.tilescope.analysis.HelperCalls}; {@link dev.tilescope.analysis.DeviceOperationNames}
 *       says which calls are of the device, {@link dev.tilescope.analysis.FreeingCalls} which only
 *       free, {@link dev.tilescope.analysis.SetUpCalls} which only load, fill or move.
 *   <li>Calls: {@link dev.tilescope.analysis.Calltrace}, {@link
 *       dev.tilescope.analysis.OperationArguments}, {@link dev.tilescope.analysis.Durations},
 *       {@link dev.tilescope.analysis.TopOperations}, {@link dev.tilescope.analysis.OutputTensors}.
 *       They walk the order of the nodes.
 *   <li>What a program is made of: {@link dev.tilescope.analysis.Layers} finds the layers that
 *       repeat in an {@link dev.tilescope.analysis.OperationFlow}, {@link
 *       dev.tilescope.analysis.Repeats} what repeats in any sequence.
 *   <li>The report itself: {@link dev.tilescope.analysis.Lint}, what is wrong with it, {@link
 *       dev.tilescope.analysis.Doubts}, why its numbers may be too small, and {@link
 *       dev.tilescope.analysis.Generation}, how old it is.
 * </ul>
 *
 * <p>Answers agree with TT-NN's trace utilities where those are right; each class says where it
 * differs. Uses {@code model}, {@code graph} and {@code memory}; no I/O, no clock.
 *
 * <pre>{@code
 * MemoryUse use = MemoryUse.of(ReportFile.read(Path.of("report.json")));
 * System.out.println(use.lateFrees().frees() + " " + use.leaks().groups());
 * }</pre>
 */
@NullMarked
package dev.tilescope.analysis;

import org.jspecify.annotations.NullMarked;
