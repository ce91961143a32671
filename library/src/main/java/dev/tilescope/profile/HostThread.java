package dev.tilescope.profile;

/**
 * A thread of a profiled program.
 *
 * @param number counts the threads of a run, from 1
 * @param name unnamed virtual threads are called {@code virtual #<id>}
 * @param kind whose thread it is
 */
public record HostThread(int number, String name, Kind kind) {
  /** Whose thread it is. */
  public enum Kind {
    PLATFORM,
    VIRTUAL,
    /** No thread of the program: what the virtual machine did by itself. */
    JVM
  }
}
