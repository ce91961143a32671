package dev.tilescope.internal.serve.graph;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.CapturedGraph;
import dev.tilescope.internal.serve.data.ModelledJson;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The calls inside one operation, from its part of the trace: a tree that grows to the right, a row
 * for every call that calls nothing.
 */
final class CallGraph {
  private static final int MAX_CALLS = 2_000;
  private static final int MAX_DEPTH = 60;
  private static final int COLUMN = 300;
  private static final int ROW = 54;
  private static final int HEIGHT = 40;

  private static final class Call {
    private final CapturedGraph.Row row;
    private final int parent;
    private long bufferBytes;
    private long circularBytes;
    private int buffers;
    private int circularBuffers;
    private int calls;
    private float y;

    Call(CapturedGraph.Row row, int parent) {
      this.row = row;
      this.parent = parent;
    }

    void count(CapturedGraph.Row row) {
      switch (row.kind()) {
        case ALLOCATE -> {
          buffers++;
          bufferBytes += row.number("size", 0);
        }
        case CIRCULAR -> {
          circularBuffers++;
          circularBytes += row.number("size", 0);
        }
        case CALL, FREE, ERROR -> {}
      }
    }
  }

  private final List<Call> calls = new ArrayList<>();
  private final TimeBands bands;
  private int skipped;

  private CallGraph(TimeBands bands) {
    this.bands = bands;
  }

  static CallGraph of(ReadOnlyDatabase database, int rank, int operation) {
    CapturedGraph trace = CapturedGraph.read(database, rank, operation);
    CallGraph graph = new CallGraph(database.timeBands());
    int[] calls = new int[trace.rows().size()];
    for (int i = 0; i < calls.length; i++) {
      CapturedGraph.Row row = trace.rows().get(i);
      calls[i] = graph.take(row, row.parent() < 0 ? -1 : calls[row.parent()]);
    }
    graph.skipped += trace.leftOut();
    graph.place();
    return graph;
  }

  /** The number of the call that the row is, or -1. */
  private int take(CapturedGraph.Row row, int caller) {
    if (row.kind() == CapturedGraph.Kind.CALL) {
      return begin(row, caller);
    }
    if (caller >= 0) {
      calls.get(caller).count(row);
    }
    return -1;
  }

  private int begin(CapturedGraph.Row row, int caller) {
    if (calls.size() == MAX_CALLS || row.depth() >= MAX_DEPTH || (caller < 0 && row.depth() > 0)) {
      skipped++;
      return -1;
    }
    if (caller >= 0) {
      calls.get(caller).calls++;
    }
    calls.add(new Call(row, caller));
    return calls.size() - 1;
  }

  /** Backwards, every call inside has its place before the one that calls it. */
  private void place() {
    int leaves = 0;
    for (Call call : calls) {
      if (call.calls == 0) {
        call.y = ROW * leaves++;
      }
    }
    float[] sums = new float[calls.size()];
    for (int i = calls.size() - 1; i >= 0; i--) {
      Call call = calls.get(i);
      call.y = call.calls == 0 ? call.y : sums[i] / call.calls;
      if (call.parent >= 0) {
        sums[call.parent] += call.y;
      }
    }
  }

  void write(JsonWriter json) {
    json.field("skipped", skipped).field("most", MAX_CALLS);
    json.objects("calls", calls, call -> write(json, call));
  }

  private void write(JsonWriter json, Call call) {
    String name = call.row.name();
    json.field("name", name)
        .field("node", call.row.counter())
        .field("parent", call.parent)
        .field("kind", kind(name))
        .field("x", (long) COLUMN * call.row.depth())
        .field("y", Math.round(call.y))
        .field("w", COLUMN - 60)
        .field("h", HEIGHT)
        .field("nanos", call.row.nanos())
        .field("buffers", call.buffers)
        .field("bufferBytes", call.bufferBytes)
        .field("circularBuffers", call.circularBuffers)
        .field("circularBytes", call.circularBytes);
    ModelledJson.write(json, bands.time(name, call.row.modelledNanos()));
  }

  /** What the name says that it is. */
  private static String kind(String name) {
    if (DeviceOperationNames.contain(name)) {
      return "device";
    }
    return name.toLowerCase(Locale.ROOT).startsWith("tt::") ? "inner" : "host";
  }
}
