package dev.tilescope.internal.serve.overview;

import dev.tilescope.internal.explain.Evidence;
import dev.tilescope.internal.explain.ExplainJson;
import dev.tilescope.internal.explain.Explanation;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Endpoint;
import dev.tilescope.internal.serve.http.Request;
import java.util.Map;

/** What is asked of the first view, what is found by name or number, and tensors. */
public final class OverviewEndpoints {
  private OverviewEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {
    table.put("overview", request -> Overview.answer(sources.report(request), request));
    table.put("overview-patterns", request -> Patterns.answer(sources.report(request), request));
    table.put("overview-memory", request -> MemoryPeaks.answer(sources.report(request), request));
    table.put("overview-explain", request -> explanation(sources.report(request), request));
    table.put("ranks", request -> Overview.ranks(sources.report(request)));
    table.put("tensors", request -> TensorList.answer(sources.report(request), request));
    table.put("tensor", request -> TensorDetail.answer(sources.report(request), request));
    table.put("find", request -> Find.answer(sources.report(request), request));
  }

  private static Answer explanation(OpenReport report, Request request) {
    int rank = OperationColumns.of(report, request).rank();
    Explanation found =
        report.keepOfRank(Explanation.class, rank, database -> Evidence.explain(database, rank));
    return Answer.object(json -> ExplainJson.write(found, json));
  }
}
