/**
 * Tensors made of nothing: {@code CreationOperations} of constants and ranges, {@code
 * RandomOperations} of random numbers.
 *
 * <p>A family: it knows the mechanism, the options, {@code movement}, and {@code collective}, which
 * shares random numbers out to the devices of a mesh.
 */
@NullMarked
package dev.tilescope.ops.internal.creation;

import org.jspecify.annotations.NullMarked;
