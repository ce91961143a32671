/**
 * Numbers and names as every command, view and test says them: bytes ({@link
 * dev.tilescope.internal.words.ByteText}), what a stranger's file holds without what would harm a
 * terminal ({@link dev.tilescope.internal.words.VisibleText}), an operation ({@link
 * dev.tilescope.internal.words.OperationLabel}), and whether a program fits ({@link
 * dev.tilescope.internal.words.PeaksText}).
 *
 * <p>May use {@code model}, {@code memory}, {@code analysis} and {@code json}.
 */
@NullMarked
package dev.tilescope.internal.words;

import org.jspecify.annotations.NullMarked;
