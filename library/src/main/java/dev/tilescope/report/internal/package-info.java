/**
 * Report files as they are written, for readers that cannot hold them whole.
 *
 * <p>In: a report file of any size. Out: its top-level values by name ({@link
 * dev.tilescope.report.internal.RawReport}), the nodes of its trace one by one or by index ({@link
 * dev.tilescope.report.internal.RawTrace}), and its recorded Python calls ({@link
 * dev.tilescope.report.internal.PythonCalls}). Memory does not grow with the file, apart from two
 * numbers for each node and each call.
 *
 * <p>Nothing is interpreted here: a {@link dev.tilescope.report.internal.RawNode} keeps every field
 * in the order of the file, in the text form of Python's {@code json.dumps}, because that text is
 * what viewers store. Values are plain objects: String, Long, BigInteger, Double, Boolean, {@code
 * List}, {@code Map}, null.
 *
 * <p>{@link dev.tilescope.internal.io.PackedFiles} gives the bytes of a file, unpacked where it is
 * packed, within an {@link dev.tilescope.internal.io.UnpackLimit}.
 *
 * <p>What is wrong with a file goes to a {@link dev.tilescope.report.internal.Damage}, which ends
 * the reading or lets it go on without that part.
 *
 * <p>{@link dev.tilescope.report.internal.JsonBytes} scans bytes in place, several times faster
 * than a general reader, and knows only right from wrong; when it finds something wrong, the JSON
 * reader of this project reads the file again and says what and where.
 */
@NullMarked
package dev.tilescope.report.internal;

import org.jspecify.annotations.NullMarked;
