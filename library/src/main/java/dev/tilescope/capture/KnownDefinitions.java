package dev.tilescope.capture;

import dev.tilescope.model.BufferPage;
import dev.tilescope.model.Codes;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What {@link Definitions} wrote, read back. */
final class KnownDefinitions {
  /** A tensor spec as journals hold it. */
  record Spec(Shape shape, DataType dtype, Layout layout, String memoryConfig, long logicalBytes) {}

  private static final Codes<DataType> DATA_TYPES = Codes.of(DataType.values());
  private static final Codes<Layout> LAYOUTS = Codes.of(Layout.values());
  private static final Signature UNKNOWN_SIGNATURE = Signature.of("<unknown>");
  private static final Spec UNKNOWN_SPEC =
      new Spec(Shape.of(), DataType.FLOAT32, Layout.ROW_MAJOR, "", 0);

  private final Map<Integer, Signature> signatures = new HashMap<>();
  private final Map<Integer, String> texts = new HashMap<>();
  private final Map<Integer, Spec> specs = new HashMap<>();
  private final Map<Integer, CoreRangeSet> cores = new HashMap<>();
  private final Map<Integer, List<String>> stacks = new HashMap<>();

  final Map<Integer, DeviceInfo> devices = new TreeMap<>();
  final Map<Integer, String> threadNames = new TreeMap<>();
  final Map<String, Long> dropped = new TreeMap<>();
  List<BufferPage> livePages = List.of();

  /** Null unless the program was found stuck. */
  @Nullable Stall stall;

  @Nullable String clusterDescriptor;
  @Nullable String meshCoordinateMapping;
  long captureTimestampNanos;
  String runId = "";

  /** -1 while the capture is open, and for ever if its process died. */
  long totalNanos = -1;

  private KnownDefinitions() {}

  /** Reads what is sound; what is not goes to {@code damage}, one sentence each. */
  static KnownDefinitions read(FrameReader reader, Consumer<String> damage) {
    KnownDefinitions known = new KnownDefinitions();
    while (reader.next()) {
      try {
        known.take(reader);
      } catch (TilescopeException e) {
        damage.accept(String.valueOf(e.getMessage()));
      }
    }
    damage.accept(reader.damage());
    return known;
  }

  private void take(FrameReader in) {
    switch (in.kind()) {
      case CAPTURE -> capture(in);
      case SIGNATURE -> signatures.put(in.intNumber(), new Signature(in.text(), in.texts(), false));
      case TEXT -> texts.put(in.intNumber(), in.text());
      case SPEC -> specs.put(in.intNumber(), spec(in));
      case CORES -> cores.put(in.intNumber(), coreRanges(in));
      case STACK -> stacks.put(in.intNumber(), in.texts());
      case DEVICE -> device(in);
      case THREAD -> threadNames.put(in.intNumber(), in.text());
      case CAPTURE_END -> captureEnd(in);
      case STALL -> stall = Stall.read(in);
      case FUNCTION_START,
          CALL_ARGUMENTS,
          FUNCTION_END,
          FUNCTION_FAILED,
          BUFFER_ALLOCATE,
          BUFFER_DEALLOCATE,
          CB_ALLOCATE,
          DFB_ALLOCATE,
          CB_RELEASE,
          LIVE_BUFFERS,
          COMPARISON,
          METAL_TRACE,
          METAL_TRACE_PART ->
          throw new TilescopeException("an event stands among the definitions: " + in.kind());
    }
  }

  private void capture(FrameReader in) {
    captureTimestampNanos = in.number();
    in.number();
    runId = in.text();
  }

  private static Spec spec(FrameReader in) {
    int[] dims = new int[in.count()];
    for (int i = 0; i < dims.length; i++) {
      dims[i] = in.intNumber();
    }
    DataType dtype = in.coded("data type", DATA_TYPES);
    Layout layout = in.coded("layout", LAYOUTS);
    return new Spec(Shape.of(dims), dtype, layout, in.text(), in.number());
  }

  private static CoreRangeSet coreRanges(FrameReader in) {
    int count = in.count();
    List<CoreRange> ranges = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ranges.add(CoreRange.of(in.intNumber(), in.intNumber(), in.intNumber(), in.intNumber()));
    }
    return new CoreRangeSet(ranges);
  }

  private void device(FrameReader in) {
    DeviceInfo info =
        new DeviceInfo(
            (int) in.signed(),
            in.text(),
            in.intNumber(),
            in.intNumber(),
            in.intNumber(),
            in.intNumber(),
            in.number(),
            in.intNumber(),
            in.number(),
            in.number(),
            in.number(),
            in.intNumber(),
            in.intNumber(),
            in.intNumber(),
            in.number(),
            in.number(),
            in.number(),
            in.number(),
            in.number(),
            in.intNumber(),
            in.number());
    devices.put(info.deviceId(), info);
    String cluster = in.text();
    String mesh = in.text();
    if (clusterDescriptor == null && !cluster.isEmpty()) {
      clusterDescriptor = cluster;
      meshCoordinateMapping = mesh;
    }
  }

  private void captureEnd(FrameReader in) {
    totalNanos = in.number();
    int reasons = in.count();
    for (int i = 0; i < reasons; i++) {
      String reason = in.text();
      long count = in.number();
      if (count > 0) {
        dropped.put(reason, count);
      }
    }
    livePages = in.pages();
  }

  Signature signature(int number) {
    return signatures.getOrDefault(number, UNKNOWN_SIGNATURE);
  }

  String text(int number) {
    return texts.getOrDefault(number, "<not recorded>");
  }

  Spec spec(int number) {
    return specs.getOrDefault(number, UNKNOWN_SPEC);
  }

  CoreRangeSet cores(int number) {
    return cores.getOrDefault(number, CoreRangeSet.EMPTY);
  }

  String threadName(int number) {
    return threadNames.getOrDefault(number, "<unknown>");
  }

  List<String> stack(int number) {
    return stacks.getOrDefault(number, List.of());
  }
}
