package dev.tilescope.internal.serve.operations;

import dev.tilescope.device.ModelledTime;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.ModelledJson;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.StackLines;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.serve.operations.OperationRows.Group;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** {@code operations}: a page of the list of operations, as its parameters want it. */
final class OperationList {
  private static final int ROWS = 200;
  private static final int MAX_NAMES = 500;

  private final OperationColumns operations;
  private final OperationFacts facts;
  private final OperationRows rows;
  private final Map<Integer, String> sources;

  private OperationList(
      OperationColumns operations,
      OperationFacts facts,
      OperationRows rows,
      Map<Integer, String> sources) {
    this.operations = operations;
    this.facts = facts;
    this.rows = rows;
    this.sources = sources;
  }

  static Answer answer(OpenReport report, Request request) {
    ListQuery query = ListQuery.of(report, request);
    OperationColumns operations = OperationColumns.of(report, query.rank());
    OperationRows rows = OperationRows.of(report, query);
    int from = Math.min(request.from(), rows.size());
    int to = Math.min(rows.size(), from + request.count(ROWS));
    int[] ids =
        IntStream.range(from, to)
            .filter(row -> rows.kind(row) == OperationRows.Kind.OPERATION)
            .map(row -> operations.id(rows.index(row)))
            .toArray();
    OperationList list =
        new OperationList(
            operations,
            OperationFacts.of(report, operations),
            rows,
            StackLines.of(report, query.rank(), ids));
    return Answer.object(json -> list.write(json, from, to, place(request, operations, rows)));
  }

  private static int place(Request request, OperationColumns operations, OperationRows rows) {
    if (!request.has("place")) {
      return -1;
    }
    int index = operations.indexOf(request.integer("place"));
    return index < 0 ? -1 : rows.rowOf(index);
  }

  private void write(JsonWriter json, int from, int to, int place) {
    json.field("all", rows.size())
        .field("from", from)
        .field("operations", operations.size())
        .field("place", place)
        .field("shortest", known().min().orElse(1))
        .field("longest", known().max().orElse(0))
        .field("errors", facts.errorCount())
        .field("byShape", rows.foldedByShape())
        .field("modelled", facts.modelledKnown())
        .field("peaks", facts.peaksKnown())
        .field("deltas", facts.deltasKnown());
    json.name("rows").beginArray();
    for (int row = from; row < to; row++) {
      writeRow(json, row);
    }
    json.endArray();
  }

  private LongStream known() {
    return IntStream.range(0, operations.size()).mapToLong(operations::nanos).filter(n -> n > 0);
  }

  private void writeRow(JsonWriter json, int row) {
    json.beginObject().field("depth", rows.depth(row)).field("open", rows.isOpen(row));
    switch (rows.kind(row)) {
      case OPERATION -> operation(json, rows.index(row));
      case GROUP -> group(json, rows.group(row));
      case LAYER -> layer(json, rows.group(row));
      case LINE -> line(json, rows.line(row));
    }
    json.endObject();
  }

  private void operation(JsonWriter json, int index) {
    int id = operations.id(index);
    json.field("kind", "operation")
        .field("id", id)
        .field("name", operations.name(index))
        .field("nanos", operations.nanos(index));
    json.optional("source", sources.get(id));
    if (facts.hasError(index)) {
      json.field("error", true);
    }
    costs(json, facts.modelled(index), facts.peakL1Bytes(index), facts.memoryDeltaBytes(index));
  }

  /** Those that the report knows of some operation. */
  private void costs(JsonWriter json, ModelledTime modelled, long peakBytes, long deltaBytes) {
    if (facts.modelledKnown()) {
      ModelledJson.write(json, modelled);
    }
    if (facts.peaksKnown()) {
      json.field("peak", peakBytes);
    }
    if (facts.deltasKnown()) {
      json.field("delta", deltaBytes);
    }
  }

  private void group(JsonWriter json, Group group) {
    json.field("kind", "group").field("copies", group.section().copies());
    span(json, group);
  }

  private void layer(JsonWriter json, Group layer) {
    json.field("kind", "layer")
        .field("number", layer.copy() + 1)
        .field("of", layer.section().copies());
    span(json, layer);
  }

  private void span(JsonWriter json, Group group) {
    int size = group.to() - group.from();
    long nanos = 0;
    ModelledTime modelled = ModelledTime.NONE;
    long delta = 0;
    long peak = -1;
    boolean error = false;
    for (int i = 0; i < size; i++) {
      int index = rows.operationIn(group, i);
      nanos += Math.max(0, operations.nanos(index));
      modelled = modelled.plus(facts.modelled(index));
      delta += facts.memoryDeltaBytes(index);
      peak = Math.max(peak, facts.peakL1Bytes(index));
      error |= facts.hasError(index);
    }
    json.field("token", rows.token(group))
        .field("name", group.section().name())
        .field("id", operations.id(rows.operationIn(group, 0)))
        .field("last", operations.id(rows.operationIn(group, size - 1)))
        .field("period", group.period())
        .field("operations", size)
        .field("nanos", nanos)
        .field("error", error);
    costs(json, modelled, peak, delta);
    json.name("names").strings(someNames(group));
  }

  /** The first different names in one of them, without those that free. */
  private List<String> someNames(Group group) {
    int all = group.to() - group.from();
    int one = group.section().starts()[1] - group.section().from();
    return IntStream.range(0, group.period() == 1 ? all : Math.min(all, one))
        .map(i -> rows.operationIn(group, i))
        .filter(i -> group.period() == 1 || !operations.frees(i))
        .mapToObj(operations::name)
        .distinct()
        .limit(4)
        .toList();
  }

  private static void line(JsonWriter json, Calls.Line line) {
    switch (line) {
      case Calls.Line.Argument(String name, String value) ->
          json.field("kind", "argument").field("name", name).field("value", value);
      case Calls.Line.Call(String name, int depth, boolean device, long nanos) ->
          json.field("kind", "call")
              .field("name", name)
              .field("level", depth)
              .field("device", device)
              .field("nanos", nanos);
      case Calls.Line.Note(String text) -> json.field("kind", "note").field("value", text);
    }
  }

  /** {@code operation-names}: different names with their calls and time, most time first. */
  static Answer names(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    List<OperationColumns.Total> totals = operations.totals();
    return Answer.object(json -> {
      json.field("all", totals.size());
      json.objects("names", totals.stream().limit(MAX_NAMES).toList(), total -> total.write(json));
    });
  }
}
