/**
 * The local web page: {@code tilescope serve}.
 *
 * <p>{@link dev.tilescope.serve.PageServer} listens on loopback and gives each request to {@code
 * Gate} (may this caller ask at all?), then to {@code Assets} (the page itself, from this jar) or
 * to an {@code Endpoint} of the table in {@code Endpoints}. An endpoint reads a {@code Request} and
 * gives an {@code Answer} of at most {@code Answer.MAX_BYTES}: lists come in pages, drawings in
 * ranges.
 *
 * <p>{@code Sources} are the reports, profiled runs and traced calls that the command was given or
 * found; they are read where they lie. A report that is not a database yet becomes one in a folder
 * of the server's own, by {@code ImportProcess}, a process of its own: whatever the size of a
 * report, this one stays small. {@code OpenReport} is a database being looked at: a few read-only
 * connections, and columns of what every view needs, each read when first asked for. {@code
 * MemoryLevels} reads the rows of the importer's account: whether a program fits and how full
 * memory was in each operation, for every view.
 *
 * <p>One package a view, or family of views: {@code serve.operations}, {@code serve.memory} and so
 * on; each has one public class, {@code …Endpoints}, whose static methods answer the requests of
 * its view. The page is plain ES modules in the resources beside this package; {@code page/main.js}
 * is where to start reading.
 *
 * <p>Nothing that comes from a report is trusted: it goes out as JSON, never as HTML or SQL.
 */
@NullMarked
package dev.tilescope.serve;

import org.jspecify.annotations.NullMarked;
