package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Endpoint;
import java.util.Map;

/** What is asked of the timeline and the performance report of a profiled run. */
public final class TimeEndpoints {
  private TimeEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {
    Runs runs = new Runs(sources);
    TimelineEndpoints.add(table, sources, runs);
    PerformanceEndpoints.add(table, sources, runs);
  }
}
