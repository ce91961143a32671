/**
 * What the devices of a mesh do together: gather, reduce, scatter, partition.
 *
 * <p>{@code CollectiveOperations} and {@code AsyncCollectiveOperations} are what users call, {@code
 * Collectives} what their programs have in common, {@code Links} the wires, {@code MeshExchange}
 * the values and {@code CollectiveGolden} their references.
 *
 * <p>A family: it knows the mechanism, the options and {@code transfer}, which it reads results
 * with.
 */
@NullMarked
package dev.tilescope.ops.internal.collective;

import org.jspecify.annotations.NullMarked;
