package dev.tilescope.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.monitor.AllocationSocket;
import dev.tilescope.internal.monitor.MonitorFolder;
import dev.tilescope.internal.monitor.Publishing;
import dev.tilescope.internal.watch.MonitorSnapshot.ProcessMemory;
import dev.tilescope.model.BufferType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that know nothing of the monitor, in processes of their own, some of them killed. */
@Timeout(180)
class MonitoredProcessTest {
  @TempDir private Path parent;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void killAll() {
    started.forEach(Process::destroyForcibly);
  }

  /** Takes and frees memory, and does what it is told, line by line. */
  static final class Program {
    public static void main(String[] args) throws IOException {
      BufferedReader orders =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      MeshDevice device = MeshDevice.open("n150");
      List<Buffer> live = new ArrayList<>();
      System.out.println("ready");
      for (String order = orders.readLine(); order != null; order = orders.readLine()) {
        switch (order) {
          case "take" ->
              live.add(device.allocate(Publishing.interleaved(BufferType.DRAM, 120), "taken"));
          case "free" -> live.removeLast().deallocate();
          case "exit" -> System.exit(0);
          default -> churn(device, live, Integer.parseInt(order));
        }
        System.out.println(
            device.statistics(BufferType.DRAM).allocatedBytes() * 12 + " " + live.size());
      }
    }

    private static void churn(MeshDevice device, List<Buffer> live, int steps) {
      Random random = new Random(steps);
      for (int i = 0; i < steps; i++) {
        if (live.size() > 50 || (!live.isEmpty() && random.nextBoolean())) {
          live.remove(random.nextInt(live.size())).deallocate();
        } else {
          live.add(device.allocate(Publishing.interleaved(BufferType.DRAM, 12), "churned"));
        }
      }
    }
  }

  /** Looks and looks, as fast as it can. */
  static final class Monitor {
    public static void main(String[] args) {
      MonitorReader reader = MonitorReader.ofEnvironment(System.getenv());
      System.out.println("ready");
      while (true) {
        reader.snapshot();
      }
    }
  }

  /** A started program with both ends of its pipe. */
  private record Child(Process process, BufferedReader out) {
    String tell(String order) throws IOException {
      process.outputWriter().write(order + "\n");
      process.outputWriter().flush();
      return out.readLine();
    }

    long pid() {
      return process.pid();
    }

    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }
  }

  private Map<String, String> environment() {
    return Map.of(
        MonitorFolder.VARIABLE,
        parent.resolve("m").toString(),
        AllocationSocket.VARIABLE,
        parent.resolve("none.sock").toString());
  }

  private Child start(Class<?> main, String... variables) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(parent.resolve("stderr-" + started.size()).toFile());
    builder.environment().putAll(environment());
    for (String variable : variables) {
      builder.environment().put(variable, "1");
    }
    Process process = builder.start();
    started.add(process);
    return new Child(process, process.inputReader());
  }

  private Child ready(Class<?> main, String... variables) throws IOException {
    Child child = start(main, variables);
    assertThat(child.out().readLine()).isEqualTo("ready");
    return child;
  }

  private MonitorReader reader() {
    return MonitorReader.ofEnvironment(environment());
  }

  private List<Long> pids() {
    return reader().snapshot().processes().stream().map(ProcessMemory::pid).toList();
  }

  private long dramOf(Child child) {
    return reader().snapshot().processes().stream()
        .filter(process -> process.pid() == child.pid())
        .mapToLong(process -> process.devices().getFirst().region(BufferType.DRAM).usedBytes())
        .sum();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(parent.resolve("m"))) {
      return files.toList();
    }
  }

  @Test
  void aProgramIsSeenWithItsPeakUntilItExits() throws Exception {
    Child child = ready(Program.class, "TILESCOPE_MONITOR");
    assertThat(child.tell("take")).isEqualTo(120 * 2048 + " 1");
    child.tell("take");
    child.tell("free");
    ProcessMemory seen = reader().snapshot().processes().getFirst();
    assertThat(seen.pid()).isEqualTo(child.pid());
    assertThat(seen.command()).isEqualTo(Program.class.getName());
    assertThat(seen.allocations()).isEqualTo(2);
    assertThat(seen.devices().getFirst().region(BufferType.DRAM).usedBytes()).isEqualTo(120 * 2048);
    assertThat(seen.devices().getFirst().region(BufferType.DRAM).peakBytes())
        .isEqualTo(2 * 120 * 2048);
    assertThat(seen.biggest().getFirst().madeBy()).isEqualTo("taken");
    child.tell("exit");
    assertThat(child.process().waitFor()).isZero();
    assertThat(files()).isEmpty();
    assertThat(parent.resolve("stderr-0")).isEmptyFile();
  }

  @Test
  void ttMetalsVariableWarnsOfAMissingServerOnce() throws Exception {
    Child child = ready(Program.class, "TT_ALLOC_TRACKING_ENABLED");
    child.tell("1000");
    assertThat(pids()).containsExactly(child.pid());
    child.tell("exit");
    assertThat(child.process().waitFor()).isZero();
    assertThat(parent.resolve("stderr-0"))
        .hasContent(
            "[TT-Metal] Warning: Allocation tracking enabled but server not available at "
                + parent.resolve("none.sock"));
  }

  @Test
  void withoutAVariableNothingIsPublished() throws Exception {
    Child child = ready(Program.class);
    child.tell("take");
    assertThat(parent.resolve("m")).doesNotExist();
    assertThat(pids()).isEmpty();
  }

  @Test
  void aProgramThatCannotPublishRunsAllTheSame() throws Exception {
    Files.writeString(parent.resolve("m"), "a file is in the way");
    Child child = ready(Program.class, "TILESCOPE_MONITOR");
    assertThat(child.tell("take")).endsWith(" 1");
    assertThat(parent.resolve("stderr-0")).content().contains("memory is not published");
  }

  @Test
  void aKilledProgramVanishes() throws Exception {
    Child child = ready(Program.class, "TILESCOPE_MONITOR");
    child.tell("take");
    assertThat(pids()).containsExactly(child.pid());
    child.kill();
    assertThat(files()).hasSize(1);
    assertThat(pids()).isEmpty();
    assertThat(files()).isEmpty();
  }

  @Test
  void programsAndMonitorsThatAreKilledAtRandomLeaveNothingBehind() throws Exception {
    killAtRandom(6, 5);
  }

  /** The promise in full; about a minute. Run it with {@code -Dtests.excluded=none}. */
  @Test
  @Tag("slow")
  @Timeout(400)
  void programsAndMonitorsThatAreKilledForAMinuteLeaveNothingBehind() throws Exception {
    killAtRandom(32, 60);
  }

  private void killAtRandom(int programs, int seconds) throws Exception {
    Random random = new Random(7);
    List<Child> running = new ArrayList<>();
    for (int i = 0; i < programs; i++) {
      running.add(start(Program.class, "TILESCOPE_MONITOR"));
    }
    for (Child child : running) {
      assertThat(child.out().readLine()).isEqualTo("ready");
    }
    Child monitor = ready(Monitor.class);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() < end) {
      Child child = running.get(random.nextInt(running.size()));
      assertThat(child.tell("500")).as("a program goes on").isNotNull();
      switch (random.nextInt(8)) {
        case 0 -> {
          child.kill();
          running.set(running.indexOf(child), ready(Program.class, "TILESCOPE_MONITOR"));
        }
        case 1 -> {
          monitor.kill();
          monitor = ready(Monitor.class);
        }
        default -> assertThat(pids()).contains(child.pid());
      }
    }
    assertTotalsAreRight(running);
    assertThat(files()).hasSize(programs);
    for (Child child : running) {
      child.kill();
    }
    assertThat(pids()).isEmpty();
    assertThat(files()).isEmpty();
  }

  private void assertTotalsAreRight(List<Child> running) throws IOException {
    assertThat(pids()).hasSameElementsAs(running.stream().map(Child::pid).toList());
    for (Child child : running) {
      String[] said = child.tell("100").split(" ", -1);
      assertThat(dramOf(child)).isEqualTo(Long.parseLong(said[0]));
    }
  }
}
