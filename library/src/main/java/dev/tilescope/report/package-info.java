/**
 * Report files: the JSON that TT-NN's graph capture writes, out in today's form and in from every
 * generation of it.
 *
 * <p>Start at {@link dev.tilescope.report.ReportFile}. Writing: {@code ReportWriter} turns a report
 * into JSON (with {@code NodeWriter} for the trace), and {@link
 * dev.tilescope.internal.io.FileTrouble} says in words why a file could not be written. Reading:
 * {@code ReportReader} walks the document once, {@code NodeReader} gathers each node's loose fields
 * in {@code NodeFields}, {@code NodeBuilder} and {@code NodeFacts} type them, {@code EventPool}
 * keeps one of equal events, {@code Levels} derives nesting that older files lack, and {@code
 * DamageLog} counts what could not be read. {@code ComparisonRecords} and {@code MetalTraceJson} go
 * both ways; {@link dev.tilescope.report.MetalTraceFile} keeps one metal trace without a report.
 *
 * <p>{@code report.internal} reads files that are too large to hold, for imports. What events do to
 * memory is not told here but in {@link dev.tilescope.memory}.
 *
 * <p>The texts and loose maps of the file formats exist here and nowhere else. Uses {@code model},
 * {@code json} and {@code io}.
 *
 * <pre>{@code
 * Report report = ReportFile.read(Path.of("report.json"));
 * ReportFile.write(report, Path.of("copy.json"));
 * }</pre>
 */
@NullMarked
package dev.tilescope.report;

import org.jspecify.annotations.NullMarked;
