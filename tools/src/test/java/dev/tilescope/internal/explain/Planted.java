package dev.tilescope.internal.explain;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.profile.DeviceProfilerOptions;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Programs with one bottleneck each, as people write them. */
enum Planted {
  ONE_CORE(
      Set.of(Topic.FEW_CORES),
      device -> {
        MemoryConfig one = shards(TensorMemoryLayout.HEIGHT_SHARDED, 1, 256, 512);
        Tensor a = random(device, one, 256, 512);
        repeat(8, () -> Ttnn.relu(a, UnaryOptions.DEFAULT.withMemoryConfig(one)).close());
        a.close();
      }),
  ONE_CORE_PRODUCT(
      Set.of(Topic.FEW_CORES),
      device -> {
        Tensor a = random(device, MemoryConfig.DRAM, 512, 512);
        Tensor b = random(device, MemoryConfig.DRAM, 512, 512);
        MatmulOptions options = MatmulOptions.DEFAULT.withCoreGrid(new CoreGrid(1, 2));
        repeat(4, () -> Ttnn.matmul(a, b, options).close());
        a.close();
        b.close();
      }),
  INTERLEAVED(
      Set.of(Topic.THROUGH_DRAM, Topic.NOT_SHARDED),
      device -> {
        Tensor a = random(device, MemoryConfig.DRAM, 1024, 2048);
        for (int i = 0; i < 6; i++) {
          Tensor b = Ttnn.add(a, a);
          Tensor c = Ttnn.relu(b);
          b.close();
          Ttnn.multiply(c, c).close();
          c.close();
        }
        a.close();
      }),
  TILIZE_UNTILIZE(
      Set.of(Topic.ROUND_TRIPS),
      device -> {
        Tensor a = random(device, MemoryConfig.DRAM, 1024, 1024);
        for (int i = 0; i < 6; i++) {
          Tensor rows = Ttnn.toLayout(a, Layout.ROW_MAJOR);
          Tensor tiles = Ttnn.toLayout(rows, Layout.TILE);
          rows.close();
          Ttnn.relu(tiles).close();
          tiles.close();
        }
        a.close();
      }),
  HIFI4(
      Set.of(Topic.MATH_FIDELITY),
      device -> {
        Tensor a = random(device, MemoryConfig.DRAM, DataType.BFLOAT8_B, 1024, 1024);
        Tensor b = random(device, MemoryConfig.DRAM, DataType.BFLOAT4_B, 1024, 1024);
        ComputeKernelConfig high =
            ComputeKernelConfig.DEFAULT.withMathFidelity(MathFidelity.HI_FI4);
        MatmulOptions options =
            MatmulOptions.DEFAULT.withComputeKernelConfig(high).withDtype(DataType.BFLOAT8_B);
        repeat(3, () -> Ttnn.matmul(a, b, options).close());
        a.close();
        b.close();
      }),
  HOST_LOOP(
      Set.of(Topic.HOST_BOUND),
      device -> {
        Tensor a = random(device, MemoryConfig.DRAM, 256, 256);
        for (int i = 0; i < 10; i++) {
          Tensor b = Ttnn.relu(a);
          Tensor sum = Ttnn.sum(b);
          Ttnn.toTorch(sum);
          sum.close();
          b.close();
        }
        a.close();
      }),
  SMALL_BLOCKS(
      Set.of(Topic.SMALL_BLOCKS),
      device -> {
        Tensor a = random(device, MemoryConfig.DRAM, 1024, 1024);
        Tensor b = random(device, MemoryConfig.DRAM, 1024, 1024);
        MatmulOptions options =
            MatmulOptions.DEFAULT.withProgramConfig(
                new MultiCoreReuseMultiCast(
                    new CoreGrid(8, 8), 1, 1, 1, 1, 1, 4, 4, false, null, true, null));
        repeat(3, () -> Ttnn.matmul(a, b, options).close());
        a.close();
        b.close();
      }),
  LATE_FREE(
      Set.of(Topic.LATE_FREE),
      device -> {
        MemoryConfig l1 = MemoryConfig.L1;
        Tensor a = random(device, MemoryConfig.DRAM, 2048, 4096);
        Tensor late = Ttnn.relu(a, UnaryOptions.DEFAULT.withMemoryConfig(l1));
        Tensor b = Ttnn.exp(late, UnaryOptions.DEFAULT.withMemoryConfig(l1));
        Tensor c = Ttnn.relu(b, UnaryOptions.DEFAULT.withMemoryConfig(l1));
        late.close();
        b.close();
        c.close();
        a.close();
      }),
  LARGE_CIRCULAR_BUFFERS(
      Set.of(Topic.CIRCULAR_BUFFERS),
      device -> {
        Tensor a = random(device, MemoryConfig.DRAM, 1024, 2048);
        Tensor b = random(device, MemoryConfig.DRAM, 2048, 1024);
        MatmulOptions options =
            MatmulOptions.DEFAULT.withProgramConfig(
                new MultiCoreReuseMultiCast(
                    new CoreGrid(8, 8), 32, 1, 4, 4, 4, 4, 4, false, null, true, null));
        Ttnn.matmul(a, b, options).close();
        a.close();
        b.close();
      }),
  FRAGMENTATION(
      Set.of(Topic.FRAGMENTATION),
      device -> {
        List<Tensor> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          all.add(random(device, MemoryConfig.L1, 1024, 2048));
        }
        for (int i = 0; i < all.size(); i += 2) {
          all.get(i).close();
        }
        try {
          random(device, MemoryConfig.L1, 4096, 4096).close();
        } catch (TilescopeException full) {
          Ttnn.relu(all.get(1)).close();
        }
        all.forEach(Tensor::close);
      }),
  TYPECASTS(
      Set.of(Topic.ROUND_TRIPS),
      device -> {
        Tensor a = random(device, MemoryConfig.DRAM, 1024, 1024);
        for (int i = 0; i < 6; i++) {
          Tensor wide = Ttnn.typecast(a, DataType.FLOAT32);
          Tensor back = Ttnn.typecast(wide, DataType.BFLOAT16);
          wide.close();
          Ttnn.relu(back).close();
          back.close();
        }
        a.close();
      }),
  RESHARDS(
      Set.of(Topic.ROUND_TRIPS),
      device -> {
        MemoryConfig high = shards(TensorMemoryLayout.HEIGHT_SHARDED, 64, 32, 512);
        MemoryConfig block = shards(TensorMemoryLayout.BLOCK_SHARDED, 64, 256, 64);
        Tensor a = random(device, high, 2048, 512);
        for (int i = 0; i < 6; i++) {
          Tensor b = Ttnn.toMemoryConfig(a, block);
          Tensor c = Ttnn.toMemoryConfig(b, high);
          b.close();
          Ttnn.relu(c).close();
          c.close();
        }
        a.close();
      }),
  FALLBACK(
      Set.of(Topic.FALLBACK),
      device -> {
        Tensor a = random(device, MemoryConfig.DRAM, 256, 256);
        for (int i = 0; i < 4; i++) {
          Tensor b = Ttnn.relu(a);
          TorchTensor host = Ttnn.toTorch(b);
          b.close();
          Tensor c = upload(device, host);
          Ttnn.multiply(c, c).close();
          c.close();
        }
        a.close();
      }),
  MANY_SHORT(
      Set.of(Topic.DISPATCH),
      device -> {
        Tensor a = random(device, MemoryConfig.L1, 32, 32);
        repeat(200, () -> Ttnn.add(a, 1.0f).close());
        a.close();
      }),
  ROW_MAJOR(
      Set.of(Topic.ROW_MAJOR),
      device -> {
        Tensor a =
            Ttnn.rand(
                Shape.of(1024, 1024),
                device,
                RandOptions.DEFAULT.withLayout(Layout.ROW_MAJOR).withSeed(3));
        repeat(6, () -> Ttnn.add(a, a).close());
        a.close();
      }),
  PADDING(
      Set.of(Topic.PADDING),
      device -> {
        Tensor a = random(device, MemoryConfig.DRAM, 512, 1, 256);
        repeat(6, () -> Ttnn.multiply(a, a).close());
        a.close();
      }),
  FLOAT32(
      Set.of(Topic.WIDE_TYPES),
      device -> {
        Tensor a = random(device, MemoryConfig.DRAM, DataType.FLOAT32, 1024, 2048);
        repeat(6, () -> Ttnn.add(a, a).close());
        a.close();
      }),
  WEIGHTS_IN_L1(
      Set.of(Topic.L1_RESIDENTS),
      device -> {
        List<Tensor> weights = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          weights.add(random(device, MemoryConfig.L1, 1024, 4096));
        }
        Tensor x = random(device, MemoryConfig.DRAM, 32, 1024);
        for (Tensor weight : weights) {
          Ttnn.matmul(x, weight).close();
        }
        x.close();
        weights.forEach(Tensor::close);
      }),
  REPEATED_UPLOADS(
      Set.of(Topic.UPLOADS),
      device -> {
        Tensor a = random(device, MemoryConfig.DRAM, 256, 256);
        TorchTensor mask = TorchTensor.of(new float[256 * 256], Shape.of(256, 256));
        for (int i = 0; i < 8; i++) {
          Tensor m = upload(device, mask);
          Ttnn.multiply(a, m).close();
          m.close();
        }
        a.close();
      }),
  CACHE_MISSES(
      Set.of(Topic.CACHE_MISSES),
      device -> {
        for (int i = 1; i < 16; i++) {
          Tensor a = random(device, MemoryConfig.DRAM, 32 * i, 256);
          Ttnn.relu(a).close();
          a.close();
        }
      }),
  REPEATED_CONVERSION(
      Set.of(Topic.REPEATED_WORK),
      device -> {
        Tensor x = random(device, MemoryConfig.DRAM, 32, 1024);
        Tensor weight = random(device, MemoryConfig.DRAM, 1024, 1024);
        for (int i = 0; i < 6; i++) {
          Tensor turned = Ttnn.transpose(weight, 0, 1);
          Ttnn.matmul(x, turned).close();
          turned.close();
        }
        x.close();
        weight.close();
      });

  final Set<Topic> topics;
  private final Consumer<MeshDevice> program;

  Planted(Set<Topic> topics, Consumer<MeshDevice> program) {
    this.topics = topics;
    this.program = program;
  }

  /** Leaves report.json and ops_perf_results.csv in the folder. */
  void run(Path folder) {
    Profiler.start(
        ProfilerOptions.DEFAULT
            .withFolder(folder.resolve("logs"))
            .withJvmEvents(false)
            .withDevice(
                DeviceProfilerOptions.fromEnvironment(Map.of("TT_METAL_DEVICE_PROFILER", "1"))));
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture =
            GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL).withStackTraces())) {
      program.accept(device);
      capture.endToFile(folder.resolve("report.json"));
    } finally {
      Profiler.stop();
    }
  }

  private static void repeat(int times, Runnable step) {
    for (int i = 0; i < times; i++) {
      step.run();
    }
  }

  private static Tensor random(MeshDevice device, MemoryConfig memory, int... shape) {
    return random(device, memory, DataType.BFLOAT16, shape);
  }

  private static Tensor random(
      MeshDevice device, MemoryConfig memory, DataType type, int... shape) {
    return Ttnn.rand(
        Shape.of(shape),
        device,
        RandOptions.DEFAULT.withMemoryConfig(memory).withDtype(type).withSeed(shape.length));
  }

  private static Tensor upload(MeshDevice device, TorchTensor host) {
    return Ttnn.fromTorch(
        host,
        FromTorchOptions.DEFAULT
            .withDtype(DataType.BFLOAT16)
            .withLayout(Layout.TILE)
            .withDevice(device));
  }

  private static MemoryConfig shards(TensorMemoryLayout layout, int cores, int height, int width) {
    CoreRangeSet grid = cores == 1 ? CoreRangeSet.grid(1, 1) : CoreRangeSet.grid(8, cores / 8);
    return MemoryConfig.sharded(
        layout, BufferType.L1, new ShardSpec(grid, height, width, ShardOrientation.ROW_MAJOR));
  }
}
