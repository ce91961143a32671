package dev.tilescope.internal.serve.graph;

import dev.tilescope.internal.serve.data.CostColumns;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.ModelledJson;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.TensorRow;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;

/** {@code graph/node?id}: an operation beside the drawing: what it took, gave and cost. */
final class NodeDetails {
  private static final int MAX_TENSORS = 64;

  private NodeDetails() {}

  static Answer of(OpenReport report, Request request) {
    FlowColumns flow = FlowColumns.of(report, OperationColumns.rankOf(report, request));
    OperationColumns operations = flow.operations();
    int id = request.integer("id");
    int index = operations.indexOf(id);
    if (index < 0) {
      throw Refusal.notFound("the report has no operation %d".formatted(id));
    }
    CostColumns costs = CostColumns.of(report, operations);
    MemoryLevels levels = MemoryLevels.fullest(report, operations);
    return report.ask(database ->
        Answer.object(json -> {
          json.field("id", id)
              .field("name", operations.name(index))
              .field("nanos", operations.nanos(index))
              .field("l1", levels.of(MemoryLevels.L1)[index])
              .field("bytes", flow.outputBytes(index));
          ModelledJson.write(json, costs.modelled(index));
          TensorRow.list(json, database, "input", id, operations.rank(), MAX_TENSORS);
          TensorRow.list(json, database, "output", id, operations.rank(), MAX_TENSORS);
        }));
  }
}
