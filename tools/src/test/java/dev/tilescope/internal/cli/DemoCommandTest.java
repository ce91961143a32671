package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.model.Report;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void theDemoShowsMemoryTimeAndWhatToDoNext() {
    assertThat(run("demo", "--batch", "1", "--seq", "32", "--report", "" + folder))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("BERT tiny", "batch 1, sequence 32", "modelled n150", "Memory at its peak")
        .contains("Top operations", "ttnn::linear", "Allocations (8 of", "Try next")
        .contains(
            "device 0   L1 headroom", "device 0   DRAM per bank", "% utilised)", "26.2 MFLOP");
    Report report = ReportFile.read(folder.resolve("report.json"));
    assertThat(report.damage()).isEmpty();
    int operations = OperationNumbers.of(report.trace()).count();
    assertThat(out.toString()).contains("Ran      " + operations + " operations");
    assertThat(out.toString())
        .containsPattern("device 0   L1 per core .* of 1.3 MiB, .* on core .*, in #\\d+ ttnn::");
    assertThat(report.calls()).hasSizeGreaterThan(69).hasSizeLessThan(operations);
    assertThat(report.calls().getLast().stackFrames().getFirst()).contains("Bert");
  }

  @Test
  void whatToTryNextStandsInTwoColumnsAndOneLayerIsOne() {
    assertThat(run("demo", "--no-dispatch", "--layers", "1", "--report", "" + folder)).isZero();
    assertThat(out.toString()).contains("question answering: 1 layer, hidden");
    List<String> steps =
        out.toString().lines().filter(line -> line.startsWith("  ./tilescope ")).toList();
    assertThat(steps).hasSize(4);
    assertThat(
            List.of(
                steps.get(0).indexOf("look at it"),
                steps.get(1).indexOf("why the peak"),
                steps.get(2).indexOf("what ran"),
                steps.get(3).indexOf("the calls")))
        .containsOnly(steps.get(0).indexOf("look at it"));
  }

  @Test
  void theSameDemoGivesTheSameValues() {
    String[] small = {"demo", "bert", "--batch", "1", "--seq", "32", "--report", "" + folder};
    run(small);
    String first = result();
    out.getBuffer().setLength(0);
    run(small);
    assertThat(result()).isEqualTo(first).contains("starting");
  }

  private String result() {
    return out.toString().lines().filter(line -> line.startsWith("Result")).findFirst().orElse("");
  }

  @Test
  void noDispatchTracesWhatNoHostCouldCompute() {
    assertThat(
            run(
                "demo",
                "bert",
                "--size",
                "large",
                "--no-dispatch",
                "--batch",
                "64",
                "--seq",
                "32768",
                "--device",
                "p150",
                "--report",
                "" + folder))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("NO_DISPATCH", "10.0 GiB (10,722,795,776 bytes) of 1.4 MiB");
  }

  @ParameterizedTest
  @CsvSource({
    "resnet50, 'ResNet-50 large: batch 16', 215 operations",
    "llama, Llama large, '1,494 operations'"
  })
  void theLargeModelsAreTracedWithoutBeingRun(String model, String title, String operations) {
    String[] large = {"demo", model, "--size", "large", "--no-dispatch", "--report", "" + folder};
    assertThat(run(large)).as(err.toString()).isZero();
    assertThat(out.toString()).contains(title, operations, "NO_DISPATCH");
    assertThat(ReportFile.read(folder.resolve("report.json")).damage()).isEmpty();
  }

  @Test
  void aReportThatCannotBeWrittenStillLeavesTheSummary() throws IOException {
    Path taken = Files.createDirectory(folder.resolve("report.json"));
    assertThat(run("demo", "--batch", "1", "--seq", "32", "--report", "" + folder))
        .isEqualTo(ExitCode.FAILED);
    assertThat(out.toString()).contains("Top operations");
    assertThat(err.toString()).contains(taken.toString());
  }

  @Test
  void aFolderThatCannotBeWrittenIsRefusedBeforeAnythingIsComputed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(run("demo", "--report", "" + file.resolve("x"))).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .contains("no report can be written into " + file.resolve("x"), "--report DIR")
        .doesNotContain("ReportWriteException", "java.nio");
  }

  @Test
  void wrongOptionsAreExplained() {
    assertThat(run("demo", "--size", "huge")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--size must be tiny, base or large, got huge");
    assertThat(run("demo", "gpt")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("got gpt");
    assertThat(run("demo", "--batch", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--batch must be at least 1, got 0");
    assertThat(run("demo", "--device", "n999")).isEqualTo(ExitCode.USAGE);
    assertThat(run("demo", "trace", "--device", "n999")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("n999").contains("n150");
  }

  @Test
  void theDemoOfAMetalTraceSaysAsJsonWhatItSaysInWords() {
    String[] words = {"demo", "trace", "--executions", "3", "--device", "n150"};
    assertThat(run(with(words, "--report", "" + folder))).as(err.toString()).isZero();
    String text = out.toString();
    out.getBuffer().setLength(0);
    assertThat(run(with(words, "--report", "" + folder, "--json"))).as(err.toString()).isZero();
    assertThat(out.toString())
        .startsWith("{\n  \"model\": \"BERT tiny")
        .endsWith("}\n")
        .contains("\"when\": \"captured\"", "\"when\": \"executed 3 times\"", "\"trace_bytes\": 0")
        .doesNotContain("Try next");
    String peak = text.replaceAll("(?s).*by the allocator, ([\\d,]+) B in.*", "$1");
    assertThat(out.toString()).contains("\"peak_trace_bytes\": " + peak.replace(",", ""));
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void llamaIsTracedAsTtTransformersCallsIt() throws IOException {
    String[] words = {"demo", "llama", "--style", "tt-transformers", "--no-dispatch"};
    assertThat(run(with(words, "--report", "" + folder))).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains(
            "as tt_transformers calls it: a prompt of 128 tokens, then a token for each of 32 users")
        .contains("1 of 32 layers");
    assertThat(ReportFile.read(folder.resolve("report.json")).calls())
        .extracting(call -> call.name())
        .contains(
            "ttnn::experimental::paged_fill_cache",
            "ttnn::experimental::paged_update_cache",
            "ttnn::transformer::scaled_dot_product_attention",
            "ttnn::transformer::paged_scaled_dot_product_attention_decode",
            "ttnn::experimental::nlp_concat_heads_decode");
  }

  @Test
  void aStyleOfAnotherModelIsAUsageError() {
    assertThat(run("demo", "bert", "--style", "tt-transformers")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("--style is for llama and must be tt-transformers, got tt-transformers for bert");
  }

  @Test
  void layersAreRefusedByModelsThatWouldIgnoreThem() {
    assertThat(run("demo", "llama", "--layers", "5")).isEqualTo(ExitCode.USAGE);
    assertThat(run("demo", "resnet50", "--layers", "3")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("--layers is for bert; llama has those of its --size")
        .contains("resnet50 has those of its --size");
  }

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }
}
