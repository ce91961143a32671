/**
 * Traces and analyses as text for people and other programs, one class a target.
 *
 * <p>{@link dev.tilescope.internal.export.PrettyPrint} is the indented list of events, {@link
 * dev.tilescope.internal.export.AllocationsText} the allocations table aligned or as CSV, {@link
 * dev.tilescope.internal.words.ByteText} a size in human units and exactly. {@link
 * dev.tilescope.internal.export.LevelizedText} and {@link
 * dev.tilescope.internal.export.ArgumentsJson} write TT-NN's JSON of the levelized graph and of
 * arguments (whose C++ texts {@code ArgumentText} rewrites), {@link
 * dev.tilescope.internal.export.DotWriter} its Graphviz form. {@link
 * dev.tilescope.internal.export.CallGraphSvg} draws calls: {@code CallPicture} decides what is
 * shown, with {@code CallShapes} and {@code analysis.Repeats} finding what comes again, and {@code
 * PictureLayout} where, with ELK as {@link dev.tilescope.internal.export.LayeredGraph} sets it up.
 * Names come from files and are not trusted: what a person sees goes through {@link
 * dev.tilescope.internal.words.VisibleText}.
 *
 * <p>{@link dev.tilescope.internal.export.MemoryText}, {@link
 * dev.tilescope.internal.export.MemoryJson} and {@link dev.tilescope.internal.export.MemoryMapSvg}
 * are the memory of a report in words, as JSON and as a picture of addresses over operations.
 * {@link dev.tilescope.internal.export.StackedBarSvg} draws sums.
 *
 * <p>Everything writes to an {@link java.lang.Appendable} as it goes. Uses {@code model}, {@code
 * graph}, {@code analysis}, {@code json}, {@code csv} and {@code io}.
 */
@NullMarked
package dev.tilescope.internal.export;

import org.jspecify.annotations.NullMarked;
