/**
 * Files and folders that hold whatever else happens.
 *
 * <ul>
 *   <li>{@link dev.tilescope.io.AtomicFiles}: several files that appear together, whole or not at
 *       all
 *   <li>{@link dev.tilescope.io.PrivateFolder}: the one rule for folders of ours in places that
 *       others can write to, such as {@code /tmp}
 * </ul>
 */
@NullMarked
package dev.tilescope.io;

import org.jspecify.annotations.NullMarked;
