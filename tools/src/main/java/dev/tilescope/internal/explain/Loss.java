package dev.tilescope.internal.explain;

/**
 * Something that the files do not hold.
 *
 * @param where the file or the part of the run
 * @param missing what is not there
 * @param touches which figures that makes incomplete
 * @param isDamage whether it should have been there, rather than was never recorded
 */
public record Loss(String where, String missing, String touches, boolean isDamage) {}
