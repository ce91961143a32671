package dev.tilescope.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.BufferPage;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.BufferDetail;
import dev.tilescope.model.Report.Completeness;
import dev.tilescope.model.Report.LiveBuffer;
import dev.tilescope.model.Report.Metadata;
import dev.tilescope.model.Report.OperationCall;
import dev.tilescope.model.Report.PageSnapshot;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorComparison;
import dev.tilescope.model.TensorComparison.Scope;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

class ReportRoundTripTest {
  @Property(tries = 300, seed = "4711")
  void whatIsWrittenIsReadBackEqual(@ForAll("reports") Report report) throws IOException {
    Path folder = Files.createTempDirectory("tilescope-round-trip");
    Path file = folder.resolve("report.json");
    try {
      ReportFile.write(report, file);
      Report back = ReportFile.read(file);
      assertThat(back).isEqualTo(report);
      assertThat(argumentOrder(back)).isEqualTo(argumentOrder(report));
    } finally {
      Files.deleteIfExists(ReportFile.sidecarOf(file));
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  private static List<List<String>> argumentOrder(Report report) {
    return report.calls().stream().map(c -> List.copyOf(c.arguments().keySet())).toList();
  }

  @Provide
  Arbitrary<Report> reports() {
    return Arbitraries.randomValue(random -> new Generator(random).report());
  }

  /** Small well-nested reports that use every kind of node and every optional part. */
  private static final class Generator {
    private static final List<String> HOSTILE =
        List.of(
            "ttnn::add",
            "\"quoted\" \\back\\slash",
            "<script>alert(1)</script>",
            "line\nfeed\r\ttab",
            "../../etc/passwd",
            "\u001b[31mred\u0000\u007f",
            "日本語 🙂 é \u202e",
            "'; DROP TABLE operations; --",
            "",
            "tensor[3]",
            "null");

    private final Random random;
    private final List<TraceNode> nodes = new ArrayList<>();

    Generator(Random random) {
      this.random = random;
    }

    Report report() {
      nodes.add(new TraceNode(0, 0, 0, connections(), new TraceEvent.CaptureStart()));
      for (int i = random.nextInt(4); i > 0; i--) {
        function(1);
      }
      nodes.add(
          new TraceNode(
              nodes.size(), 0, 0, Ints.EMPTY, new TraceEvent.CaptureEnd(random.nextInt(3))));
      return new Report(
          new Trace(nodes, chronology()),
          list(2, this::device),
          new Metadata(
              random.nextLong(1L << 62),
              random.nextInt(5),
              random.nextInt(4),
              4,
              "run " + random.nextInt()),
          random.nextBoolean() ? null : text(),
          random.nextBoolean() ? null : text(),
          random.nextBoolean() ? null : detail(),
          list(2, this::call),
          comparisons(),
          list(2, this::metalTrace),
          completeness(),
          List.of());
    }

    private MetalTrace metalTrace() {
      byte[] commands = new byte[random.nextInt(999)];
      random.nextBytes(commands);
      return new MetalTrace(
          random.nextInt(9),
          random.nextInt(9),
          list(4, () -> random.nextInt(32)),
          text(),
          random.nextLong(1L << 40),
          random.nextLong(1L << 40),
          random.nextLong(1L << 40),
          random.nextInt(9999),
          random.nextInt(9999),
          commands,
          list(
              3,
              () ->
                  new MetalTrace.Operation(
                      random.nextLong(), text(), random.nextInt(999), random.nextInt(999))));
    }

    /** Global ones come first in a file. */
    private List<TensorComparison> comparisons() {
      List<TensorComparison> all = new ArrayList<>();
      for (Scope scope : List.of(Scope.GLOBAL, Scope.LOCAL)) {
        for (int i = random.nextInt(3); i > 0; i--) {
          all.add(
              new TensorComparison(
                  scope,
                  random.nextLong(1L << 62),
                  random.nextInt(9),
                  random.nextBoolean(),
                  random.nextDouble(),
                  random.nextDouble(-1, 1)));
        }
      }
      return all;
    }

    private void function(int level) {
      String name = text();
      nodes.add(
          new TraceNode(
              nodes.size(),
              level,
              thread(),
              connections(),
              new TraceEvent.FunctionStart(
                  name, random.nextInt(9), list(2, this::text), connections())));
      for (int i = random.nextInt(4); i > 0; i--) {
        if (random.nextInt(3) == 0 && level < 4) {
          function(level + 1);
        } else {
          nodes.add(node(nodes.size(), level));
        }
      }
      nodes.add(
          new TraceNode(
              nodes.size(),
              level,
              thread(),
              connections(),
              new TraceEvent.FunctionEnd(name, random.nextInt(3), random.nextInt(3))));
    }

    private TraceNode node(int at, int level) {
      Ints links = connections();
      int thread = thread();
      TraceEvent event = event();
      boolean isOutside = event instanceof TraceEvent.CaptureStart;
      return new TraceNode(at, isOutside ? 0 : level, thread, links, event);
    }

    private TraceEvent event() {
      return switch (random.nextInt(10)) {
        case 0 -> new TraceEvent.Tensor(tensor());
        case 1 ->
            new TraceEvent.Buffer(
                new BufferDescription(
                    device0(), type(), layout(), -1, random.nextInt(99), -1, -1, -1));
        case 2 -> new TraceEvent.BufferAllocate(buffer());
        case 3 -> new TraceEvent.BufferDeallocate(buffer());
        case 4 ->
            new TraceEvent.CircularBufferAllocate(device0(), 0, 64, cores(), random.nextBoolean());
        case 5 ->
            new TraceEvent.DataflowBufferAllocate(device0(), 9, 64, cores(), random.nextBoolean());
        case 6 -> new TraceEvent.ScratchpadAllocate(device0(), 0, 0, cores());
        case 7 -> new TraceEvent.CircularBufferDeallocateAll(device0());
        case 8 -> new TraceEvent.Failure(text(), text(), text());
        default -> new TraceEvent.CaptureStart();
      };
    }

    private TensorDescription tensor() {
      return new TensorDescription(
          random.nextLong(1000) - 1,
          maybe(() -> Shape.of(IntStream.range(0, random.nextInt(9)).toArray())),
          maybe(() -> any(DataType.values())),
          maybe(() -> any(Layout.values())),
          maybe(this::text),
          random.nextLong(1L << 50) - 1,
          maybe(() -> random.nextInt(8)),
          maybe(() -> random.nextLong(1L << 40)),
          maybe(this::type),
          list(2, () -> new DeviceTensor(random.nextInt(8), random.nextInt(8), 64)));
    }

    private BufferDescription buffer() {
      return new BufferDescription(
          device0(),
          type(),
          layout(),
          random.nextLong(1L << 40) - 1,
          random.nextInt(99) - 1,
          random.nextInt(99) - 1,
          random.nextInt(99) - 1,
          random.nextInt(99) - 1);
    }

    private BufferDetail detail() {
      TreeMap<Integer, List<LiveBuffer>> perOperation = new TreeMap<>();
      TreeMap<Long, List<PageSnapshot>> byAddress = new TreeMap<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        perOperation.put(
            random.nextInt(30),
            list(2, () -> new LiveBuffer(0, 64, 32, type(), any(TensorMemoryLayout.values()))));
        byAddress.put(
            random.nextLong(99),
            list(2, () -> new PageSnapshot(random.nextInt(9), list(2, this::page))));
      }
      return new BufferDetail(list(2, this::page), perOperation, byAddress);
    }

    private BufferPage page() {
      return new BufferPage(1, 64, 2, 3, 4, 5, 6, 7, type());
    }

    private DeviceInfo device() {
      return new DeviceInfo(
          1, text(), 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 1L << 40);
    }

    private OperationCall call() {
      Map<String, String> arguments = new LinkedHashMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        arguments.put(text(), text());
      }
      return new OperationCall(
          text(), arguments, list(2, random::nextLong), list(2, () -> 7L), list(2, this::text));
    }

    private Completeness completeness() {
      return random.nextBoolean() && nodes.stream().allMatch(n -> n.thread() == 0)
          ? Completeness.whole(nodes.size(), 1)
          : new Completeness(9, 7, Map.of(text(), 2L), 3, list(2, this::text));
    }

    private Ints chronology() {
      if (random.nextBoolean()) {
        return Ints.EMPTY;
      }
      List<Integer> order = new ArrayList<>(IntStream.range(0, nodes.size()).boxed().toList());
      Collections.shuffle(order, random);
      return Ints.of(order.stream().mapToInt(i -> i).toArray());
    }

    private CoreRangeSet cores() {
      return random.nextBoolean()
          ? CoreRangeSet.EMPTY
          : CoreRangeSet.of(CoreRange.of(0, 0, 0, 7), CoreRange.of(1, 0, 3, random.nextInt(9)));
    }

    /** Only positions that surely exist: the trace has at least the two capture nodes. */
    private Ints connections() {
      return Ints.of(random.ints(random.nextInt(3), 0, 2).toArray());
    }

    private int thread() {
      return random.nextInt(4) == 0 ? random.nextInt(3) : 0;
    }

    private int device0() {
      return random.nextInt(3) - 1;
    }

    private BufferType type() {
      return any(BufferType.values());
    }

    private @Nullable TensorMemoryLayout layout() {
      TensorMemoryLayout layout = any(TensorMemoryLayout.values());
      return layout == TensorMemoryLayout.ND_SHARDED ? null : layout;
    }

    private String text() {
      return random.nextInt(3) == 0
          ? any(HOSTILE.toArray(String[]::new))
          : any(HOSTILE.toArray(String[]::new)) + random.nextInt(100);
    }

    private <T> T any(T[] of) {
      return of[random.nextInt(of.length)];
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
      return random.nextBoolean() ? null : value.get();
    }

    private <T> List<T> list(int max, Supplier<T> element) {
      return Stream.generate(element).limit(random.nextInt(max + 1)).toList();
    }
  }
}
