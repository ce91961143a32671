package dev.tilescope.internal.serve.memory;

import dev.tilescope.analysis.Layers;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.graph.FlowColumns;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Endpoint;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.memory.Headline;
import dev.tilescope.memory.Headline.Amount;
import dev.tilescope.model.BufferType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is asked of memory, over the whole run and around one operation. */
public final class MemoryEndpoints {
  /** Numbers of as many spans stay under a megabyte, whatever they are. */
  private static final int PAGE = 14_000;

  private static final int MOST_BUCKETS = 4_000;
  private static final int MOST_LAYERS = 400;
  private static final int SIZES = 43;

  private MemoryEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {
    table.put("memory", request -> memory(sources.report(request), request));
    table.put("memory/spans", request -> spans(sources.report(request), request));
    table.put("memory/curve", request -> curve(sources.report(request), request));
    table.put("memory/sizes", request -> sizes(sources.report(request), request));
    table.put("memory/buffer", request -> BufferAnswer.of(sources.report(request), request));
    table.put("memory/peak", request -> PeakAnswer.of(sources.report(request), request));
    table.put("operation/memory", request -> OperationMemory.of(sources.report(request), request));
    table.put("operation/cores", request -> OperationCores.cores(sources.report(request), request));
    table.put("operation/core", request -> OperationCores.core(sources.report(request), request));
  }

  /** L1_SMALL lies in L1, TRACE in DRAM. */
  static int memoryOf(int type) {
    BufferType known = BufferType.ofCode(type);
    return known != null && known.isL1() ? MemoryLevels.L1 : MemoryLevels.DRAM;
  }

  static Spans spansOf(OpenReport report, Request request) {
    return Spans.of(report, OperationColumns.rankOf(report, request));
  }

  /**
   * The region that the parameters {@code device} and {@code type} name; for a chip of a mesh the
   * mesh's, whose buffers lie on it.
   */
  static int regionOf(OpenReport report, Spans spans, Request request) {
    int device = request.integer("device");
    Spans.Region wanted = new Spans.Region(device, request.integer("type"));
    int found = spans.regions().indexOf(wanted);
    if (found < 0) {
      int mesh = headline(report, request, device).map(Headline::meshId).orElse(-1);
      found = spans.regions().indexOf(new Spans.Region(mesh, wanted.type()));
    }
    if (found < 0) {
      throw Refusal.notFound(
          "no buffer of type %d was ever on device %d; choose one of the regions listed"
              .formatted(wanted.type(), wanted.deviceId()));
    }
    return found;
  }

  static Optional<Headline> headline(OpenReport report, Request request, int device) {
    return MemoryLevels.peaks(report, OperationColumns.rankOf(report, request)).stream()
        .filter(h -> h.deviceId() == device)
        .findFirst();
  }

  /** {@code memory}: which regions there are, and how many operations. */
  private static Answer memory(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    Spans spans = spansOf(report, request);
    List<RegionBounds> bounds = RegionBounds.of(report, spans, operations.rank());
    return Answer.object(json -> {
      json.field("operations", spans.operations())
          .field("exact", spans.isExact())
          .field("spans", spans.size())
          .field("left", spans.left())
          .field("page", PAGE);
      json.name("regions").beginArray();
      for (Headline device : MemoryLevels.peaks(report, operations.rank())) {
        for (int r = 0; r < bounds.size(); r++) {
          int holder = spans.regions().get(r).deviceId();
          if (holder == device.deviceId() || holder == device.meshId()) {
            region(json, spans, r, bounds.get(r), device, operations);
          }
        }
      }
      json.endArray();
      layers(json, report, operations);
    });
  }

  private static void region(
      JsonWriter json,
      Spans spans,
      int region,
      RegionBounds bounds,
      Headline device,
      OperationColumns operations) {
    int type = spans.regions().get(region).type();
    Amount peak = memoryOf(type) == MemoryLevels.L1 ? device.l1() : device.dram();
    json.beginObject()
        .field("device", device.deviceId())
        .field("type", type)
        .field("spans", spans.byArea(region).length)
        .field("low", bounds.low())
        .field("high", bounds.high())
        .field("usedLow", bounds.usedLow())
        .field("usedHigh", bounds.usedHigh())
        .field("whole", device.isWhole())
        .field("peakBytes", peak.bytes())
        .field("capacity", peak.capacityBytes())
        .field("peakIndex", Math.max(0, operations.indexOf(peak.operation())))
        .field("peakId", peak.operation())
        .endObject();
  }

  /** For layers that come again, where each begins, and where the last ends. */
  private static void layers(JsonWriter json, OpenReport report, OperationColumns operations) {
    json.name("layers").beginArray();
    FlowColumns.of(report, operations.rank()).layers().sections().stream()
        .filter(section -> section.kind() == Layers.Kind.LAYERS)
        .limit(MOST_LAYERS)
        .forEach(section -> json.longs(Arrays.stream(section.starts()).asLongStream().toArray()));
    json.endArray();
  }

  /**
   * {@code memory/spans?device&type&from}: a page of spans, the largest first, seven numbers each:
   * span, address, bytes per bank, first operation, operation after the last, tensor, last use (-1
   * also of what is never late).
   */
  private static Answer spans(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    Spans spans = spansOf(report, request);
    int[] order = spans.byArea(regionOf(report, spans, request));
    int from = Math.min(request.from(), order.length);
    int to = Math.min(order.length, from + PAGE);
    return Answer.object(json -> {
      json.field("all", order.length).field("from", from);
      json.name("spans").beginArray();
      for (int i = from; i < to; i++) {
        int span = order[i];
        json.value(span).value(spans.address(span)).value(spans.bankBytes(span));
        json.value(spans.from(span)).value(spans.to(span));
        boolean isNeverLate = BufferAnswer.isNeverLate(spans, span, operations);
        json.value(spans.tensor(span)).value(isNeverLate ? Spans.NONE : spans.lastUse(span));
      }
      json.endArray();
    });
  }

  /**
   * {@code memory/curve?device&type&from&to&buckets}: of equal parts of a range of operations, the
   * most that was taken, where circular buffers lay, and the id of the first operation.
   */
  private static Answer curve(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    Spans spans = spansOf(report, request);
    int region = regionOf(report, spans, request);
    int from = Math.clamp(request.number("from", 0), 0, operations.size());
    int to = Math.clamp(request.number("to", operations.size()), from, operations.size());
    int buckets =
        Math.clamp(
            request.number("buckets", 1_000), 1, Math.max(1, Math.min(MOST_BUCKETS, to - from)));
    int[] starts = new int[buckets + 1];
    for (int b = 0; b <= buckets; b++) {
      starts[b] = from + (int) ((long) (to - from) * b / buckets);
    }
    int device = request.integer("device");
    long[] levels =
        MemoryLevels.of(report, operations, device).of(memoryOf(request.integer("type")));
    ProgramBand band = ProgramBand.of(report, operations, device);
    boolean banded = spans.regions().get(region).type() == MemoryLevels.L1 && band.isKnown();
    return Answer.object(json -> {
      json.field("from", from).field("to", to).field("buckets", buckets);
      most(json, levels, starts);
      ids(json, operations, starts);
      if (banded) {
        band(json, band, starts);
      }
    });
  }

  private static void most(JsonWriter json, long[] levels, int[] starts) {
    json.name("most").beginArray();
    for (int b = 0; b + 1 < starts.length; b++) {
      long most = 0;
      for (int i = starts[b]; i < starts[b + 1]; i++) {
        most = Math.max(most, levels[i]);
      }
      json.value(most);
    }
    json.endArray();
  }

  private static void ids(JsonWriter json, OperationColumns operations, int[] starts) {
    json.name("ids").beginArray();
    for (int b = 0; b + 1 < starts.length && starts[b] < operations.size(); b++) {
      json.value(operations.id(starts[b]));
    }
    json.endArray();
  }

  private static void band(JsonWriter json, ProgramBand band, int[] starts) {
    json.name("band").beginArray();
    for (int b = 0; b + 1 < starts.length; b++) {
      json.value(band.low(starts[b], starts[b + 1])).value(band.high(starts[b], starts[b + 1]));
    }
    json.endArray();
  }

  /** {@code memory/sizes?device&type}: how many buffers there are of each power of two. */
  private static Answer sizes(OpenReport report, Request request) {
    Spans spans = spansOf(report, request);
    long[] counts = new long[SIZES + 1];
    double[] bytes = new double[SIZES + 1];
    for (int span : spans.byArea(regionOf(report, spans, request))) {
      long most = Math.max(1, spans.bytes(span));
      int bin = Math.min(SIZES, 63 - Long.numberOfLeadingZeros(most));
      counts[bin]++;
      bytes[bin] += spans.bytes(span);
    }
    return Answer.object(json -> {
      json.name("bins").beginArray();
      for (int bin = 0; bin < counts.length; bin++) {
        if (counts[bin] > 0) {
          json.beginObject().field("fromBytes", bin == 0 ? 0 : 1L << bin);
          json.field("count", counts[bin]).field("bytes", bytes[bin]).endObject();
        }
      }
      json.endArray();
    });
  }
}
