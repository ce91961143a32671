package dev.tilescope.ops.internal.mechanism;

/**
 * A record of arguments that go together, so that a method takes one where TT-NN takes many. In a
 * trace and in calls by name its components stand among the operation's own arguments.
 */
public interface ArgumentGroup {}
