package dev.tilescope.serve.compare;

import dev.tilescope.serve.Endpoint;
import dev.tilescope.serve.Sources;
import java.util.Map;

/** What is asked of two reports side by side. */
public final class CompareEndpoints {
  private CompareEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {}
}
