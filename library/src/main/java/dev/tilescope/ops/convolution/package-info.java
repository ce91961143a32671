/**
 * Convolution, pooling and resampling of images.
 *
 * <p>{@code ConvolutionOperations}, {@code PoolOperations} and {@code UpsampleOperations} are what
 * users call; {@code Conv2dOperations}, {@code Pool2dOperations} and {@code HaloOperations} declare
 * the programs they come to.
 *
 * <p>A family: it knows the mechanism, the kernels and the options, and calls operations of other
 * families through the doors.
 */
@NullMarked
package dev.tilescope.ops.convolution;

import org.jspecify.annotations.NullMarked;
