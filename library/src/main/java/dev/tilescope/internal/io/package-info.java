/**
 * Files and folders that hold whatever else happens, and numbers and lists without waste.
 *
 * <p>Files:
 *
 * <ul>
 *   <li>{@link dev.tilescope.internal.io.AtomicFiles}: one file or several that appear together,
 *       whole or not at all
 *   <li>{@link dev.tilescope.internal.io.WholeFiles}: the same for thousands of files a second in
 *       one folder, as {@link dev.tilescope.internal.io.MovedFiles} or, where the system has them,
 *       as {@link dev.tilescope.internal.io.UnnamedFiles}
 *   <li>{@link dev.tilescope.internal.io.PackedFiles}: what compressed files hold, up to an {@link
 *       dev.tilescope.internal.io.UnpackLimit}
 *   <li>{@link dev.tilescope.internal.io.FileTrouble}: why a file could not be read or written, in
 *       words
 *   <li>{@link dev.tilescope.internal.io.UninterruptedWork}: work with channels and locks that an
 *       interrupt would break off
 * </ul>
 *
 * <p>Folders:
 *
 * <ul>
 *   <li>{@link dev.tilescope.internal.io.PrivateFolder}: the one rule for folders of ours in places
 *       that others can write to, such as {@code /tmp}
 *   <li>{@link dev.tilescope.internal.io.FolderLock}: those who write into one folder take turns
 *   <li>{@link dev.tilescope.internal.io.NewFolders}: folders that go again if nothing comes into
 *       them
 * </ul>
 *
 * <p>Numbers: {@link dev.tilescope.internal.io.Varints} in as few bytes as they need; {@link
 * dev.tilescope.internal.io.IntList} and {@link dev.tilescope.internal.io.LongList} that grow, and
 * {@link dev.tilescope.internal.io.LongBlocks} for very many; {@link
 * dev.tilescope.internal.io.LongMap} from longs to longs.
 *
 * <p>Uses {@code model}, for the exception that names its place.
 */
@NullMarked
package dev.tilescope.internal.io;

import org.jspecify.annotations.NullMarked;
