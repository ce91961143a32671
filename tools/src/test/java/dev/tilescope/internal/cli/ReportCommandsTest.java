package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportCommandsTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void showPrintsEveryEventOrOnlyTheProgramsOwn() {
    assertThat(run("show", sample())).isZero();
    assertThat(out.toString().lines()).hasSize(34);
    out.getBuffer().setLength(0);
    assertThat(run("show", sample(), "--brief")).isZero();
    assertThat(out.toString()).contains("Allocate Circular Buffer (x3)").doesNotContain("  \n");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void showAsJsonTurnsAnOlderTraceIntoTodaysReport() {
    assertThat(run("show", sample(), "--json")).isZero();
    assertThat(out.toString())
        .startsWith("{\n  \"devices\": []")
        .contains("\"globally_allocated\": \"0\"")
        .endsWith("\"version\": 1\n}\n");
  }

  @Test
  void briefAndJsonTogetherAreAUsageError() {
    assertThat(run("show", sample(), "--json", "--brief")).isEqualTo(2);
  }

  @Test
  void tablePrintsAlignedOrCsvAndStopsAtTheLimit() {
    assertThat(run("table", sample(), "--limit", "3")).isZero();
    assertThat(out.toString().lines()).hasSize(4);
    out.getBuffer().setLength(0);
    assertThat(run("table", sample(), "--csv")).isZero();
    assertThat(out.toString())
        .startsWith("current_op,event,total_cb,total_buffer,info\nttnn::add,");
    assertThat(run("table", sample(), "--limit", "-1")).isEqualTo(2);
  }

  @Test
  void peakShowsHumanUnitsAndExactBytes() {
    assertThat(run("peak", sample())).isZero();
    assertThat(out.toString())
        .contains("peak L1, as TT-NN counts    94.0 KiB (96,256 bytes)")
        .contains("not in this trace")
        .contains("at node 27 in #1 ttnn::add > ttnn::prim::binary > Device Operation");
  }

  @ParameterizedTest
  @ValueSource(strings = {"peak", "show", "table", "memory", "calltrace", "svg", "lint", "args"})
  void toChooseAReportWhereThereIsOneFileIsAUsageErrorThatSaysWhatTheOptionIsFor(String command) {
    assertThat(run(command, sample(), "--rank", "0")).isEqualTo(2);
    assertThat(run(command, sample(), "--name", "x.json")).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .contains(
            "--rank would do nothing: it chooses among the reports of a database or directory")
        .contains("--name would do nothing")
        .contains("is a single file");
  }

  @Test
  void peakAsJsonHoldsTheSameNumbers() {
    assertThat(run("peak", sample(), "--json")).isZero();
    assertThat(out.toString())
        .contains("\"as_ttnn_counts\": {\n    \"peak_l1_bytes\": 96256")
        .contains("\"per_core\": null")
        .contains("\"counter\": 27,\n          \"operation_id\": 1,");
  }

  @ParameterizedTest
  @ValueSource(strings = {"add-older-generation.json", "add-newer-generation.json"})
  void bothDocumentedSamplesGiveTheDocumentedAnswers(String sample) {
    assertThat(run("peak", resource(sample))).isZero();
    assertThat(out.toString())
        .contains("peak L1, as TT-NN counts    94.0 KiB (96,256 bytes)")
        .containsPattern("intermediate tensors +1\n")
        .containsPattern("output tensors +1\n")
        .contains("Shape([4, 3, 32, 32])  L1  24.0 KiB (24,576 bytes)");
    out.getBuffer().setLength(0);
    assertThat(run("peak", "--json", resource(sample))).isZero();
    assertThat(out.toString())
        .contains("\"intermediate_tensors\": 1", "\"output_tensors\": 1", "\"bytes\": 24576");
    assertThat(run("show", resource(sample))).isZero();
    assertThat(run("table", resource(sample))).isZero();
  }

  @Test
  void usePerCoreOfAnOlderTraceIsAnErrorThatSaysWhy() {
    assertThat(run("peak", sample(), "--per-core")).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .startsWith("tilescope: node 11 (buffer_allocate) has no max_size_per_bank")
        .hasLineCount(1);
  }

  @Test
  void calltraceIndentsAndCutsAtTheDepth() {
    assertThat(run("calltrace", sample(), "--depth", "2")).isZero();
    assertThat(out.toString()).isEqualTo("ttnn::add\n    ttnn::repeat\n    ttnn::prim::binary\n");
    assertThat(run("calltrace", sample(), "--depth", "0")).isEqualTo(2);
  }

  @Test
  void damageIsSummedUpOnStderrAndTheRestIsShown() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("r.json"), "[{\"counter\":0,\"node_type\":\"capture_start\"}, 7, 8");
    assertThat(run("show", file.toString())).isZero();
    assertThat(err.toString())
        .startsWith("warning: 3 problems in r.json, first: r.json:1:")
        .hasLineCount(1);
    assertThat(out.toString()).contains("Capture Start");
  }

  @Test
  void anUnreadableReportIsOneLineAndExitCodeOne() {
    assertThat(run("show", folder.resolve("absent\u001b.json").toString())).isOne();
    assertThat(err.toString()).contains("does not exist").hasLineCount(1).doesNotContain("\u001b");
  }

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }

  private static String sample() {
    return resource("add-older-generation.json");
  }

  private static String resource(String name) {
    try {
      return Path.of(ReportCommandsTest.class.getResource("/seeds/" + name).toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
