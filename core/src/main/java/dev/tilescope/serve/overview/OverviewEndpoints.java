package dev.tilescope.serve.overview;

import dev.tilescope.serve.Endpoint;
import dev.tilescope.serve.Sources;
import java.util.Map;

/** What is asked of the first view, what is found by name or number, and tensors. */
public final class OverviewEndpoints {
  private OverviewEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {}
}
