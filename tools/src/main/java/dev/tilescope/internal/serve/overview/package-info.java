/**
 * Answers for the first view, for tensors and for finding things. {@code Overview}, {@code
 * Patterns} and {@code MemoryPeaks} are the three parts of the first view, apart so that none waits
 * for the others; {@code TensorList} and {@code TensorDetail} answer for tensors; {@code Find} asks
 * its searches in the order in which their hits are shown.
 */
@NullMarked
package dev.tilescope.internal.serve.overview;

import org.jspecify.annotations.NullMarked;
