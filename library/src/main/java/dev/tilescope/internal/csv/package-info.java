/**
 * Comma-separated values, in and out: the one place that knows how cells are quoted.
 *
 * <p>{@link dev.tilescope.internal.csv.CsvReader} pulls rows with bounded cells and names file, row
 * and column in every error ({@link dev.tilescope.internal.csv.CsvException}); {@link
 * dev.tilescope.internal.csv.CsvWriter} writes rows. Neither holds more than one row.
 *
 * <p>Uses no other package.
 */
@NullMarked
package dev.tilescope.internal.csv;

import org.jspecify.annotations.NullMarked;
