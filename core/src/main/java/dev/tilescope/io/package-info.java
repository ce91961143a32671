/**
 * Files and folders that hold whatever else happens.
 *
 * <ul>
 *   <li>{@link dev.tilescope.io.AtomicFiles}: several files that appear together, whole or not at
 *       all
 *   <li>{@link dev.tilescope.io.PrivateFolder}: the one rule for folders of ours in places that
 *       others can write to, such as {@code /tmp}
 *   <li>{@link dev.tilescope.io.FolderLock}: those who write into one folder take turns
 *   <li>{@link dev.tilescope.io.NewFolders}: folders that go again if nothing comes into them
 * </ul>
 */
@NullMarked
package dev.tilescope.io;

import org.jspecify.annotations.NullMarked;
