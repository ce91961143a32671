/** Answers for questions in SQL, traced calls and the topology of a mesh. */
@NullMarked
package dev.tilescope.serve.ask;

import org.jspecify.annotations.NullMarked;
