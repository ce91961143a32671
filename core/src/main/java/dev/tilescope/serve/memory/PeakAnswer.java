package dev.tilescope.serve.memory;

import dev.tilescope.json.JsonWriter;
import dev.tilescope.serve.Answer;
import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.serve.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code memory/peak?device&type}: what was alive when most was taken, what of it nobody needed any
 * more, and what freeing it in time would have saved.
 */
final class PeakAnswer {
  private static final int ROWS = 300;

  private PeakAnswer() {}

  static Answer of(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    Spans spans = MemoryEndpoints.spansOf(report, request);
    int region = MemoryEndpoints.regionOf(spans, request);
    RegionUse use = spans.use(region);
    List<Integer> live = use.liveAtPeak();
    Map<Integer, TensorWords> words =
        tensors(report, operations.rank(), spans, live.stream().limit(ROWS).toList());
    ProgramBand band = ProgramBand.of(report, operations, spans.regions().get(region).deviceId());
    return Answer.json(json -> {
      json.beginObject();
      sums(json, spans, use, live);
      TensorWords.operation(json, "at", operations, use.peakOperation());
      if (spans.regions().get(region).type() == MemoryEndpoints.L1) {
        int at = use.peakOperation();
        long high = band.high(at, at + 1);
        json.field("programBytes", high < 0 ? 0 : high - band.low(at, at + 1));
      }
      json.name("rows").beginArray();
      live.stream().limit(ROWS).forEach(span -> row(json, spans, use, operations, words, span));
      json.endArray().name("frees").beginArray();
      use.singleFrees().forEach(free -> free(json, spans, use, operations, free));
      json.endArray().endObject();
    });
  }

  private static void sums(JsonWriter json, Spans spans, RegionUse use, List<Integer> live) {
    long late = live.stream().filter(use::isLateAtPeak).mapToLong(spans::bytes).sum();
    json.field("bytes", use.peakBytes())
        .field("exact", spans.isExact())
        .field("live", live.size())
        .field("lateBytes", late)
        .field("bytesIfInTime", use.peakBytesIfInTime());
  }

  private static Map<Integer, TensorWords> tensors(
      OpenReport report, int rank, Spans spans, List<Integer> rows) {
    return report.ask(database -> {
      Map<Integer, TensorWords> words = new HashMap<>();
      for (int span : rows) {
        TensorWords found = TensorWords.of(database, rank, spans.tensor(span));
        if (found != null) {
          words.put(span, found);
        }
      }
      return words;
    });
  }

  private static void row(
      JsonWriter json,
      Spans spans,
      RegionUse use,
      OperationColumns operations,
      Map<Integer, TensorWords> words,
      int span) {
    json.beginObject()
        .field("span", span)
        .field("bytes", spans.bytes(span))
        .field("address", spans.address(span))
        .field("late", use.isLateAtPeak(span))
        .name("tensor");
    TensorWords.write(json, words.get(span));
    TensorWords.operation(json, "made", operations, spans.first(span));
    TensorWords.operation(json, "lastUse", operations, spans.lastUse(span));
    boolean freed = spans.freed(span) != Spans.NEVER;
    TensorWords.operation(json, "freed", operations, freed ? spans.freed(span) : Spans.NONE);
    json.endObject();
  }

  private static void free(
      JsonWriter json,
      Spans spans,
      RegionUse use,
      OperationColumns operations,
      RegionUse.SingleFree free) {
    json.beginObject()
        .field("span", free.span())
        .field("tensor", spans.tensor(free.span()))
        .field("savedBytes", use.peakBytes() - free.peakBytes());
    TensorWords.operation(json, "after", operations, spans.lastUse(free.span()));
    json.endObject();
  }
}
