package dev.tilescope.serve.ask;

import dev.tilescope.serve.Endpoint;
import dev.tilescope.serve.Sources;
import java.util.Map;

/** What is asked of questions in SQL, traced calls and the topology of a mesh. */
public final class AskEndpoints {
  private AskEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {}
}
