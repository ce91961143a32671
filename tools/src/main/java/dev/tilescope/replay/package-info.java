/**
 * Recorded calls of operations, as {@code args} and TT-NN write them: read, compared, indexed and
 * made again.
 *
 * <p>Reading: {@link dev.tilescope.replay.TraceFile} makes a file of any dialect a {@link
 * dev.tilescope.replay.TracedCall}, whose arguments are {@link dev.tilescope.replay.Recorded}
 * values as the file has them; {@link dev.tilescope.replay.RecordedTensor} says what those of
 * tensors mean. A directory of files is a {@link dev.tilescope.replay.TraceFolder}, two of them
 * give a {@link dev.tilescope.replay.TraceDiff}, and {@link dev.tilescope.replay.MasterIndex} adds
 * their {@code Configuration}s to a {@link dev.tilescope.replay.MasterFile}, whose hashes are taken
 * of {@code PythonJson}.
 *
 * <p>Running again: {@link dev.tilescope.replay.Replay} makes a call from its file. {@code
 * RecordedArguments} turns recorded values into those that the operation takes, a {@code CallPlan},
 * in which tensors are still {@code TensorPlan}s without a device; {@link
 * dev.tilescope.replay.RecordedBoard} chooses one; {@code RecordedValue}, {@code RecordedRecords}
 * and {@code ConfigText} read the forms of all dialects, {@code ArgumentSeeds} chooses values that
 * were not recorded, {@code DeviceValues} reads those of each device; {@code ResultComparison}
 * judges. {@link dev.tilescope.replay.JunitExport} writes the same plan as the source of a test, a
 * {@code JunitSource} whose tensors are a {@code TensorSource}.
 *
 * <p>May use {@code args} for the names of fields, {@code tensor}, {@code device}, {@code model},
 * {@code json}, {@code io} for whole files, {@code diff} to align calls, and {@code ops} to run a
 * call again.
 *
 * <pre>{@code
 * try (MeshDevice device = MeshDevice.open("n150")) {
 *   ReplayResult result = Replay.of(TraceFile.read(Path.of("1_ttnn.add.json"))).run(device);
 * }
 * }</pre>
 */
@NullMarked
package dev.tilescope.replay;

import org.jspecify.annotations.NullMarked;
