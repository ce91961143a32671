package dev.tilescope.internal.serve.graph;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.CostColumns;
import dev.tilescope.internal.serve.data.ModelledJson;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.RowObjects;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.ReadOnlyDatabase;

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
    return report.ask(database ->
        Answer.json(json -> {
          json.beginObject()
              .field("id", id)
              .field("name", operations.name(index))
              .field("nanos", operations.nanos(index))
              .field("l1", costs.l1BytesPerBank()[index])
              .field("bytes", flow.outputBytes(index));
          ModelledJson.write(json, costs.modelled(index));
          tensors(json, database, operations.rank(), id, true);
          tensors(json, database, operations.rank(), id, false);
          json.endObject();
        }));
  }

  /** Of an input, {@code other} is who made it last before; of an output, who takes it next. */
  private static void tensors(
      JsonWriter json, ReadOnlyDatabase database, int rank, int operation, boolean inputs) {
    String side = inputs ? "input" : "output";
    String other =
        inputs
            ? "SELECT max(o.operation_id) FROM output_tensors o WHERE o.tensor_id = s.tensor_id"
                + " AND o.rank = s.rank AND o.operation_id < s.operation_id"
            : "SELECT min(o.operation_id) FROM input_tensors o WHERE o.tensor_id = s.tensor_id"
                + " AND o.rank = s.rank AND o.operation_id > s.operation_id";
    RowObjects.write(
        json,
        side + "s",
        database,
        """
        SELECT s.tensor_id AS id, coalesce(substr(t.shape, 1, 200), '') AS shape,
          coalesce(substr(t.dtype, 1, 60), '') AS dtype,
          coalesce(substr(t.layout, 1, 60), '') AS layout,
          coalesce(substr(t.memory_config, 1, 400), '') AS memory,
          coalesce(t.size, -1) AS bytes, coalesce((%s), -1) AS other
        FROM %s_tensors s LEFT JOIN tensors t ON t.tensor_id = s.tensor_id AND t.rank = s.rank
        WHERE s.operation_id = ? AND s.rank = ? ORDER BY s.%s_index LIMIT ?
        """
            .formatted(other, side, side),
        operation,
        rank,
        MAX_TENSORS);
  }
}
