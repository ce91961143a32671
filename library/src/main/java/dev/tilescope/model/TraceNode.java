package dev.tilescope.model;

/**
 * What happened, and where it stands. A trace is a list of nodes in which a node's {@code counter}
 * is its position.
 *
 * @param level the nesting depth: 0 outside operations, 1 inside what the user called, and so on; a
 *     start and its end carry the same level
 * @param thread numbers the recorded threads from 0
 * @param connections positions of other nodes
 */
public record TraceNode(int counter, int level, int thread, Ints connections, TraceEvent event) {}
