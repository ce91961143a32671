package dev.tilescope.profile;

/**
 * A place in a program that zones, frames or plots come from.
 *
 * @param id small, the same as long as the process runs
 * @param name what a zone of it is called
 * @param function where it is, e.g. {@code Model.forward}
 * @param file with its folders, e.g. {@code com/acme/Model.java}
 * @param line 0 if it is not known
 */
public record SourceSite(int id, String name, String function, String file, int line) {}
