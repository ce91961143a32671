package dev.tilescope.internal.serve.overview;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.Numbers;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.Recent;
import dev.tilescope.internal.serve.data.TensorColumns;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Request;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.IntStream;

/** {@code tensors}: a page of the table of tensors, filtered and sorted. */
final class TensorList {
  /** A tensor with more consumers than this is worth a look. */
  private static final int HIGH_FAN_OUT = 6;

  private static final int ROWS = 200;
  private static final int KEPT = 3;
  private static final int ANY_REGION = -2;

  /** What may be wrong with a tensor. */
  enum Only {
    ALL,
    LATE,
    FAN_OUT,
    NEVER_FREED,
    NEVER_USED
  }

  /** What rows are sorted by. */
  enum Order {
    ID,
    SHAPE,
    DTYPE,
    LAYOUT,
    REGION,
    BYTES,
    ADDRESS,
    PRODUCER,
    USES,
    FIRST,
    LAST,
    FREED,
    LATE,
    WASTED
  }

  private record Query(
      int rank, String text, int region, Only only, Order order, boolean down, String shape) {}

  private final OperationColumns operations;
  private final TensorColumns tensors;

  TensorList(OperationColumns operations, TensorColumns tensors) {
    this.operations = operations;
    this.tensors = tensors;
  }

  static Answer answer(OpenReport report, Request request) {
    Query query = query(report, request);
    TensorList list =
        new TensorList(
            OperationColumns.of(report, query.rank), TensorColumns.of(report, query.rank));
    int[] rows =
        report.keep(TensorList.class, _ -> new Recent<Query, int[]>(KEPT)).get(query, list::rows);
    int from = Math.min(request.from(), rows.length);
    int to = Math.min(rows.length, from + request.count(ROWS));
    return Answer.object(json -> list.write(json, rows, from, to));
  }

  private static Query query(OpenReport report, Request request) {
    return new Query(
        OperationColumns.rankOf(report, request),
        request.text("text", "").strip().toLowerCase(Locale.ROOT),
        request.integer("region", ANY_REGION),
        request.choice("only", Only.ALL),
        request.choice("sort", Order.ID),
        request.flag("down"),
        request.text("shape", ""));
  }

  private int[] rows(Query query) {
    int[] found =
        IntStream.range(0, tensors.size())
            .filter(i -> query.region == ANY_REGION || tensors.region(i) == query.region)
            .filter(i -> is(query.only, i))
            .filter(i -> query.shape.isEmpty() || tensors.shape(i).equals(query.shape))
            .filter(i -> fits(query.text, i))
            .toArray();
    boolean isSorted = query.order == Order.ID && !query.down;
    return isSorted ? found : Numbers.sorted(found, comparator(query.order), query.down);
  }

  long count(Only only) {
    return IntStream.range(0, tensors.size()).filter(i -> is(only, i)).count();
  }

  private boolean is(Only only, int i) {
    return switch (only) {
      case ALL -> true;
      case LATE -> tensors.late(i) > 0;
      case FAN_OUT -> tensors.uses(i) > HIGH_FAN_OUT;
      case NEVER_FREED -> tensors.neverFreed(i);
      case NEVER_USED -> tensors.uses(i) == 0;
    };
  }

  private boolean fits(String text, int i) {
    return text.isEmpty()
        || Long.toString(tensors.id(i)).equals(text)
        || tensors.shape(i).contains(text)
        || tensors.dtype(i).toLowerCase(Locale.ROOT).contains(text)
        || tensors.layout(i).toLowerCase(Locale.ROOT).contains(text)
        || producerName(i).toLowerCase(Locale.ROOT).contains(text)
        || ("0x" + Long.toHexString(tensors.address(i))).equals(text);
  }

  private String producerName(int i) {
    int index = operations.indexOf(tensors.producer(i));
    return index < 0 ? "" : operations.name(index);
  }

  private Comparator<Integer> comparator(Order order) {
    return switch (order) {
      case ID -> Comparator.naturalOrder();
      case SHAPE -> Comparator.comparing(tensors::shape);
      case DTYPE -> Comparator.comparing(tensors::dtype);
      case LAYOUT -> Comparator.comparing(tensors::layout);
      case REGION -> Comparator.comparingInt(tensors::region);
      case BYTES -> Comparator.comparingLong(tensors::bytes);
      case ADDRESS -> Comparator.comparingLong(tensors::address);
      case PRODUCER -> Comparator.comparingInt(tensors::producer);
      case USES -> Comparator.comparingInt(tensors::uses);
      case FIRST -> Comparator.comparingInt(tensors::first);
      case LAST -> Comparator.comparingInt(tensors::lastUse);
      case FREED -> Comparator.comparingInt(tensors::freed);
      case LATE -> Comparator.comparingInt(tensors::late);
      case WASTED -> Comparator.comparingLong(tensors::wasted);
    };
  }

  private void write(JsonWriter json, int[] rows, int from, int to) {
    int last = operations.size() - 1;
    json.field("all", rows.length)
        .field("from", from)
        .field("tensors", tensors.size())
        .field("firstOperation", last < 0 ? 0 : operations.id(0))
        .field("lastOperation", last < 0 ? 0 : operations.id(last));
    json.name("counts").beginObject();
    for (Only only : Only.values()) {
      json.field(only.name().toLowerCase(Locale.ROOT).replace('_', '-'), count(only));
    }
    json.endObject();
    json.objects(
        "rows",
        Arrays.stream(rows, from, to).boxed().toList(),
        row -> TensorJson.fields(json, tensors, operations, row));
  }
}
