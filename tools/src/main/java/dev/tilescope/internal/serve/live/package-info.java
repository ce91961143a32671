/**
 * Answers for programs that are running now: {@code LiveMemory} looks at what they publish, once
 * for all who watch, and {@code LiveEvents} tells one of them what has changed.
 */
@NullMarked
package dev.tilescope.internal.serve.live;

import org.jspecify.annotations.NullMarked;
