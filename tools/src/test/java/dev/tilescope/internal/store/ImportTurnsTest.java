package dev.tilescope.internal.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.internal.cli.Main;
import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports into one folder at once, and what those leave that do not end well. */
class ImportTurnsTest {
  private static final int OPERATIONS = 10;
  private static final int ROUNDS = 10;
  private static final long LIMIT_SECONDS = 60;

  @TempDir private Path folder = Path.of("");

  private Path out() {
    return folder.resolve("out");
  }

  private Path database() {
    return out().resolve("db.sqlite");
  }

  private List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(out())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** A report of ten operations of this name, made on a cluster of this name. */
  private Path report(String name) {
    TraceText trace = new TraceText();
    for (int i = 0; i < OPERATIONS; i++) {
      trace.start(name, i + 1).tensor(i + 1, 64).end(name);
    }
    return trace.write(
        folder.resolve(name + ".json"),
        ", \"cluster_descriptor\": \"arch: {0: %s}\"".formatted(name));
  }

  private ImportSummary run(Path report, Existing existing) {
    return ReportImport.run(report, out(), into(existing), (file, done, all) -> {});
  }

  private static ImportOptions into(Existing existing) {
    return new ImportOptions("db.sqlite", false, existing, false);
  }

  private long operations(String condition) {
    return (Long)
        DatabaseRows.query(database(), "SELECT count(*) FROM operations WHERE " + condition)
            .getFirst()
            .getFirst();
  }

  private static Process start(Class<?> main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  @Test
  void whatProcessesAppendAtOnceIsAllThere() throws Exception {
    run(report("first"), Existing.REFUSE);
    List<Process> processes = new ArrayList<>();
    for (String name : List.of("second", "third")) {
      processes.add(
          start(Main.class, "import", report(name).toString(), out().toString(), "--append"));
    }
    for (Process process : processes) {
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as(said).isZero();
    }
    for (String name : List.of("first", "second", "third")) {
      assertThat(operations("name = '" + name + "'")).as(name).isEqualTo(OPERATIONS);
    }
    assertThat(left()).containsExactly("cluster_descriptor.yaml", "db.sqlite");
  }

  @Test
  void thoseWhoReplaceAtOnceDoNotMixDatabaseAndCluster() throws Exception {
    List<Path> reports = List.of(report("one"), report("two"));
    for (int i = 0; i < ROUNDS; i++) {
      List<CompletableFuture<ImportSummary>> both =
          reports.stream()
              .map(r -> CompletableFuture.supplyAsync(() -> run(r, Existing.REPLACE)))
              .toList();
      for (CompletableFuture<ImportSummary> each : both) {
        each.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      }
      String yaml = Files.readString(out().resolve("cluster_descriptor.yaml"));
      String name = yaml.contains("one") ? "one" : "two";
      assertThat(operations("name = '" + name + "'")).as(yaml).isEqualTo(OPERATIONS);
      assertThat(operations("true")).isEqualTo(OPERATIONS);
    }
  }

  @Test
  void aDatabaseThatAppearedWhileOneWaitedIsRefused() {
    Path report = report("one");
    Later second = importedDuring(report, report, out(), Existing.REFUSE);
    assertThat(second.hasWaited).isTrue();
    assertThatThrownBy(() -> second.result.get(LIMIT_SECONDS, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(TilescopeException.class)
        .hasMessageContainingAll("exists", "--append");
    assertThat(operations("true")).isEqualTo(OPERATIONS);
  }

  @Test
  void whoReplacesWaitsForWhoIsReplacing() throws Exception {
    Later second = importedDuring(report("one"), report("two"), out(), Existing.REPLACE);
    assertThat(second.hasWaited).isTrue();
    second.result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(operations("name = 'two'")).isEqualTo(OPERATIONS);
    assertThat(out().resolve("cluster_descriptor.yaml")).hasContent("arch: {0: two}");
  }

  /** An import that began while another one was under way. */
  private final class Later implements ReportImport.Progress {
    private final CompletableFuture<ImportSummary> result = new CompletableFuture<>();
    private final CountDownLatch isBlockedOrOver = new CountDownLatch(1);
    private volatile boolean hasWaited;

    void begin(Path report, Path target, Existing existing) {
      Thread.ofPlatform()
          .start(() -> {
            try {
              result.complete(ReportImport.run(report, target, into(existing), this));
            } catch (RuntimeException e) {
              result.completeExceptionally(e);
            } finally {
              isBlockedOrOver.countDown();
            }
          });
    }

    @Override
    public void at(String file, long bytesDone, long bytesInAll) {}

    @Override
    public void waiting(Path where) {
      hasWaited = true;
      isBlockedOrOver.countDown();
    }
  }

  /** Begins the second import in the midst of the first, which goes on when the second does not. */
  private Later importedDuring(Path first, Path second, Path target, Existing existing) {
    Later later = new Later();
    AtomicBoolean isBegun = new AtomicBoolean();
    ReportImport.run(
        first,
        out(),
        into(existing),
        (file, done, all) -> {
          if (!isBegun.getAndSet(true)) {
            later.begin(second, target, existing);
            await(later.isBlockedOrOver);
          }
        });
    return later;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Imports until something is written, says so, and stays there until it is killed. */
  static final class Stuck {
    public static void main(String[] args) {
      ReportImport.run(
          Path.of(args[0]),
          Path.of(args[1]),
          ImportOptions.DEFAULT,
          (file, done, all) -> {
            System.out.println("stuck");
            await(new CountDownLatch(1));
          });
    }
  }

  @Test
  void whatAKilledImportLeftGoesWithTheNext() throws Exception {
    Path report = report("one");
    Process killed = start(Stuck.class, report.toString(), out().toString());
    try (InputStream said = killed.getInputStream()) {
      assertThat(new String(said.readNBytes(5), UTF_8)).isEqualTo("stuck");
      killed.destroyForcibly().waitFor();
    }
    assertThat(left()).anyMatch(name -> name.endsWith(".tmp")).contains(".tilescope-import.lock");
    Path ofAnother = Files.writeString(out().resolve(".tilescope-of-a-picture.tmp"), "");
    run(report, Existing.REFUSE);
    assertThat(left())
        .containsExactly(
            ofAnother.getFileName().toString(), "cluster_descriptor.yaml", "db.sqlite");
  }

  @Test
  void aFailedImportLeavesNoFolderThatItMade() throws IOException {
    Path report = Files.writeString(folder.resolve("r.json"), "{");
    Path kept = Files.createDirectory(folder.resolve("kept"));
    for (Path target : List.of(folder.resolve("new/deeper"), kept, kept.resolve("new"))) {
      assertThatThrownBy(() ->
              ReportImport.run(report, target, ImportOptions.DEFAULT, (file, done, all) -> {}))
          .isInstanceOf(TilescopeException.class);
    }
    assertThat(folder.resolve("new")).doesNotExist();
    assertThat(kept).isEmptyDirectory();
  }

  @Test
  void replacingReplacesWhatTheNewReportDoesNotHave() throws IOException {
    run(report("n150"), Existing.REFUSE);
    Path mesh = out().resolve("physical_chip_mesh_coordinate_mapping_1_of_2.yaml");
    Files.writeString(mesh, "chips: {}");
    Files.writeString(out().resolve("n150.tensor_lifetime.json"), "[]");
    Path own = Files.writeString(out().resolve("notes.yaml"), "mine");
    Path bare = new TraceText().start("n300").end("n300").write(folder.resolve("bare.json"));
    run(bare, Existing.REPLACE);
    assertThat(left()).containsExactly("db.sqlite", own.getFileName().toString());
    run(report("n150"), Existing.REPLACE);
    run(report("n300"), Existing.REPLACE);
    assertThat(out().resolve("cluster_descriptor.yaml")).hasContent("arch: {0: n300}");
  }

  @Test
  void replacingInVainLeavesEverythingAsItWas() throws IOException {
    run(report("n150"), Existing.REFUSE);
    Path broken = Files.writeString(folder.resolve("broken.json"), "{\"graph\": [");
    assertThatThrownBy(() -> run(broken, Existing.REPLACE)).isInstanceOf(TilescopeException.class);
    assertThat(left()).containsExactly("cluster_descriptor.yaml", "db.sqlite");
  }

  @Test
  void aDatabaseBehindALinkIsLockedWhereItIs() throws Exception {
    run(report("first"), Existing.REFUSE);
    Path linked = Files.createDirectory(folder.resolve("linked"));
    Files.createSymbolicLink(linked.resolve("db.sqlite"), database());
    Later third = importedDuring(report("second"), report("third"), linked, Existing.APPEND);
    assertThat(third.hasWaited).isTrue();
    third.result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(operations("true")).isEqualTo(3 * OPERATIONS);
  }
}
