package dev.tilescope.internal.logs;

import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with the logs: the first problem ends the work, or all are counted. */
public final class InputProblems {
  private static final int KEPT = 20;

  private final boolean keepGoing;
  private final List<String> first = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private long count;

  public InputProblems(boolean keepGoing) {
    this.keepGoing = keepGoing;
  }

  /** Says that a row is unusable; returns only if the caller may drop it and go on. */
  void found(Path file, long row, String what) {
    // What is quoted from the file may hold a line end; a problem is one line.
    String line = file + ", row " + row + ": " + what.replace('\n', ' ').replace('\r', ' ');
    if (!keepGoing) {
      throw new TilescopeException(
          line + " (without --strict it is left out and the rest reported)");
    }
    count++;
    if (first.size() < KEPT) {
      first.add(line);
    }
  }

  /** Says what is missing, where there is nothing that could be dropped. */
  public void remark(String line) {
    count++;
    remarks.add(line);
    if (first.size() < KEPT) {
      first.add(line);
    }
  }

  /** The first of them, each with file, row and what was dropped. */
  public List<String> first() {
    return List.copyOf(first);
  }

  /** Those where nothing was dropped. */
  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  public boolean hasDropped() {
    return count > remarks.size();
  }

  public long count() {
    return count;
  }
}
