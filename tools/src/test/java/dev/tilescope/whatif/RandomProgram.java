package dev.tilescope.whatif;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.device.kernel.KernelProgram;
import dev.tilescope.device.kernel.KernelProgramBuilder;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program that allocates, computes, launches kernels, captures traces and frees, at random, and
 * that can run on any device and in another order.
 */
record RandomProgram(List<Action> actions) {
  sealed interface Action {}

  /** Room for a tensor. */
  record Make(int tensor, Shape shape, DataType dtype, Layout layout, MemoryConfig memory)
      implements Action {}

  /** A sum of a tensor with itself, which launches a program and makes a tensor. */
  record Compute(int of, int result) implements Action {}

  record Release(int tensor) implements Action {}

  /** A program with circular buffers and kernels that do nothing. */
  record Run(String name, List<CoreRangeSet> cores, List<Integer> tiles) implements Action {}

  /** A sum, as a metal trace. */
  record Capture(int of, int result) implements Action {}

  /**
   * @param isPortable whether it does only what every board does alike
   */
  static RandomProgram of(Random random, int steps, boolean isPortable) {
    List<Action> actions = new ArrayList<>();
    List<Integer> live = new ArrayList<>();
    Map<Integer, Boolean> tiled = new HashMap<>();
    List<Run> runs = new ArrayList<>();
    int tensors = 0;
    for (int step = 0; step < steps; step++) {
      int kind = random.nextInt(isPortable ? 7 : 10);
      List<Integer> sums = live.stream().filter(tiled::get).toList();
      if (kind < 2 && !live.isEmpty()) {
        actions.add(new Release(live.remove(random.nextInt(live.size()))));
      } else if (kind == 2) {
        Run run = run(random, runs);
        runs.add(run);
        actions.add(run);
      } else if (kind >= 7 && !sums.isEmpty()) {
        int of = sums.get(random.nextInt(sums.size()));
        actions.add(new Compute(of, tensors));
        if (kind == 9) {
          tiled.put(tensors, false);
          live.add(tensors++);
          actions.add(new Capture(of, tensors));
        }
        tiled.put(tensors, false);
        live.add(tensors++);
      } else {
        Make made = make(random, tensors);
        actions.add(made);
        tiled.put(
            tensors, made.layout() == Layout.TILE && !made.memory().memoryLayout().isSharded());
        live.add(tensors++);
      }
    }
    return new RandomProgram(List.copyOf(actions));
  }

  private static Run run(Random random, List<Run> before) {
    if (!before.isEmpty() && random.nextInt(3) == 0) {
      return before.get(random.nextInt(before.size()));
    }
    int buffers = 1 + random.nextInt(3);
    List<CoreRangeSet> cores = new ArrayList<>();
    for (int i = 0; i < buffers; i++) {
      int x = random.nextInt(4);
      int y = random.nextInt(4);
      cores.add(CoreRangeSet.of(CoreRange.of(x, y, x + random.nextInt(4), y + random.nextInt(3))));
    }
    return new Run(
        "program" + before.size(),
        cores,
        IntStream.range(0, buffers).mapToObj(_ -> 1 + random.nextInt(40)).toList());
  }

  private static Make make(Random random, int tensor) {
    DataType dtype = random.nextBoolean() ? DataType.BFLOAT16 : DataType.FLOAT32;
    Layout layout = random.nextInt(3) == 0 ? Layout.ROW_MAJOR : Layout.TILE;
    int height = 32 * (1 + random.nextInt(16));
    int width = 32 * (1 + random.nextInt(16));
    return switch (random.nextInt(6)) {
      case 0 -> sharded(random, tensor, dtype, layout, BufferType.L1);
      case 1 -> sharded(random, tensor, dtype, layout, BufferType.L1_SMALL);
      case 2, 3 -> new Make(tensor, Shape.of(height, width), dtype, layout, MemoryConfig.L1);
      default -> new Make(tensor, Shape.of(height, width), dtype, layout, MemoryConfig.DRAM);
    };
  }

  private static Make sharded(
      Random random, int tensor, DataType dtype, Layout layout, BufferType memory) {
    int columns = 1 + random.nextInt(4);
    int rows = 1 + random.nextInt(4);
    int width = memory == BufferType.L1 ? 32 * (1 + random.nextInt(3)) : 32;
    CoreRangeSet grid = CoreRangeSet.of(CoreRange.of(0, 0, columns - 1, rows - 1));
    // The last shard may be incomplete.
    int height = 32 * columns * rows - (layout == Layout.ROW_MAJOR ? random.nextInt(8) : 0);
    return new Make(
        tensor,
        Shape.of(height, width),
        dtype,
        layout,
        MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            memory,
            new ShardSpec(grid, 32, width, ShardOrientation.ROW_MAJOR)));
  }

  /** What stays until nothing more is computed, brought in before everything else. */
  RandomProgram weightsFirst(boolean largestFirst) {
    Set<Integer> stay = staying();
    List<Make> first = new ArrayList<>();
    List<Action> rest = new ArrayList<>();
    for (Action action : actions) {
      if (action instanceof Make make && stay.contains(make.tensor())) {
        first.add(make);
      } else {
        rest.add(action);
      }
    }
    if (largestFirst) {
      Map<Make, Long> bytes = bytesPerBank(first);
      first.sort((a, b) -> Long.compare(bytes.getOrDefault(b, 0L), bytes.getOrDefault(a, 0L)));
    }
    List<Action> all = new ArrayList<>(first);
    all.addAll(rest);
    return new RandomProgram(all);
  }

  private static Map<Make, Long> bytesPerBank(List<Make> makes) {
    Map<Make, Long> bytes = new HashMap<>();
    try (MeshDevice device = MeshDevice.open(Board.named("n150"), WIDE)) {
      for (Make make : makes) {
        bytes.put(make, made(make, device).requireBuffer("tensor").maxSizePerBankBytes());
      }
    }
    return bytes;
  }

  private Set<Integer> staying() {
    int last = actions.size() - 1;
    while (last >= 0 && actions.get(last) instanceof Release) {
      last--;
    }
    Set<Integer> made = new HashSet<>();
    for (int i = 0; i < actions.size(); i++) {
      if (actions.get(i) instanceof Make make) {
        made.add(make.tensor());
      } else if (actions.get(i) instanceof Release release && i < last) {
        made.remove(release.tensor());
      }
    }
    return made;
  }

  /** Everything that does not stay is released right after what needs it last. */
  RandomProgram releasedEarly() {
    Set<Integer> stay = staying();
    Map<Integer, Integer> lastUse = new HashMap<>();
    for (int i = 0; i < actions.size(); i++) {
      switch (actions.get(i)) {
        case Make make -> lastUse.put(make.tensor(), i);
        case Compute compute -> used(lastUse, compute.of(), compute.result(), i);
        case Capture capture -> used(lastUse, capture.of(), capture.result(), i);
        case Release _, Run _ -> {}
      }
    }
    List<Action> all = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      if (!(actions.get(i) instanceof Release)) {
        all.add(actions.get(i));
      }
      for (Map.Entry<Integer, Integer> last : lastUse.entrySet()) {
        if (last.getValue() == i && !stay.contains(last.getKey())) {
          all.add(new Release(last.getKey()));
        }
      }
    }
    return new RandomProgram(all);
  }

  private static void used(Map<Integer, Integer> lastUse, int of, int result, int at) {
    lastUse.put(of, at);
    lastUse.put(result, at);
  }

  /** The tensors that it makes, in order. */
  List<Integer> tensors() {
    return actions.stream()
        .flatMap(action ->
            switch (action) {
              case Make make -> Stream.of(make.tensor());
              case Compute compute -> Stream.of(compute.result());
              case Capture capture -> Stream.of(capture.result());
              case Release _, Run _ -> Stream.of();
            })
        .toList();
  }

  /** Of L1, and not needed by anything that computes. */
  List<Integer> idleInL1() {
    Set<Integer> idle = new LinkedHashSet<>();
    for (Action action : actions) {
      switch (action) {
        case Make make when make.memory().bufferType() == BufferType.L1 -> idle.add(make.tensor());
        case Compute compute -> idle.remove(compute.of());
        case Capture capture -> idle.remove(capture.of());
        case Make _, Release _, Run _ -> {}
      }
    }
    return List.copyOf(idle);
  }

  /** With some tensors in DRAM. */
  RandomProgram inDram(Set<Integer> tensors) {
    return new RandomProgram(
        actions.stream()
            .map(action ->
                action instanceof Make(int tensor, Shape shape, DataType dtype, Layout layout, _)
                        && tensors.contains(tensor)
                    ? new Make(tensor, shape, dtype, layout, MemoryConfig.DRAM)
                    : action)
            .toList());
  }

  static final DeviceOptions WIDE =
      DeviceOptions.DEFAULT.withL1SmallBytes(128 << 10).withTraceRegionBytes(10_000_000);

  /**
   * What became of it on a device.
   *
   * @param refusal what the device said of what did not fit; null if all of it did
   */
  record Ran(Report report, @Nullable String refusal) {}

  Ran run(Board board, DeviceOptions options) {
    try (MeshDevice device = MeshDevice.open(board, options);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Map<Integer, Tensor> live = new HashMap<>();
      String refusal = null;
      try {
        actions.forEach(action -> act(action, device, live));
      } catch (TilescopeException e) {
        refusal = String.valueOf(e.getMessage());
      }
      return new Ran(capture.end(), refusal);
    }
  }

  private static Tensor made(Make make, MeshDevice device) {
    return Ttnn.empty(make.shape(), make.dtype(), make.layout(), device, make.memory());
  }

  private static void act(Action action, MeshDevice device, Map<Integer, Tensor> live) {
    switch (action) {
      case Make make -> live.put(make.tensor(), made(make, device));
      case Compute compute -> live.put(compute.result(), sum(get(live, compute.of())));
      case Release release -> {
        get(live, release.tensor()).deallocate();
        live.remove(release.tensor());
      }
      case Run run -> device.launch(program(run));
      case Capture capture -> {
        MeshTrace trace = MeshTrace.beginCapture(device);
        live.put(capture.result(), sum(get(live, capture.of())));
        trace.endCapture();
      }
    }
  }

  private static Tensor get(Map<Integer, Tensor> live, int tensor) {
    return Objects.requireNonNull(live.get(tensor));
  }

  private static Tensor sum(Tensor of) {
    return Ttnn.add(of, of);
  }

  private static KernelProgram program(Run run) {
    KernelProgramBuilder program = KernelProgram.builder(run.name());
    for (int i = 0; i < run.cores().size(); i++) {
      program.circularBuffer(i, run.cores().get(i), run.tiles().get(i), DataType.BFLOAT16);
    }
    return program.compute("nothing", CoreRangeSet.of(CoreRange.of(0, 0, 0, 0)), _ -> {}).build();
  }
}
