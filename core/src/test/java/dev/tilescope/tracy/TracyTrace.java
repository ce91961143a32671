package dev.tilescope.tracy;

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
   * @param zones in the order of their beginnings
   * @param messages of a thread
   */
  record Row(long id, String name, List<Zone> zones, List<Message> messages) {}

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

  record Context(String name, List<Row> lanes) {}

  record Point(long nanos, double value) {}

  /**
   * @param end -1 for one that is alive
   */
  record Allocation(long address, long bytes, long begin, long end, int thread, int freeing) {}

  record Pool(List<Allocation> allocations, long bytesInUse) {}
}
