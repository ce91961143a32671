/**
 * Convolution, pooling and resampling of images.
 *
 * <p>{@code ConvolutionOperations}, {@code PoolOperations} and {@code UpsampleOperations} are what
 * users call; {@code Conv2dOperations}, {@code Pool2dOperations} and {@code HaloOperations} declare
 * the programs they come to.
 *
 * <p>A family: it knows the mechanism, the kernels and the options. Its composites call operations
 * of {@code conversion}, {@code movement}, {@code transfer}, {@code matmul} and {@code reduction}.
 */
@NullMarked
package dev.tilescope.ops.internal.convolution;

import org.jspecify.annotations.NullMarked;
