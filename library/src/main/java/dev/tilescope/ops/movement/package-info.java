/**
 * Elements moved and not changed: shapes, layouts, placement, slices, joins, padding, lookups.
 *
 * <p>A class for each: {@code ShapeOperations}, {@code LayoutOperations}, {@code
 * PlacementOperations}, {@code MovementOperations} (permute, repeat), {@code SliceOperations},
 * {@code JoinOperations}, {@code PadOperations}, {@code FoldOperations}, {@code LookupOperations}
 * (gather, scatter), {@code EmbeddingOperations}.
 *
 * <p>A family: it knows the mechanism, the kernels and the options, and calls operations of other
 * families through the doors.
 */
@NullMarked
package dev.tilescope.ops.movement;

import org.jspecify.annotations.NullMarked;
