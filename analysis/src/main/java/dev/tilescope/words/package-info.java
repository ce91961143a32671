/**
 * Numbers and names as every command, view and test says them: bytes ({@link
 * dev.tilescope.words.ByteText}), what a stranger's file holds without what would harm a terminal
 * ({@link dev.tilescope.words.VisibleText}), an operation ({@link
 * dev.tilescope.words.OperationLabel}), and whether a program fits ({@link
 * dev.tilescope.words.PeaksText}).
 *
 * <p>May use {@code model}, {@code memory}, {@code analysis} and {@code json}.
 */
@NullMarked
package dev.tilescope.words;

import org.jspecify.annotations.NullMarked;
