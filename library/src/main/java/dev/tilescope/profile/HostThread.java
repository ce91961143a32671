package dev.tilescope.profile;

import dev.tilescope.model.Coded;

/**
 * A thread of a profiled program.
 *
 * @param number counts the threads of a run, from 1
 * @param name unnamed virtual threads are called {@code virtual #<id>}
 * @param kind whose thread it is
 */
public record HostThread(int number, String name, Kind kind) {
  /** Whose thread it is. */
  public enum Kind implements Coded {
    PLATFORM(0),
    VIRTUAL(1),
    /** No thread of the program: what the virtual machine did by itself. */
    JVM(2);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    @Override
    public int code() {
      return code;
    }
  }
}
