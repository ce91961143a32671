/**
 * JSON as a stream of tokens, in and out: the one place that knows the JSON library.
 *
 * <p>{@link dev.tilescope.internal.json.JsonReader} pulls values with bounded depth and string
 * length and names the line and column in every error ({@link
 * dev.tilescope.internal.json.JsonException}); {@link dev.tilescope.internal.json.JsonWriter}
 * writes the two-space form of report files or one compact line. Neither builds a tree, so memory
 * does not grow with the document. Failures of the underlying stream pass through both as {@link
 * java.io.UncheckedIOException}.
 *
 * <p>Uses no other package.
 */
@NullMarked
package dev.tilescope.internal.json;

import org.jspecify.annotations.NullMarked;
