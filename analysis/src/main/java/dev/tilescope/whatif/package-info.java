/**
 * What would have happened: a run's allocations, frees and launches again, in the same order or
 * another, against the allocators of the modelled device.
 *
 * <p>Start at {@link dev.tilescope.whatif.WhatIf}, which has one for each device of a report. A
 * {@link dev.tilescope.whatif.Change} is what is to be different, an {@link
 * dev.tilescope.whatif.Outcome} what comes of it, with a {@link dev.tilescope.whatif.Misfit} if
 * something does not fit; a {@link dev.tilescope.whatif.Remedy} is a change that makes it fit, with
 * its price.
 *
 * <p>Inside: {@code RecordedDevice} says on what a run was recorded, {@code Directions} from which
 * end of a memory each buffer came, {@code Sequence} in which order things happen, and {@code
 * Replay} lets them happen. What a run did is {@link dev.tilescope.analysis.MemoryScript}. Who
 * holds which address is decided in {@code device} alone, by the code that a real run on the
 * modelled device asks.
 *
 * <p>Uses {@code analysis}, {@code memory}, {@code device} and {@code model}; no I/O, no clock.
 *
 * <pre>{@code
 * for (WhatIf device : WhatIf.of(ReportFile.read(Path.of("report.json")))) {
 *   Change p150 = device.asRecorded().withBoard(Board.named("p150"));
 *   System.out.println(device.outcome(p150).fits());
 * }
 * }</pre>
 */
@NullMarked
package dev.tilescope.whatif;

import org.jspecify.annotations.NullMarked;
