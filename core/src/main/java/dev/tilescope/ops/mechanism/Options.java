package dev.tilescope.ops.mechanism;

/**
 * A record of keyword arguments, the same for many operations. In a trace its components stand
 * among the operation's own arguments. What they mean is said in {@code operations.txt}, and from
 * there at their withers.
 */
public interface Options {}
