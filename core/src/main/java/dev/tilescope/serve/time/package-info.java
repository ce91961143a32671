/** Answers for the timeline and the performance report of a profiled run. */
@NullMarked
package dev.tilescope.serve.time;

import org.jspecify.annotations.NullMarked;
