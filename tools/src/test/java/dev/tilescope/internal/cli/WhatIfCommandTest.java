package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.report.ReportFile;
import dev.tilescope.whatif.FailedRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhatIfCommandTest {
  @TempDir private Path folder = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String report = "";

  @BeforeEach
  void aRunThatFails() {
    Path file = folder.resolve("report.json");
    ReportFile.write(FailedRun.report(), file);
    report = file.toString();
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new Main(Commands.ALL, new PrintWriter(out, true), new PrintWriter(err, true))
        .run(arguments);
  }

  @Test
  void whatFailedIsExplainedAndCured() {
    assertThat(run("what-if", report)).isEqualTo(1);
    assertThat(out.toString())
        .contains("device 0, n150, as recorded: does not fit")
        .contains("#13 ttnn::empty")
        .contains("fragmented, not full: 732.0 KiB")
        .contains("180.0 KiB at 1736768 [2880, 384] BFLOAT16, of #11 ttnn::typecast")
        .contains("bring in the tensors that stay before everything else, the largest first")
        .contains("no device time")
        .contains("of 12 recorded addresses the same allocator gives 12");
  }

  @Test
  void theExitCodeSaysWhetherItFits() {
    assertThat(run("what-if", report, "--order", "largest-first")).isZero();
    assertThat(run("what-if", report, "--board", "p150")).isZero();
    assertThat(run("what-if", report, "--dram-size", "4M")).isZero();
    assertThat(run("what-if", report, "--fit")).isZero();
    assertThat(run("what-if", report, "--no-fit")).isEqualTo(1);
    assertThat(out.toString()).doesNotContain("cure");
    assertThat(run("what-if", report, "--free-at-last-use", "--no-fit")).isEqualTo(1);
  }

  @Test
  void wrongQuestionsNameTheWord() {
    assertThat(run("what-if")).isEqualTo(2);
    assertThat(err.toString()).contains("REPORT or --error FILE is needed");
    assertThat(run("what-if", report, "--board", "n15O")).isEqualTo(2);
    assertThat(err.toString()).contains("n15O");
    assertThat(run("what-if", report, "--order", "smallest")).isEqualTo(2);
    assertThat(err.toString()).contains("recorded, weights-first, largest-first");
    assertThat(run("what-if", report, "--policy", "worst")).isEqualTo(2);
    assertThat(run("what-if", report, "--to-dram", "all")).isEqualTo(2);
    assertThat(run("what-if", report, "--l1-small-size", "2M")).isEqualTo(2);
    assertThat(err.toString()).contains("l1_small_size");
    assertThat(run("what-if", report, "--device", "7")).isEqualTo(1);
  }

  @Test
  void anErrorTextIsExplainedAloneAndWithTheRun() throws IOException {
    Path log = folder.resolve("log.txt");
    Files.writeString(
        log,
        """
        2026-11-19 | info | something else
        RuntimeError: TT_FATAL @ /tt_metal/impl/allocator/bank_manager.cpp:450: false
        info:
        Out of Memory: Not enough space to allocate 4915200 B DRAM buffer across 12 banks, where \
        each bank needs to store 409600 B, but bank size is 1048576 B (allocated: 299008 B, free: \
        749568 B, largest free block: 368640 B)
        backtrace:
        """);
    assertThat(run("what-if", "--error", log.toString())).isEqualTo(1);
    assertThat(out.toString()).contains("Fragmented, not full").doesNotContain("device 0");
    assertThat(run("what-if", report, "--error", log.toString())).isEqualTo(1);
    assertThat(out.toString()).contains("Fragmented, not full").contains("#13 ttnn::empty");
    Files.writeString(log, "all is well");
    assertThat(run("what-if", "--error", log.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("holds none of the error texts");
    assertThat(run("what-if", "--error", folder.resolve("none").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("there is no such file");
  }

  @Test
  void jsonHasWhatTheTextHas() {
    assertThat(run("what-if", report, "--json")).isEqualTo(1);
    assertThat(out.toString())
        .contains("\"fits\": false")
        .contains("\"kind\": \"fragmented\"")
        .contains("\"operation_id\": 13")
        .contains("\"needed_bytes\": 409600")
        .contains("\"kind\": \"bring_in\"")
        .contains("\"order\": \"largest_first\"")
        .contains("\"explained_addresses\": 12");
  }

  @Test
  void aReportWithoutAllocationsSaysWhatIsMissing() throws IOException {
    Path empty = folder.resolve("empty.json");
    Files.writeString(empty, "{\"version\": 1, \"graph\": [], \"devices\": []}");
    assertThat(run("what-if", empty.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("has no allocation");
  }
}
