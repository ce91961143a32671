/**
 * Operation-parameter tracing: every call of an operation as one JSON file. {@code replay} reads
 * them.
 *
 * <p>From left to right: {@code OperationTracer} is the switch (by hand, by environment or by the
 * command line, with {@code TraceOptions}); its {@code CallListener} hears calls from {@link
 * dev.tilescope.internal.track.Tracker} and takes what a file needs of their arguments and results,
 * a {@code CallRecord}, by a {@code Freezer}; {@code TraceWriter} writes records in the background,
 * each under a number of {@code FolderNumbers}, which threads and processes that share a folder
 * have in common. {@code CallFiles} makes a file of a record, as {@code CallJson} and for values
 * {@code ValuesJson} and {@code NpyWriter} say what it looks like, and {@link
 * dev.tilescope.internal.io.WholeFiles} see to it that it is there whole or not at all.
 *
 * <p>{@link dev.tilescope.args.ValueFields} has the names that who reads such files must know.
 *
 * <p>May use {@code track}, {@code tensor}, {@code device}, {@code model}, {@code json}, {@code
 * io}, and {@code ops} to know which arguments an operation writes over.
 *
 * <pre>{@code
 * OperationTracer.enable(TraceOptions.DEFAULT.withValues().withMaxValues(1000));
 * // ... the program ...
 * OperationTracer.disable(); // returns when everything is on disk
 * }</pre>
 */
@NullMarked
package dev.tilescope.args;

import org.jspecify.annotations.NullMarked;
