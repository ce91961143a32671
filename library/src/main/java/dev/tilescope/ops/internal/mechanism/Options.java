package dev.tilescope.ops.internal.mechanism;

/**
 * A record of keyword arguments, the same for many operations, with a constant {@code DEFAULT}.
 * What they mean is said in {@code operations.txt}, and from there at their withers.
 */
public interface Options extends ArgumentGroup {}
