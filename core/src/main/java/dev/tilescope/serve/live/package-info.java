/** Answers for programs that are running now. */
@NullMarked
package dev.tilescope.serve.live;

import org.jspecify.annotations.NullMarked;
