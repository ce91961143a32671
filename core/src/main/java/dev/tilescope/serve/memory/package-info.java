/** Answers for memory, over the whole run and around one operation. */
@NullMarked
package dev.tilescope.serve.memory;

import org.jspecify.annotations.NullMarked;
