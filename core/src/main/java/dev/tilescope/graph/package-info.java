/**
 * The shapes hidden in a trace's flat list of nodes.
 *
 * <p>{@link dev.tilescope.graph.CallTree} pairs starts with ends: which operation called which, and
 * which events are whose. Pure functions of {@code model}, the only package used here.
 */
@NullMarked
package dev.tilescope.graph;

import org.jspecify.annotations.NullMarked;
