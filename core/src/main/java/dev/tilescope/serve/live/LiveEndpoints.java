package dev.tilescope.serve.live;

import dev.tilescope.serve.Endpoint;
import dev.tilescope.serve.Sources;
import java.util.Map;

/** What is asked of programs that are running now. */
public final class LiveEndpoints {
  private LiveEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {}
}
