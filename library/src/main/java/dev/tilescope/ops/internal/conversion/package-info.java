/**
 * Elements in another data type: {@code TypecastOperations}.
 *
 * <p>A family: it knows the mechanism and the options. It is apart from {@code elementwise} because
 * {@code movement}, which that needs, needs it.
 */
@NullMarked
package dev.tilescope.ops.internal.conversion;

import org.jspecify.annotations.NullMarked;
