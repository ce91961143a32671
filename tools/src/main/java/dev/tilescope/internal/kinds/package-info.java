/**
 * Tells what a file is that we, TT-NN or its tools wrote, and which command takes it.
 *
 * <p>{@link dev.tilescope.internal.kinds.FileKind} is the one table of kinds; {@link
 * dev.tilescope.internal.kinds.FileKinds} recognises them, from names and first bytes.
 */
@NullMarked
package dev.tilescope.internal.kinds;

import org.jspecify.annotations.NullMarked;
