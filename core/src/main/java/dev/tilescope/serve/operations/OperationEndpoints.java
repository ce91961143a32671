package dev.tilescope.serve.operations;

import dev.tilescope.json.JsonWriter;
import dev.tilescope.serve.Answer;
import dev.tilescope.serve.Endpoint;
import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.serve.Request;
import dev.tilescope.serve.Sources;
import java.util.Map;

/** What the views of operations ask. */
public final class OperationEndpoints {
  private static final int ROWS = 200;

  private OperationEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {
    table.put("operations", request -> operations(sources.report(request), request));
    OperationDetail.add(table, sources);
  }

  /** {@code operations?from&count}: rows of the list. */
  private static Answer operations(OpenReport report, Request request) {
    OperationColumns columns = OperationColumns.of(report, request);
    int from = Math.min(request.from(), columns.size());
    int to = Math.min(columns.size(), from + request.count(ROWS));
    return Answer.json(json -> {
      json.beginObject().field("all", columns.size()).field("from", from);
      json.name("rows").beginArray();
      for (int i = from; i < to; i++) {
        row(json, columns, i);
      }
      json.endArray().endObject();
    });
  }

  private static void row(JsonWriter json, OperationColumns columns, int index) {
    json.beginObject()
        .field("id", columns.id(index))
        .field("name", columns.name(index))
        .field("nanos", columns.nanos(index))
        .endObject();
  }
}
