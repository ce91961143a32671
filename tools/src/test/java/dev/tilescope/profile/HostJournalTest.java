package dev.tilescope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.journal.HostEvents;
import dev.tilescope.journal.HostJournal;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostJournalTest {
  @TempDir Path folder;

  private Path recorded() {
    Profiler.start(ProfilerOptions.DEFAULT.withFolder(folder).withJvmEvents(false));
    for (int i = 0; i < 20; i++) {
      try (ProfilerZone _ = Profiler.zone("outer").text("at " + i);
          ProfilerZone _ = Profiler.zone("inner").value(i)) {
        Profiler.message("message " + i);
      }
    }
    return Profiler.stop().journal();
  }

  @Test
  void aJournalThatEndsAnywhereIsReadUpToThere() throws IOException {
    Path file = recorded();
    byte[] whole = Files.readAllBytes(file);
    long zonesBefore = 0;
    for (int length = JournalFormat.MARK.length(); length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      EventLines events = new EventLines();
      HostJournal.Summary summary = HostJournal.read(file, events);
      events.requireBalanced();
      assertThat(summary.ended()).isFalse();
      long zones = events.zones.values().stream().mapToLong(Long::longValue).sum();
      assertThat(zones).isGreaterThanOrEqualTo(zonesBefore);
      zonesBefore = zones;
    }
  }

  @Test
  void aByteThatChangedIsNoticedAndWhatIsBeforeItRead() throws IOException {
    Path file = recorded();
    byte[] whole = Files.readAllBytes(file);
    for (int at = JournalFormat.MARK.length(); at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x10;
      Files.write(file, damaged);
      EventLines events = new EventLines();
      HostJournal.Summary summary = HostJournal.read(file, events);
      assertThat(summary.damage()).contains(file.toString()).contains("byte ");
      events.requireBalanced();
    }
  }

  @Test
  void anotherFileIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("other"), "{\"json\": true}");
    assertThatThrownBy(() -> HostJournal.read(file, new HostEvents() {}))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("TSHOST01");
    assertThatThrownBy(() -> HostJournal.read(folder.resolve("none"), new HostEvents() {}))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("none");
  }

  /** Marks zones until it is killed. */
  static final class Busy {
    private Busy() {}

    public static void main(String[] args) {
      Profiler.start(ProfilerOptions.DEFAULT.withFolder(Path.of(args[0])).withJvmEvents(false));
      for (long i = 0; ; i++) {
        try (ProfilerZone _ = Profiler.zone("outer");
            ProfilerZone _ = Profiler.zone("inner").value(i)) {
          Thread.onSpinWait();
        }
      }
    }
  }

  @Test
  void theJournalOfAKilledProgramIsReadUpToItsLastBlock() throws Exception {
    Process child = java(Busy.class, folder.toString());
    Path journal = JournalFormat.in(folder.resolve(".logs"));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (sizeOf(journal) < 1 << 20 && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    child.destroyForcibly().waitFor();
    EventLines events = new EventLines();
    HostJournal.Summary summary = HostJournal.read(journal, events);
    events.requireBalanced();
    assertThat(summary.ended()).isFalse();
    assertThat(events.zones.get("main")).isGreaterThan(10_000L);
    assertThat(events.run.pid()).isEqualTo(child.pid());
  }

  /** Ends by itself, with a zone open. */
  static final class Short {
    private Short() {}

    public static void main(String[] args) {
      Profiler.start(ProfilerOptions.DEFAULT.withFolder(Path.of(args[0])).withJvmEvents(false));
      Profiler.zone("open at the end");
      Profiler.message("last words");
      Runtime.getRuntime().exit(3);
    }
  }

  @Test
  void aProgramThatExitsLeavesAWholeJournal() throws Exception {
    Process child = java(Short.class, folder.toString());
    assertThat(child.waitFor()).isEqualTo(3);
    EventLines events = new EventLines();
    HostJournal.Summary summary =
        HostJournal.read(JournalFormat.in(folder.resolve(".logs")), events);
    assertThat(summary.ended()).isTrue();
    assertThat(events.lines)
        .containsExactly(
            "main: begin open at the end", "main: message last words f0f8ff", "main: end");
  }

  /** Has events of the virtual machine to write when it exits. */
  static final class Collecting {
    private Collecting() {}

    public static void main(String[] args) throws InterruptedException {
      Profiler.start(ProfilerOptions.DEFAULT.withFolder(Path.of(args[0])));
      Session.current().awaitJvmEvents();
      System.gc();
    }
  }

  @Test
  void flightRecorderAndTheProfilerEndTogetherWithoutAWord() throws Exception {
    for (int i = 0; i < 4; i++) {
      Path out = folder.resolve("out");
      ProcessBuilder child = command(Collecting.class, folder.toString());
      assertThat(child.redirectErrorStream(true).redirectOutput(out.toFile()).start().waitFor())
          .isZero();
      assertThat(out).isEmptyFile();
      assertThat(folder.resolve(".logs")).isDirectoryNotContaining("glob:**.jfr");
      EventLines events = new EventLines();
      HostJournal.read(JournalFormat.in(folder.resolve(".logs")), events);
      assertThat(events.zones).containsKey("JVM GC");
    }
  }

  /** Makes up more names than are kept, in a process of its own: names are never forgotten. */
  static final class ManyNames {
    private ManyNames() {}

    public static void main(String[] args) {
      Profiler.start(ProfilerOptions.DEFAULT.withFolder(Path.of(args[0])).withJvmEvents(false));
      for (int i = 0; i < SourceSites.MOST_NAMES + 10; i++) {
        Profiler.zone("made up " + i).close();
      }
    }
  }

  @Test
  void moreNamesThanAreKeptAreToldApartByTheNamesOfTheirZones() throws Exception {
    assertThat(java(ManyNames.class, folder.toString()).waitFor()).isZero();
    EventLines events = new EventLines();
    HostJournal.read(JournalFormat.in(folder.resolve(".logs")), events);
    int last = SourceSites.MOST_NAMES + 9;
    assertThat(events.lines)
        .startsWith("main: begin made up 0")
        .endsWith("main: begin (other names)", "main: name made up " + last, "main: end");
  }

  @Test
  void twoProgramsThatShareAFolderHaveAJournalEach() throws Exception {
    Profiler.start(ProfilerOptions.DEFAULT.withFolder(folder).withJvmEvents(false));
    Process child = java(Short.class, folder.toString());
    child.waitFor();
    Profiler.stop();
    Path other = JournalFormat.in(folder.resolve(".logs/process-" + child.pid()));
    EventLines events = new EventLines();
    assertThat(HostJournal.read(other, events).ended()).isTrue();
    assertThat(events.zones).containsOnlyKeys("main");
  }

  static Process java(Class<?> main, String... arguments) throws IOException {
    return command(main, arguments).inheritIO().start();
  }

  private static ProcessBuilder command(Class<?> main, String... arguments) {
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  private static long sizeOf(Path file) throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }
}
