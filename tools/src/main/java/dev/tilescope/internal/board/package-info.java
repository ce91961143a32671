/**
 * Times of a board beside those of the cost model: rows of {@code ops_perf_results} files are asked
 * again of the model, and a board's own factors follow from what differs.
 */
@NullMarked
package dev.tilescope.internal.board;

import org.jspecify.annotations.NullMarked;
