package dev.tilescope.internal.io;

import java.io.IOException;

/**
 * Makes files of one folder that are there whole or not at all, also if the process is killed
 * between two instructions.
 *
 * <p>{@link MovedFiles} are written under another name and moved, which works everywhere. {@link
 * UnnamedFiles} of Linux get their name when they are complete: twice as many a second on a disk,
 * but it takes the JVM a while to learn the functions for it.
 */
public sealed interface WholeFiles extends AutoCloseable permits UnnamedFiles, MovedFiles {
  /** For one thread. */
  Draft draft();

  @Override
  void close();

  /** Files that are made one after the other. */
  interface Draft extends AutoCloseable {
    /** A new file, empty. */
    void begin() throws IOException;

    void write(byte[] bytes, int offset, int length) throws IOException;

    /** Lets the file appear. */
    void publish(String name) throws IOException;

    /** Gives up the file that was begun, if there is one. */
    void discard();

    @Override
    void close();
  }
}
