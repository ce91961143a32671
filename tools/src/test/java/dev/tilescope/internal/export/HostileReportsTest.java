package dev.tilescope.internal.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.AllocationsTable;
import dev.tilescope.analysis.Calltrace;
import dev.tilescope.analysis.DramUsage;
import dev.tilescope.analysis.Durations;
import dev.tilescope.analysis.Lint;
import dev.tilescope.analysis.MemoryUse;
import dev.tilescope.analysis.OperationArguments;
import dev.tilescope.analysis.OutputTensors;
import dev.tilescope.analysis.PeakByDevice;
import dev.tilescope.analysis.PeakL1;
import dev.tilescope.analysis.ResourceUsagePerCore;
import dev.tilescope.capture.Programs;
import dev.tilescope.diff.ReportDiff;
import dev.tilescope.graph.LevelizedGraph;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a file holds, it opens or is explained, and what opened can be asked anything. */
class HostileReportsTest {
  private static final List<String> TOKENS =
      List.of(
          "null",
          "-1",
          "9223372036854775807",
          "1e999",
          "\"\"",
          "[]",
          "{}",
          "[[]]",
          "true",
          "\"x\"",
          "\"function_end\"",
          "\"buffer_deallocate\"",
          "33",
          ",",
          "\"",
          "}");

  @TempDir Path folder;

  @Test
  void damagedSamplesNeverCrashTheReaderOrAnAnalysis() throws IOException {
    assertThat(openedOf(1500, sample())).isGreaterThan(1000);
  }

  @Test
  void damagedReportsOfTodayNeverDoEither() throws IOException {
    StringWriter report = new StringWriter();
    int[] shape = {64, 64};
    ReportFile.write(
        Programs.tracedAdd(RunMode.NORMAL, MemoryConfig.L1, false, shape, shape), report);
    assertThat(openedOf(500, report.toString())).isGreaterThan(300);
  }

  private int openedOf(int rounds, String sample) throws IOException {
    Random random = new Random(20261115);
    int opened = 0;
    for (int i = 0; i < rounds; i++) {
      Path file = Files.writeString(folder.resolve("r.json"), damaged(sample, random));
      try {
        Report report = ReportFile.read(file);
        askEverything(report);
        opened++;
      } catch (TilescopeException e) {
        assertThat(e.getMessage()).contains("r.json");
      }
    }
    return opened;
  }

  private static String damaged(String sample, Random random) {
    StringBuilder text = new StringBuilder(sample);
    for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + random.nextInt(12));
      // Most edits replace a whole value, so that the JSON survives and the facts do not.
      int colon = text.indexOf(": ", at);
      int stop = colon < 0 ? -1 : text.indexOf("\n", colon);
      String token = TOKENS.get(random.nextInt(TOKENS.size()));
      if (stop > 0 && random.nextInt(5) > 0) {
        boolean comma = text.charAt(stop - 1) == ',';
        text.replace(colon + 2, comma ? stop - 1 : stop, token);
      } else {
        text.replace(at, end, token);
      }
    }
    return text.toString();
  }

  private static void askEverything(Report report) throws IOException {
    Trace trace = report.trace();
    assertThat(PeakL1.of(trace)).isNotNull();
    assertThat(DramUsage.of(trace)).isNotNull();
    assertThat(PeakByDevice.of(trace)).isNotNull();
    assertThat(OutputTensors.of(trace)).isNotNull();
    assertThat(Calltrace.of(trace)).isNotNull();
    assertThat(Durations.of(trace)).isNotNull();
    assertThat(OperationArguments.of(trace)).isNotNull();
    assertThat(Lint.of(report)).isNotNull();
    DotWriter.write(trace, new StringBuilder());
    CallGraphSvg.write(trace, 20, new StringBuilder());
    ArgumentsJson.write(OperationArguments.of(trace), new StringWriter());
    try {
      assertThat(LevelizedGraph.of(trace, 2)).isNotNull();
      assertThat(LevelizedGraph.joinedByTensor(trace, 2)).isNotNull();
    } catch (TilescopeException e) {
      assertThat(e.getMessage()).contains("the trace is incomplete");
    }
    AllocationsText.csv(AllocationsTable.of(trace), new StringBuilder());
    assertThat(PrettyPrint.of(trace).lines()).hasSize(trace.size());
    assertThat(PrettyPrint.brief(trace)).isNotNull();
    MemoryUse use = MemoryUse.of(report);
    MemoryText.of(use, 10, new StringBuilder());
    MemoryJson.of(use, new StringWriter());
    StringBuilder picture = new StringBuilder();
    MemoryMapSvg.of(report, use, picture);
    assertThat(picture.toString()).doesNotContain("NaN").doesNotContain("Infinity");
    assertThat(ReportDiff.of(report, report).isSame()).isTrue();
    try {
      assertThat(ResourceUsagePerCore.of(trace).peakTotalBytes()).isNotNegative();
    } catch (TilescopeException e) {
      assertThat(e.getMessage()).contains("max_size_per_bank");
    }
  }

  private static String sample() throws IOException {
    try (InputStream in =
        HostileReportsTest.class.getResourceAsStream("/seeds/add-older-generation.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
