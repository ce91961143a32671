/** Answers for the first view, what is found by name or number, and tensors. */
@NullMarked
package dev.tilescope.serve.overview;

import org.jspecify.annotations.NullMarked;
