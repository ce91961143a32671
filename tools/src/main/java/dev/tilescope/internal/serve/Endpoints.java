package dev.tilescope.internal.serve;

import dev.tilescope.internal.serve.ask.AskEndpoints;
import dev.tilescope.internal.serve.compare.CompareEndpoints;
import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.graph.GraphEndpoints;
import dev.tilescope.internal.serve.http.Endpoint;
import dev.tilescope.internal.serve.live.LiveEndpoints;
import dev.tilescope.internal.serve.memory.MemoryEndpoints;
import dev.tilescope.internal.serve.operations.OperationEndpoints;
import dev.tilescope.internal.serve.overview.OverviewEndpoints;
import dev.tilescope.internal.serve.time.TimeEndpoints;
import java.util.LinkedHashMap;
import java.util.Map;

/** The table of what the page may ask: each family of views adds its lines. */
final class Endpoints {
  private Endpoints() {}

  static Map<String, Endpoint> of(Sources sources, Map<String, String> environment) {
    Map<String, Endpoint> table = new LinkedHashMap<>();
    SourceEndpoints.add(table, sources);
    OverviewEndpoints.add(table, sources);
    OperationEndpoints.add(table, sources);
    MemoryEndpoints.add(table, sources);
    GraphEndpoints.add(table, sources);
    CompareEndpoints.add(table, sources);
    TimeEndpoints.add(table, sources);
    LiveEndpoints.add(table, environment);
    AskEndpoints.add(table, sources);
    return table;
  }
}
