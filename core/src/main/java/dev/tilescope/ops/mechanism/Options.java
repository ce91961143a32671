package dev.tilescope.ops.mechanism;

/**
 * A record of keyword arguments, the same for many operations. In a trace its components stand
 * among the operation's own arguments.
 */
public interface Options {}
