package dev.tilescope.internal.serve.overview;

import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Endpoint;
import java.util.Map;

/** What is asked of the first view, what is found by name or number, and tensors. */
public final class OverviewEndpoints {
  private OverviewEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {
    table.put("overview", request -> Overview.answer(sources.report(request), request));
    table.put("overview-patterns", request -> Patterns.answer(sources.report(request), request));
    table.put("overview-memory", request -> MemoryPeaks.answer(sources.report(request), request));
    table.put("ranks", request -> Overview.ranks(sources.report(request)));
    table.put("tensors", request -> TensorList.answer(sources.report(request), request));
    table.put("tensor", request -> TensorDetail.answer(sources.report(request), request));
    table.put("find", request -> Find.answer(sources.report(request), request));
  }
}
