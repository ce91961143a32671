/**
 * Tensors made of nothing: {@code CreationOperations} of constants and ranges, {@code
 * RandomOperations} of random numbers.
 *
 * <p>A family: it knows the mechanism, the kernels and the options, and calls operations of other
 * families through the doors.
 */
@NullMarked
package dev.tilescope.ops.creation;

import org.jspecify.annotations.NullMarked;
