/** Answers for two reports side by side. */
@NullMarked
package dev.tilescope.serve.compare;

import org.jspecify.annotations.NullMarked;
