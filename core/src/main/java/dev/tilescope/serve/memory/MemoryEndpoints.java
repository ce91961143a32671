package dev.tilescope.serve.memory;

import dev.tilescope.serve.Endpoint;
import dev.tilescope.serve.Sources;
import java.util.Map;

/** What is asked of memory, over the whole run and around one operation. */
public final class MemoryEndpoints {
  private MemoryEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {}
}
