/**
 * Answers for two reports side by side: what {@code diff} works out from whole reports, here from
 * columns of two databases, so that size does not matter.
 *
 * <p>{@code Side} is what is read of one report: hashes of what each operation was called with, and
 * the memory in use after it. {@code Comparison} pairs the operations of two with {@code
 * diff.Alignment} and puts them into rows; it is kept with the first report. {@code
 * CompareEndpoints} is where to start; {@code CompareSummary} is all in short, {@code PairDetails}
 * one row in full.
 *
 * <p>What {@code diff} sees and this does not: calls inside operations, which are one with their
 * operation here, and memory that was taken and given back within one.
 */
@NullMarked
package dev.tilescope.internal.serve.compare;

import org.jspecify.annotations.NullMarked;
