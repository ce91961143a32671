/**
 * Softmax and norms: of rows, groups and channels, and of rows spread over devices.
 *
 * <p>A family: it knows the mechanism, the kernels and the options. Its composites call operations
 * of {@code elementwise} and {@code reduction}.
 */
@NullMarked
package dev.tilescope.ops.internal.normalisation;

import org.jspecify.annotations.NullMarked;
