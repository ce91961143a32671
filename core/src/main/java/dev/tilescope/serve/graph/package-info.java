/** Answers for the graph of operations. */
@NullMarked
package dev.tilescope.serve.graph;

import org.jspecify.annotations.NullMarked;
