/**
 * The local web page: {@code tilescope serve}.
 *
 * <p>{@link dev.tilescope.internal.serve.PageServer} listens on loopback and gives each request to
 * {@code Gate} (may this caller ask at all?), then to {@code Assets} (the page itself, from this
 * jar) or to an {@code Endpoint} of the table in {@code Endpoints}. Below it lie {@code
 * serve.http}, what is asked and answered, and {@code serve.data}, what there is to be looked at.
 *
 * <p>Between them, one package a view, or family of views: {@code serve.operations}, {@code
 * serve.memory} and so on; each has one public class, {@code …Endpoints}, whose static methods
 * answer the requests of its view. The page is plain ES modules in the resources beside this
 * package; {@code page/main.js} is where to start reading.
 *
 * <p>No view counts memory: how full it was and whether a program fits are rows of the importer's
 * account ({@link dev.tilescope.memory}), which {@code serve.data.MemoryLevels} reads for all.
 *
 * <p>Nothing that comes from a report is trusted: it goes out as JSON, never as HTML or SQL.
 */
@NullMarked
package dev.tilescope.internal.serve;

import org.jspecify.annotations.NullMarked;
