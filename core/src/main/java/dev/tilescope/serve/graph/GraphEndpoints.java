package dev.tilescope.serve.graph;

import dev.tilescope.serve.Endpoint;
import dev.tilescope.serve.Sources;
import java.util.Map;

/** What is asked of the graph of operations. */
public final class GraphEndpoints {
  private GraphEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {}
}
