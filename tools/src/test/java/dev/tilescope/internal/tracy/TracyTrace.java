package dev.tilescope.internal.tracy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code .tracy} file says.
 *
 * @param version e.g. 0.13.1
 * @param frames times of marks by name; the main ones by {@code Frame}
 */
record TracyTrace(
    String version,
    long lastNanos,
    long pid,
    long seconds,
    String hostInfo,
    Map<String, List<Long>> frames,
    List<Message> messages,
    List<Row> threads,
    List<Context> contexts,
    Map<String, List<Point>> plots,
    Map<String, Pool> pools) {
  /**
   * A thread or a lane.
   *
   * @param isFiber whether it is a fiber, which carriers run
   * @param ran of a fiber with zones; Tracy knows it of no others
   * @param zones in the order of their beginnings
   * @param messages of a thread
   */
  record Row(
      long id,
      String name,
      boolean isFiber,
      @Nullable Ran ran,
      List<Zone> zones,
      List<Message> messages) {}

  /** From when to when carriers ran a fiber, and the one that did. */
  record Ran(long begin, long end, String carrier) {}

  record Zone(
      int depth,
      String name,
      String function,
      String file,
      int line,
      long begin,
      long end,
      @Nullable String text,
      @Nullable String ownName,
      int bgr) {}

  record Message(long nanos, String text, int bgr) {}

  record Context(String name, boolean isCalibrated, List<Row> lanes) {}

  record Point(long nanos, double value) {}

  /**
   * @param end -1 for one that is alive
   * @param thread the id of the one that allocated it
   */
  record Allocation(long address, long bytes, long begin, long end, long thread, long freeing) {}

  record Pool(List<Allocation> allocations, long bytesInUse) {}
}
