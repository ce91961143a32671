package dev.tilescope.internal.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.serve.Client;
import dev.tilescope.internal.serve.live.LiveProgram;
import dev.tilescope.internal.watch.MonitorReader;
import dev.tilescope.internal.watch.MonitorSnapshot.MemoryRegion;
import dev.tilescope.internal.watch.MonitorSnapshot.ProcessMemory;
import dev.tilescope.model.BufferType;
import dev.tilescope.replay.TraceDamage;
import dev.tilescope.replay.TraceFolder;
import dev.tilescope.replay.TracedCall;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Parameters and Live, which are of no report: whichever is chosen they show calls of their folder
 * and programs that run, and say so.
 */
class CallsAndProgramsTest {
  private static final Path CALLS = Path.of("src/test/resources/dev/tilescope/replay/example1");
  private static final Path OTHER_CALLS =
      Path.of("src/test/resources/dev/tilescope/replay/example2");

  @TempDir static Path folder;
  private static Client client;

  @BeforeAll
  static void start() throws IOException {
    Chromium.require();
    client =
        Client.in(
            LiveProgram.environment(folder),
            ExampleReports.demo(folder.resolve("demo")),
            ExampleReports.seed(folder.resolve("seed")),
            CALLS,
            OTHER_CALLS);
  }

  @AfterAll
  static void end() {
    if (client != null) {
      client.close();
    }
  }

  @Test
  void parametersAreOfTheirFolderWhicheverReportIsChosen() {
    try (Visit visit = new Visit(client)) {
      for (Path calls : List.of(CALLS, OTHER_CALLS)) {
        visit.open("parameters?report=1");
        visit
            .find("select[aria-label='Folder of calls']")
            .selectOption(Integer.toString(client.idOf(calls)));
        visit.waitFor(".rows .all .row:has-text('%s')".formatted(lastOf(calls).name()));
        visit.find(".rows .all .row").last().click();
        String shown = visit.waitFor(".call h3").picture();
        isOf(visit, calls);
        visit.choose(2).waitForHash("report=2").waitForPicture(shown);
        isOf(visit, calls);
        visit.reload().waitForPicture(shown);
        visit.choose(1).waitForHash("report=1").waitForPicture(shown);
      }
      visit.hasGoneWell();
    }
  }

  private static TracedCall lastOf(Path calls) {
    return TraceFolder.open(calls).metadata(new TraceDamage()).toList().getLast();
  }

  /** What is drawn are the calls of a folder, and the last of them as a whole. */
  private static void isOf(Visit visit, Path calls) {
    List<TracedCall> all = TraceFolder.open(calls).metadata(new TraceDamage()).toList();
    assertThat(visit.words(".rows .all .row > :nth-child(1)"))
        .isEqualTo(all.stream().map(call -> Long.toString(call.number())).toList());
    assertThat(visit.words(".rows .all .row > :nth-child(2)"))
        .isEqualTo(all.stream().map(TracedCall::name).toList());
    assertThat(visit.find("select[aria-label='Folder of calls'] option:checked").innerText())
        .isEqualTo(calls.toString());
    TracedCall last = lastOf(calls);
    List<String> arguments = new ArrayList<>();
    IntStream.range(0, last.args().size()).forEach(i -> arguments.add("arg" + i));
    arguments.addAll(last.kwargs().keySet());
    assertThat(visit.words(".call dt")).startsWith(arguments.toArray(String[]::new));
    assertThat(visit.find(".call").innerText())
        .contains("Call " + last.number(), last.name())
        .contains("tilescope replay %s %d".formatted(calls, last.number()));
    assertThat(visit.find("main .bar").innerText()).contains("whichever report is chosen");
  }

  @Test
  void theOnlyFolderOfCallsIsNamedTooAlsoWithoutAReport() {
    try (Client without = Client.of(CALLS);
        Visit visit = new Visit(without)) {
      visit.open("parameters").waitFor("main .bar >> text='%s'".formatted(CALLS));
      visit.hasGoneWell();
    }
  }

  @Test
  void everyButtonOfParametersDoesSomethingThatSucceeds() {
    try (Visit visit = new Visit(client)) {
      assertThat(visit.pressEverything("parameters?report=1&call=1"))
          .contains(
              "BUTTON Close", "BUTTON CSV", "SELECT Folder of calls " + client.idOf(OTHER_CALLS));
    }
  }

  @Test
  void liveIsOfTheProgramsThatRunWhicheverReportIsChosen() throws Exception {
    try (LiveProgram program = LiveProgram.start(folder);
        Visit visit = new Visit(client)) {
      for (int taken = 1; taken < 7; taken++) {
        program.take();
      }
      visit.open("live?report=1");
      isOf(visit, program, 5);
      visit.choose(2).waitForHash("report=2");
      isOf(visit, program, 5);
      visit.find(".holders button >> text='All 7'").click();
      isOf(visit, program, 7);
      visit.choose(1).waitForHash("report=1");
      isOf(visit, program, 7);
      program.take();
      isOf(visit, program, 8);
      visit.reload();
      isOf(visit, program, 8);
      assertThat(visit.pressEverything("live?report=1")).contains("BUTTON All #", "BUTTON Fewer");
      program.end();
      visit.waitFor("[aria-label=Ended] >> text='pid %d'".formatted(program.pid()));
      visit.choose(2).waitForHash("report=2");
      visit.waitFor("[aria-label=Ended] >> text='pid %d'".formatted(program.pid()));
      assertThat(visit.find(".process").count()).isZero();
      visit.hasGoneWell();
    }
  }

  /** What is drawn is what the program publishes now, with so many of its buffers. */
  private static void isOf(Visit visit, LiveProgram program, int listed) {
    ProcessMemory now =
        MonitorReader.ofEnvironment(LiveProgram.environment(folder)).snapshot().processes().stream()
            .filter(process -> process.pid() == program.pid())
            .findFirst()
            .orElseThrow();
    MemoryRegion dram = now.devices().getFirst().region(BufferType.DRAM);
    String shown = "[aria-label='Process %d']".formatted(now.pid());
    visit.waitFor(
        "%s [aria-label='DRAM used'][aria-valuenow='%d']".formatted(shown, dram.usedBytes()));
    visit.waitFor("%s tr:nth-child(%d):last-child".formatted(shown, listed));
    assertThat(visit.words(shown + " td.mono"))
        .isEqualTo(
            now.biggest().stream()
                .limit(listed)
                .map(buffer -> "0x" + Long.toHexString(buffer.address()))
                .toList());
    assertThat(visit.find(shown + " header").innerText())
        .contains(
            now.command(), "%d allocations, %d frees".formatted(now.allocations(), now.frees()));
    assertThat(visit.find(".process").count()).isEqualTo(1);
  }
}
