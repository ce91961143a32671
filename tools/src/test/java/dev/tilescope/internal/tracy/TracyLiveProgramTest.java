package dev.tilescope.internal.tracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.tracy.TracyTrace.Context;
import dev.tilescope.internal.tracy.TracyTrace.Message;
import dev.tilescope.internal.tracy.TracyTrace.Row;
import dev.tilescope.internal.tracy.TracyTrace.Zone;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.profile.DeviceProfilerOptions;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.profile.ProfilerZone;
import dev.tilescope.profile.Signpost;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tracy.live.LiveFromEnvironment;
import dev.tilescope.tracy.live.LiveOptions;
import dev.tilescope.tracy.live.TracyLive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real programs, recorded by the profiler, in the eyes of a peer. */
@Timeout(120)
class TracyLiveProgramTest {
  @TempDir private Path folder = Path.of("");

  private TracyTrace captured(ProfilerOptions options, LiveOptions live, Runnable program)
      throws IOException {
    try (TracyLive tracy = TracyLive.listen(live, _ -> {})) {
      Profiler.start(options.withFolder(folder), tracy);
      TracyPeer peer = TracyPeer.connect(tracy.port(), WireTable.V82);
      CompletableFuture<Void> run =
          CompletableFuture.runAsync(() -> {
            program.run();
            Profiler.stop();
          });
      TracyTrace trace = peer.capture();
      run.join();
      stackFrames = peer.heard().stackFrames;
      return trace;
    }
  }

  private List<String> stackFrames = List.of();

  private static void operations() {
    Signpost.mark("begin", "of all");
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor one = Ttnn.ones(Shape.of(64, 64), DataType.BFLOAT16, Layout.TILE, device, null)) {
      for (int i = 0; i < 3; i++) {
        try (ProfilerZone zone = Profiler.zone("step")) {
          zone.value(i);
          Ttnn.add(one, one).close();
        }
        Profiler.readDeviceProfiler(device);
        Profiler.frameMark();
      }
    }
  }

  @Test
  void operationsDevicesAndMemoryAreShown() throws IOException {
    ProfilerOptions options =
        ProfilerOptions.DEFAULT
            .withJvmEvents(false)
            .withMemoryProfiler(true)
            .withDevice(DeviceProfilerOptions.ON);
    TracyTrace trace = captured(options, LiveFixture.UNHURRIED, TracyLiveProgramTest::operations);
    Row program =
        trace.threads().stream()
            .filter(row -> row.zones().stream().anyMatch(zone -> zone.name().equals("step")))
            .findFirst()
            .orElseThrow();
    Zone step =
        program.zones().stream().filter(zone -> zone.name().equals("step")).findFirst().get();
    assertThat(step.file()).isEqualTo("dev/tilescope/internal/tracy/TracyLiveProgramTest.java");
    assertThat(step.function()).isEqualTo("TracyLiveProgramTest.operations");
    assertThat(step.text()).isEqualTo("0 [0x0]");
    assertThat(program.zones()).extracting(Zone::name).contains("ttnn::add");
    assertThat(program.messages())
        .extracting(Message::text)
        .contains("`TT_SIGNPOST: begin\nof all`")
        .anyMatch(text -> text.startsWith("`TT_DNN_DEVICE_OP: \"BinaryNgDeviceOperation\""));
    assertThat(trace.frames().get("Frame")).hasSize(3);
    assertThat(trace.pools()).containsKey("Device 0 DRAM");
    assertThat(trace.plots()).containsKey("Java heap");
    Context device = trace.contexts().getFirst();
    assertThat(device.name()).startsWith("Device 0");
    assertThat(device.lanes())
        .extracting(Row::name)
        .contains("Programs")
        .anyMatch(name -> name.startsWith("Core ") && name.endsWith(" BRISC"));
    Row programs =
        device.lanes().stream().filter(lane -> lane.name().equals("Programs")).findFirst().get();
    assertThat(programs.zones()).extracting(Zone::name).contains("BinaryNgDeviceOperation");
    assertThat(programs.zones().size()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void virtualThreadsAreFibersWithTheirNames() throws IOException {
    TracyTrace trace =
        captured(
            ProfilerOptions.DEFAULT.withJvmEvents(false),
            LiveFixture.UNHURRIED,
            TracyLiveProgramTest::virtualThreads);
    List<Row> fibers = trace.threads().stream().filter(Row::isFiber).toList();
    assertThat(fibers)
        .extracting(Row::name)
        .containsExactlyInAnyOrder("fiber 0", "fiber 1", "fiber 2", "fiber 3");
    assertThat(fibers).allMatch(fiber -> fiber.zones().size() == 200);
  }

  private static void virtualThreads() {
    List<Thread> threads =
        IntStream.range(0, 4)
            .mapToObj(i -> Thread.ofVirtual().name("fiber " + i).start(() -> nested(100)))
            .toList();
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static void nested(int count) {
    for (int i = 0; i < count; i++) {
      try (ProfilerZone outer = Profiler.zone("outer")) {
        outer.value(i);
        Thread.yield();
        Profiler.zone("inner").close();
      }
    }
  }

  @Test
  void callStacksAreShownIfThatIsAskedFor() throws IOException {
    LiveOptions sampling =
        LiveOptions.fromEnvironment(
            Map.of("TILESCOPE_TRACY_SAMPLES", "500", "TILESCOPE_TRACY_FAREWELL", "60"));
    captured(
        ProfilerOptions.DEFAULT.withJvmEvents(false),
        sampling,
        () -> {
          try (ProfilerZone zone = Profiler.zone("busy")) {
            zone.value(1);
            busy();
          }
        });
    assertThat(stackFrames).anyMatch(frame -> frame.contains("TracyLiveProgramTest.busy"));
  }

  private static void busy() {
    long end = System.nanoTime() + 500_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void theEnvironmentDecidesWhetherAProgramIsServed() {
    assertThat(new LiveFromEnvironment().follower(Map.of())).isNull();
    try (TracyLive live =
        (TracyLive) new LiveFromEnvironment().follower(Map.of("TILESCOPE_TRACY", "1"))) {
      assertThat(live).isNotNull();
      assertThat(live.port()).isBetween(8086, 8105);
    }
  }
}
