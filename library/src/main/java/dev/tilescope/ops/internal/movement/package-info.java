/**
 * Elements moved and not changed: shapes, layouts, placement, slices, joins, padding, lookups.
 *
 * <p>A class for each: {@code ShapeOperations}, {@code LayoutOperations}, {@code
 * PlacementOperations}, {@code MovementOperations} (permute, repeat), {@code SliceOperations},
 * {@code JoinOperations}, {@code PadOperations}, {@code FoldOperations}, {@code LookupOperations}
 * (gather, scatter), {@code EmbeddingOperations}.
 *
 * <p>{@code MovementSteps} are the operations as composites call them, here and above.
 *
 * <p>A family: it knows the mechanism, the kernels and the options, and of {@code conversion} what
 * block floats need to be moved.
 */
@NullMarked
package dev.tilescope.ops.internal.movement;

import org.jspecify.annotations.NullMarked;
