/**
 * One story of one run: what matters most, from whatever files there are of it.
 *
 * <p>{@link dev.tilescope.internal.explain.RunFiles} tells the files apart, {@link
 * dev.tilescope.internal.explain.Evidence} reads them into one {@link
 * dev.tilescope.internal.explain.Run}: programs of devices with their times, calls of the host,
 * memory at its fullest, and what was lost. Everything after that is a pure function of the run:
 * each detector finds one kind of thing, and {@link dev.tilescope.internal.explain.Explanation}
 * ranks what they find by the part of the time or memory at stake.
 *
 * <p>Detectors reckon with what {@code perf} and {@code analysis} already say of a row or a moment;
 * none counts, aligns or advises a second time.
 */
@NullMarked
package dev.tilescope.internal.explain;

import org.jspecify.annotations.NullMarked;
