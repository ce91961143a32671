package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.Query;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.memory.DeviceMemory;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The account of a trace against what the modelled device's allocator says of itself. */
class AccountAgainstAllocatorTest {
  private static final int PROGRAMS = 500;
  private static final int STEPS = 12;

  @TempDir private Path folder = Path.of("");

  private int databases;

  /** What the allocator says after an event. */
  private record Taken(long l1, long dram) {}

  @Test
  void theAccountOfRandomProgramsIsTheAllocatorsAtEveryEventAndSoAreTheRowsOfTheImporter() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      for (int seed = 0; seed < PROGRAMS; seed++) {
        compare(new Random(seed), device);
      }
    }
  }

  private void compare(Random random, MeshDevice device) {
    List<Tensor> live = new ArrayList<>();
    List<Taken> taken = new ArrayList<>();
    Report report;
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      for (int step = 0; step < STEPS; step++) {
        change(random, device, live);
        taken.add(new Taken(allocated(device, BufferType.L1), allocated(device, BufferType.DRAM)));
      }
      report = capture.end();
    }
    Peaks peaks = DevicePeaks.of(report).devices().getFirst().peaks();
    assertThat(peaks.l1BytesPerCore())
        .isEqualTo(taken.stream().mapToLong(Taken::l1).max().orElseThrow());
    assertThat(peaks.dramBytesPerBank())
        .isEqualTo(taken.stream().mapToLong(Taken::dram).max().orElseThrow());
    assertThat(afterEachEvent(report)).isEqualTo(taken);
    assertThat(asOperationsBegin(report, folder.resolve("db" + databases++)))
        .isEqualTo(taken.subList(0, taken.size() - 1));
    live.forEach(Tensor::close);
  }

  private static List<Taken> afterEachEvent(Report report) {
    List<Taken> seen = new ArrayList<>();
    AccountWalk.of(
        report,
        new AccountWalk.Observer() {
          @Override
          public void before(int position, int counter, DeviceMemories account) {}

          @Override
          public void after(int position, int counter, DeviceMemories account) {
            TraceEvent event = report.trace().event(counter);
            if (event instanceof TraceEvent.BufferAllocate
                || event instanceof TraceEvent.BufferDeallocate) {
              DeviceMemory memory = account.devices().get(0L);
              seen.add(new Taken(memory.l1().now(), memory.dramBank().now()));
            }
          }
        });
    return seen;
  }

  /** Each step is an operation: as the next one begins, it has ended. */
  private List<Taken> asOperationsBegin(Report report, Path imported) {
    Path file = folder.resolve("report.json");
    ReportFile.write(report, file);
    Path database =
        ReportImport.run(file, imported, ImportOptions.DEFAULT, (_, _, _) -> {}).database();
    List<Taken> rows = new ArrayList<>();
    Query.ask(
        database,
        "SELECT l1_bytes_before, dram_bytes_before FROM tilescope_memory_levels"
            + " WHERE operation_id > 1 ORDER BY operation_id",
        new Query.Answer() {
          @Override
          public void columns(List<String> names) {}

          @Override
          public void row(List<@Nullable Object> values) {
            rows.add(
                new Taken(
                    Long.parseLong(String.valueOf(values.get(0))),
                    Long.parseLong(String.valueOf(values.get(1)))));
          }
        });
    return rows;
  }

  private static long allocated(MeshDevice device, BufferType type) {
    return device.statistics(type).allocatedBytes();
  }

  private static void change(Random random, MeshDevice device, List<Tensor> live) {
    if (!live.isEmpty() && random.nextInt(3) == 0) {
      live.remove(random.nextInt(live.size())).close();
      return;
    }
    Shape shape = Shape.of(32 * (1 + random.nextInt(20)), 32 * (1 + random.nextInt(20)));
    MemoryConfig memory = random.nextBoolean() ? MemoryConfig.L1 : MemoryConfig.DRAM;
    DataType dtype = random.nextBoolean() ? DataType.BFLOAT16 : DataType.BFLOAT8_B;
    live.add(Ttnn.empty(shape, dtype, Layout.TILE, device, memory));
  }
}
