/**
 * Many elements to one: sums and extremes, variance and products, where extremes stand, running
 * sums, order.
 *
 * <p>{@code ReductionOperations}, {@code VarianceOperations}, {@code ArgMaxOperations}, {@code
 * OrderOperations}.
 *
 * <p>A family: it knows the mechanism, the kernels and the options. Its composites call operations
 * of {@code conversion}, {@code movement} and {@code creation}.
 */
@NullMarked
package dev.tilescope.ops.internal.reduction;

import org.jspecify.annotations.NullMarked;
