package dev.tilescope.internal.serve.operations;

import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Endpoint;
import java.util.Map;

/** What the views of operations ask. */
public final class OperationEndpoints {
  private OperationEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {
    table.put("operations", request -> OperationList.answer(sources.report(request), request));
    table.put("operation-names", request -> OperationList.names(sources.report(request), request));
    OperationDetail.add(table, sources);
  }
}
