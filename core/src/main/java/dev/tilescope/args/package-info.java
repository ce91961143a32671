/**
 * Operation-parameter tracing: every call of an operation as one JSON file, and back again.
 *
 * <p>Writing, from left to right: {@code OperationTracer} is the switch (by hand, by environment or
 * by the command line, with {@code TraceOptions}); its {@code CallListener} hears calls from {@link
 * dev.tilescope.track.Tracker} and takes what a file needs of their arguments and results, a {@code
 * CallRecord}; {@code TraceWriter} writes records in the background, each under a number of {@code
 * FolderNumbers}, which threads and processes that share a folder have in common. {@code CallFiles}
 * makes a file of a record, as {@code CallJson} and for values {@code ValuesJson} say what it looks
 * like, and {@code WholeFiles} see to it that it is there whole or not at all.
 *
 * <p>Reading: {@link dev.tilescope.args.TraceFile} makes a file of any dialect a {@link
 * dev.tilescope.args.TracedCall}, whose arguments are {@link dev.tilescope.args.Recorded} values as
 * the file has them; {@link dev.tilescope.args.RecordedTensor} says what those of tensors mean. A
 * directory of files is a {@link dev.tilescope.args.TraceFolder}, two of them give a {@link
 * dev.tilescope.args.TraceDiff}, and {@link dev.tilescope.args.MasterIndex} adds their {@code
 * Configuration}s to a {@link dev.tilescope.args.MasterFile}, whose hashes are taken of {@code
 * PythonJson}.
 *
 * <p>Running again: {@link dev.tilescope.args.Replay} makes a call from its file. {@code
 * RecordedArguments} turns recorded values into those that the operation takes, a {@code CallPlan},
 * in which tensors are still {@code TensorPlan}s without a device; {@link
 * dev.tilescope.args.RecordedBoard} chooses one; {@code RecordedValue}, {@code RecordedRecords} and
 * {@code ConfigText} read the forms of all dialects, {@code ArgumentSeeds} chooses values that were
 * not recorded, {@code DeviceValues} reads those of each device; {@code ResultComparison} judges.
 * {@link dev.tilescope.args.JunitExport} writes the same plan as the source of a test, a {@code
 * JunitSource} whose tensors are a {@code TensorSource}.
 *
 * <p>May use {@code track}, {@code tensor}, {@code model}, {@code json}, {@code report} for whole
 * files, {@code diff} to align calls, and {@code ops} to run a call again.
 */
@NullMarked
package dev.tilescope.args;

import org.jspecify.annotations.NullMarked;
