package dev.tilescope.model;

/**
 * A constant that stands in files and messages as a number of its own. The number is part of their
 * format: it is written down with the constant, stays when constants are added, moved or renamed,
 * and is never given to another.
 */
public interface Coded {
  int code();
}
