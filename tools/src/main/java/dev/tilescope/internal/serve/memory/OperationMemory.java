package dev.tilescope.internal.serve.memory;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * {@code operation/memory?id&device}: each region of a device before and after one operation: what
 * lies where, what is free, and what came and went.
 */
final class OperationMemory {
  /** A bank holds hundreds of buffers; a hostile report may say otherwise. */
  private static final int MOST = 3_000;

  private OperationMemory() {}

  static Answer of(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    int index = operations.indexOf(request.integer("id"));
    if (index < 0) {
      throw Refusal.notFound("there is no operation " + request.number("id"));
    }
    Spans spans = MemoryEndpoints.spansOf(report, request);
    List<RegionBounds> bounds = RegionBounds.of(report, spans, operations.rank());
    List<Integer> devices =
        spans.regions().stream().map(Spans.Region::deviceId).distinct().sorted().toList();
    long device = request.number("device", devices.isEmpty() ? 0 : devices.getFirst());
    return Answer.object(json -> {
      json.field("exact", spans.isExact()).field("device", device);
      json.array("devices", devices, json::value);
      json.name("regions").beginArray();
      for (int r = 0; r < spans.regions().size(); r++) {
        if (spans.regions().get(r).deviceId() == device) {
          region(json, spans, r, bounds.get(r), index);
        }
      }
      json.endArray();
    });
  }

  private static void region(
      JsonWriter json, Spans spans, int region, RegionBounds bounds, int index) {
    List<Integer> before = new ArrayList<>();
    List<Integer> after = new ArrayList<>();
    List<Integer> inside = new ArrayList<>();
    for (int span : spans.byArea(region)) {
      if (spans.first(span) < index && index <= spans.freed(span)) {
        before.add(span);
      }
      if (spans.first(span) <= index && index < spans.freed(span)) {
        after.add(span);
      }
      if (spans.first(span) == index && spans.freed(span) == index) {
        inside.add(span);
      }
    }
    Spans.Region of = spans.regions().get(region);
    json.beginObject().field("device", of.deviceId()).field("type", of.type());
    json.field("low", bounds.low()).field("high", bounds.high());
    json.field("placed", bounds.isPlaced()).field("sized", bounds.isSized());
    side(json, "before", spans, before, bounds);
    side(json, "after", spans, after, bounds);
    json.name("inside");
    buffers(json, spans, inside);
    json.endObject();
  }

  private static void side(
      JsonWriter json, String name, Spans spans, List<Integer> live, RegionBounds bounds) {
    live.sort(Comparator.comparingLong(spans::address));
    FreeSpace free = FreeSpace.of(spans, live, bounds.low(), bounds.high());
    json.name(name).beginObject();
    json.field("usedBytes", free.usedBytes()).field("freeBytes", free.freeBytes());
    json.field("largestFreeBytes", free.largestBytes()).field("largestFreeAt", free.largestAt());
    json.field("gaps", free.gaps()).field("count", live.size());
    json.field("sumBytes", live.stream().mapToLong(spans::bankBytes).sum()).name("buffers");
    buffers(json, spans, live);
    json.endObject();
  }

  /** Flat: span, address, bytes per bank, bytes, tensor. */
  private static void buffers(JsonWriter json, Spans spans, List<Integer> live) {
    json.beginArray();
    live.stream()
        .limit(MOST)
        .forEach(span ->
            json.value(span)
                .value(spans.address(span))
                .value(spans.bankBytes(span))
                .value(spans.bytes(span))
                .value(spans.tensor(span)));
    json.endArray();
  }

  /** What is free of a bank, in how many pieces. */
  record FreeSpace(long usedBytes, long freeBytes, long largestBytes, long largestAt, int gaps) {
    /**
     * @param live by address
     */
    static FreeSpace of(Spans spans, List<Integer> live, long low, long high) {
      long at = low;
      long free = 0;
      long largest = 0;
      long largestAt = low;
      int gaps = 0;
      for (int i = 0; i <= live.size(); i++) {
        long next = i == live.size() ? high : Math.clamp(spans.address(live.get(i)), low, high);
        if (next > at) {
          gaps++;
          free += next - at;
          largestAt = next - at > largest ? at : largestAt;
          largest = Math.max(largest, next - at);
        }
        if (i < live.size()) {
          at = Math.max(at, spans.address(live.get(i)) + spans.bankBytes(live.get(i)));
        }
      }
      return new FreeSpace(high - low - free, free, largest, largestAt, gaps);
    }
  }
}
