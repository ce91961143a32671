/**
 * Softmax and norms: of rows, groups and channels, and of rows spread over devices.
 *
 * <p>A family: it knows the mechanism, the kernels and the options, and calls operations of other
 * families through the doors.
 */
@NullMarked
package dev.tilescope.ops.normalisation;

import org.jspecify.annotations.NullMarked;
