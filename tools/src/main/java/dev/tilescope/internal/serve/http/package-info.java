/**
 * What is asked of the page's server, and answered: an {@link
 * dev.tilescope.internal.serve.http.Endpoint} reads a {@link
 * dev.tilescope.internal.serve.http.Request} and gives an {@link
 * dev.tilescope.internal.serve.http.Answer} of at most {@code Answer.MAX_BYTES}, or throws a {@link
 * dev.tilescope.internal.serve.http.Refusal}: lists come in pages, drawings in ranges. {@link
 * dev.tilescope.internal.serve.http.Gate} says whether a caller may ask at all.
 */
@NullMarked
package dev.tilescope.internal.serve.http;

import org.jspecify.annotations.NullMarked;
