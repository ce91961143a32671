/**
 * Functions of each element, of one tensor, two or three.
 *
 * <p>{@code UnaryOperations} is how functions of one tensor run, {@code BinaryOperations} of two,
 * {@code TernaryOperations} of three; {@code MathOperations}, {@code ActivationOperations}, {@code
 * ArithmeticOperations}, {@code ComparisonOperations}, {@code ClampOperations} and {@code
 * InPlaceOperations} are the functions themselves, mostly a row each.
 *
 * <p>A family: it knows the mechanism, the kernels and the options. Its composites call operations
 * of {@code conversion} and {@code movement}.
 */
@NullMarked
package dev.tilescope.ops.internal.elementwise;

import org.jspecify.annotations.NullMarked;
