package dev.tilescope.serve.graph;

import dev.tilescope.json.JsonWriter;
import dev.tilescope.serve.Answer;
import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.serve.Refusal;
import dev.tilescope.serve.Request;
import dev.tilescope.store.ReadOnlyDatabase;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code graph/node?id}: an operation beside the drawing: what it took, gave and cost. */
final class NodeDetails {
  private static final int MAX_TENSORS = 64;

  private record TensorRow(
      long id,
      @Nullable String shape,
      @Nullable String dtype,
      @Nullable String layout,
      @Nullable String memory,
      long bytes,
      long other) {}

  private NodeDetails() {}

  static Answer of(OpenReport report, Request request) {
    FlowColumns flow = FlowColumns.of(report, OperationColumns.rankOf(report, request));
    OperationColumns operations = flow.operations();
    int id = request.integer("id");
    int index = operations.indexOf(id);
    if (index < 0) {
      throw Refusal.notFound("the report has no operation %d".formatted(id));
    }
    List<TensorRow> inputs = report.ask(db -> tensors(db, operations.rank(), id, true));
    List<TensorRow> outputs = report.ask(db -> tensors(db, operations.rank(), id, false));
    long modelled = CostColumns.modelledNanos(report, operations)[index];
    long l1Bytes = report.ask(db -> CostColumns.l1BytesPerBank(db, operations.rank(), id));
    return Answer.json(json -> {
      json.beginObject()
          .field("id", id)
          .field("name", operations.name(index))
          .field("nanos", operations.nanos(index))
          .field("modelled", modelled)
          .field("l1", l1Bytes)
          .field("bytes", flow.outputBytes(index));
      write(json, "inputs", inputs);
      write(json, "outputs", outputs);
      json.endObject();
    });
  }

  /** Of an input, {@code other} is who made it last before; of an output, who takes it next. */
  private static List<TensorRow> tensors(
      ReadOnlyDatabase database, int rank, int operation, boolean inputs) {
    String side = inputs ? "input" : "output";
    String other =
        inputs
            ? "SELECT max(o.operation_id) FROM output_tensors o WHERE o.tensor_id = s.tensor_id"
                + " AND o.rank = s.rank AND o.operation_id < s.operation_id"
            : "SELECT min(o.operation_id) FROM input_tensors o WHERE o.tensor_id = s.tensor_id"
                + " AND o.rank = s.rank AND o.operation_id > s.operation_id";
    return database.list(
        """
        SELECT s.tensor_id, substr(t.shape, 1, 200), substr(t.dtype, 1, 60),
          substr(t.layout, 1, 60), substr(t.memory_config, 1, 400), t.size, (%s)
        FROM %s_tensors s LEFT JOIN tensors t ON t.tensor_id = s.tensor_id AND t.rank = s.rank
        WHERE s.operation_id = ? AND s.rank = ? ORDER BY s.%s_index LIMIT ?
        """
            .formatted(other, side, side),
        row ->
            new TensorRow(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getObject(6) == null ? -1 : row.getLong(6),
                row.getObject(7) == null ? -1 : row.getLong(7)),
        operation,
        rank,
        MAX_TENSORS);
  }

  private static void write(JsonWriter json, String name, List<TensorRow> tensors) {
    json.name(name).beginArray();
    for (TensorRow tensor : tensors) {
      json.beginObject()
          .field("id", tensor.id)
          .field("shape", text(tensor.shape))
          .field("dtype", text(tensor.dtype))
          .field("layout", text(tensor.layout))
          .field("memory", text(tensor.memory))
          .field("bytes", tensor.bytes)
          .field("other", tensor.other)
          .endObject();
    }
    json.endArray();
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
