/**
 * How operations are declared and run; nothing here knows one of them.
 *
 * <p>An {@code Operation} is what users call, a {@code DeviceOperation} what it comes to, built by
 * a {@code Declaration}. {@code Launch} runs one: its rules see a {@code Call}. {@code Check},
 * {@code Costs}, {@code CircularBuffers} and {@code Placement} are what rules share, {@code
 * Temporaries} owns what composites make, {@code GoldenChecks} compares results with references.
 * {@code ArgumentSlots} and {@code CallForm} describe operations for documentation, doors and calls
 * by name.
 */
@NullMarked
package dev.tilescope.ops.internal.mechanism;

import org.jspecify.annotations.NullMarked;
