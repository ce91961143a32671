package dev.tilescope.internal.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerfCommandTest {
  private static final String HEADER =
      "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,ATTRIBUTES,MATH FIDELITY,CORE COUNT,"
          + "OP TO OP LATENCY [ns],DEVICE KERNEL DURATION [ns],HOST START TS,"
          + "INPUT_0_Y,INPUT_0_X,INPUT_0_DATATYPE,INPUT_0_MEMORY\r\n";
  private static final String SOFTMAX =
      "Softmax,tt_dnn_device,1024,0,,HiFi4,64,0,5000,1,32,32,BFLOAT16,DEV_0_L1_INTERLEAVED\r\n";
  private static final String COPY =
      "Copy,tt_dnn_device,2048,0,,,8,10000,5000,2,32,32,BFLOAT16,DEV_0_DRAM_INTERLEAVED\r\n";

  private static final String WHOLE_FILE =
      "note: there are no signposts: the report is of the whole file\n";

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void printsTheTableAdviceAndSums() throws IOException {
    assertThat(perf(HEADER + SOFTMAX + COPY)).isZero();
    assertThat(out.toString())
        .contains("Math Fidelity", "75.0 %", "10 μs", "Long gaps", "Softmax (in0:l1_interleaved)")
        .contains("2 device operations, 0 host operations, 0 signposts")
        .doesNotContain("\u001b");
  }

  @Test
  void withTheReportOfTheRunEachRowSaysWhichOperationItIs() throws IOException {
    String node =
        "{\"counter\": %d, \"node_type\": \"function_%s\", \"params\": {\"name\": \"%s\"},"
            + " \"stacking_level\": %d}";
    Path report =
        Files.writeString(
            folder.resolve("report.json"),
            "{\"graph\": [%s, %s, %s, %s], \"metadata\": {\"rank\": 0}, \"version\": 1}"
                .formatted(
                    node.formatted(0, "start", "ttnn::softmax", 1),
                    node.formatted(1, "start", "Softmax", 2),
                    node.formatted(2, "end", "Softmax", 2),
                    node.formatted(3, "end", "ttnn::softmax", 1)));
    Path csv = folder.resolve("linked.csv");
    String[] wanted = {"--report", report.toString(), "--csv", csv.toString()};
    assertThat(perf(HEADER + SOFTMAX + COPY, wanted)).as(err.toString()).isZero();
    assertThat(Files.readAllLines(csv).getFirst()).endsWith(",Operation,Operation Name,Link");
    assertThat(Files.readAllLines(csv).get(1)).contains(",1,ttnn::softmax,certain: ");
    assertThat(Files.readAllLines(csv).get(2)).endsWith(",,,none is called Copy");
    assertThat(perf(HEADER + SOFTMAX, "--report", report.toString(), "--json")).isZero();
    assertThat(out.toString()).contains("\"operation_name\": \"ttnn::softmax\"");
    assertThat(perf(HEADER + SOFTMAX, "--report", report.toString())).isEqualTo(2);
  }

  @Test
  void aReportOfWholeReplaysIsNamedWithWhatToUseInstead() throws IOException {
    String replays =
        "GLOBAL CALL COUNT,DEVICE ID,CORE COUNT,DEVICE TRACE FIRMWARE DURATION [ns],"
            + "DEVICE TRACE KERNEL DURATION [ns],METAL TRACE ID,METAL TRACE REPLAY SESSION ID\r\n"
            + "1024,0,64,82657,82337,0,1\r\n";
    assertThat(perf(replays)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString())
        .contains("a report of whole trace replays", "without --device-trace-profiler")
        .doesNotContain("OP CODE");
    err.getBuffer().setLength(0);
    assertThat(perf(replays.replace("METAL TRACE ID", "DEVICE KERNEL DURATION [ns]")))
        .isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("lacks the column 'OP CODE'");
  }

  @Test
  void compressedFilesAreKnownByTheirFirstBytes() throws IOException {
    String text = "\uFEFF" + HEADER + SOFTMAX + COPY;
    assertThat(perf(text)).isZero();
    String plain = out.toString();
    assertThat(plain).contains("2 device operations");
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(zip)) {
      gzip.write(text.getBytes(UTF_8));
    }
    for (byte[] packed : List.of(zip.toByteArray(), Zstd.compress(text.getBytes(UTF_8)))) {
      out.getBuffer().setLength(0);
      assertThat(run("perf", "" + Files.write(folder.resolve("x.csv"), packed))).isZero();
      assertThat(out.toString()).isEqualTo(plain);
    }
    Path cut = Files.write(folder.resolve("cut.csv"), Arrays.copyOf(zip.toByteArray(), 90));
    assertThat(run("perf", "" + cut)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("cut.csv", "the gzip data is cut off after");
  }

  @Test
  void aFileWithoutFidelityOrCoresHasATable() throws IOException {
    String header = HEADER.replace("MATH FIDELITY,CORE COUNT,", "");
    String softmax = SOFTMAX.replace("HiFi4,64,", "").replace("Softmax", "Matmul");
    assertThat(perf(header + softmax)).isZero();
    assertThat(out.toString()).contains("1 device operations", "5 μs");
  }

  @Test
  void aBoardWithoutKnownPeaksIsNamedWithoutPercentages() throws IOException {
    String header = HEADER.replace("\r\n", ",DEVICE ARCH\r\n");
    assertThat(perf(header + SOFTMAX.replace("\r\n", ",grayskull\r\n"))).isZero();
    assertThat(out.toString()).contains("on grayskull\n");
    assertThat(err.toString())
        .contains("architecture 'grayskull', whose peaks are not known: percentages of them are")
        .contains("(known are wormhole, blackhole, bh20, n1)");
  }

  @Test
  void halvesArePrintedAsPythonRoundsThem() throws IOException {
    assertThat(perf(HEADER + SOFTMAX.replace("5000", "18500"))).isZero();
    assertThat(out.toString()).contains("18 μs", "18.50 μs").doesNotContain("19 μs");
    assertThat(PerfColumn.number(19.5, 0, "μs")).isEqualTo("20 μs");
    assertThat(PerfColumn.number(0.25, 1, "%")).isEqualTo("0.2 %");
    assertThat(PerfColumn.number(1234.5, 0, "μs")).isEqualTo("1,234 μs");
    assertThat(PerfColumn.number(-1234567.25, 1, "μs")).isEqualTo("-1,234,567.2 μs");
    assertThat(PerfColumn.number(-123, 0, "μs")).isEqualTo("-123 μs");
  }

  @Test
  void oneDeviceThatIsNotMergedKeepsItsColumn() throws IOException {
    Path csv = folder.resolve("report.csv");
    assertThat(perf(HEADER + COPY, "--no-merge-devices", "--csv", "" + csv)).isZero();
    assertThat(folder.resolve("report_stacked.csv"))
        .content()
        .startsWith("Total % [%],Op Code,Device,Device Time Sum [μs],")
        .contains("100.00,Copy (in0:dram_interleaved),0,5.00,1,");
  }

  @Test
  void signpostsOfOneFileDoNotLimitAnother() throws IOException {
    String start = "decode,signpost,,,,,,,,1,,,,\r\n";
    String end = "decode_end,signpost,,,,,,,,3,,,,\r\n";
    Path a = folder.resolve("a.csv");
    Files.writeString(a, HEADER + COPY + start + SOFTMAX + end);
    assertThat(perf(HEADER + SOFTMAX, "--no-merge-devices", "" + a)).isZero();
    assertThat(out.toString()).contains("2 device operations, 0 host operations, 0 signposts");
    assertThat(err.toString())
        .isEqualTo(
            ("note: %s: the report is of rows 4 to 4, between 'decode' and 'decode_end', the last"
                    + " pair of signposts with operations between them; the whole file:"
                    + " --ignore-signposts\n"
                    + "note: %s: there are no signposts: the report is of the whole file\n")
                .formatted(a, folder.resolve("perf.csv")));
    out.getBuffer().setLength(0);
    assertThat(perf(HEADER + SOFTMAX, "--no-merge-devices", "--end-signpost", "decode", "" + a))
        .isZero();
    assertThat(out.toString()).contains("Copy", "Softmax", "2 device operations");
    assertThat(err.toString()).contains("perf.csv: there is no signpost 'decode'");
  }

  @Test
  void coloursAreForAPersonWhoDidNotRefuseThem() {
    assertThat(Colours.suit(true, Map.of())).isTrue();
    assertThat(Colours.suit(true, Map.of("NO_COLOR", ""))).isTrue();
    assertThat(Colours.suit(true, Map.of("NO_COLOR", "0"))).isFalse();
    assertThat(Colours.suit(true, Map.of("TERM", "dumb"))).isFalse();
    assertThat(Colours.suit(false, Map.of("TERM", "xterm"))).isFalse();
  }

  @Test
  void coloursOnlyWhenAsked() throws IOException {
    assertThat(perf(HEADER + SOFTMAX + COPY, "--color")).isZero();
    assertThat(out.toString()).contains("\u001b[38;5;9m       10 μs\u001b[0m");
    out.getBuffer().setLength(0);
    assertThat(perf(HEADER + SOFTMAX, "--color", "--no-color")).isZero();
    assertThat(out.toString()).doesNotContain("\u001b");
  }

  @Test
  void writesCsvAndSumsInsteadOfPrinting() throws IOException {
    Path csv = folder.resolve("report.csv");
    assertThat(perf(HEADER + SOFTMAX + COPY, "--csv", "" + csv, "--raw-op-codes")).isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(Files.readString(csv)).contains("Advice,Raw OP Code\r\n2,25.0,,Softmax,0,5.0,,64,");
    assertThat(folder.resolve("report_stacked.csv"))
        .content()
        .contains("50.00,Copy (in0:dram_interleaved),5.00,1,DM,,,,,\n");
  }

  @Test
  void aRangeThatIsNoneIsAUsageErrorAndTheHelpShowsOneThatWorks() throws IOException {
    assertThat(perf(HEADER + COPY, "--id-range", "5")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("'5' is no range of ids");
    assertThat(perf(HEADER + COPY, "--help")).isZero();
    assertThat(out.toString()).contains("--id-range=-12");
    assertThat(perf(HEADER + COPY, "--id-range=-12")).isZero();
  }

  @Test
  void whyThereIsNothingToShowIsSaid() throws IOException {
    assertThat(perf(HEADER)).isZero();
    assertThat(err.toString())
        .isEqualTo("note: there are no operations: below its header the file is empty\n");
    err.getBuffer().setLength(0);
    assertThat(perf(HEADER + SOFTMAX + COPY, "--id-range", "900-")).isZero();
    assertThat(err.toString())
        .isEqualTo(
            WHOLE_FILE
                + "note: no operations are left in --id-range 900-; the file has the ids 2 to 3\n");
    err.getBuffer().setLength(0);
    assertThat(perf(HEADER + COPY, "--id-range", "10-5")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("it ends before it begins; write 5-10");
  }

  @Test
  void sumsByCategoryGoWhereTheyAreWanted() throws IOException {
    Path base = folder.resolve("sums");
    assertThat(perf(HEADER + COPY, "--group-by", "category", "--summary-file", "" + base)).isZero();
    assertThat(folder.resolve("sums.csv"))
        .hasContent("Total % [%],Op Code,Device Time Sum [μs],Op Count\n100.00,DM,5.00,1\n");
    assertThat(perf(HEADER + COPY, "--group-by", "colour")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void sumsAreDrawnAndNamesFromTheFileAreNoMarkup() throws IOException {
    Path csv = folder.resolve("report.csv");
    assertThat(perf(HEADER + SOFTMAX + COPY.replace("Copy", "<b>"), "--csv", "" + csv)).isZero();
    assertThat(folder.resolve("report_stacked.svg"))
        .content()
        .contains("50.0 %  Softmax (in0:l1_interleaved)  5.0 μs, 1 operations", "&lt;b&gt;")
        .doesNotContain("<b>");
  }

  @Test
  void laterFilesHaveTheDevicesThatFollow() throws IOException {
    Path first = Files.writeString(folder.resolve("first.csv"), HEADER + COPY);
    assertThat(perf(HEADER + COPY, "" + first, "--no-merge-devices")).isZero();
    assertThat(out.toString()).contains("2 device operations");
    Path larger =
        Files.writeString(folder.resolve("larger.csv"), HEADER + COPY.replace(",0,,", ",3,,"));
    assertThat(perf(HEADER + COPY, "" + larger)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("perf.csv: holds rows of 1 devices, but");
  }

  @Test
  void aFolderStandsForItsNewestTable() throws IOException {
    Path reports = Files.createDirectories(folder.resolve("run/reports/2026_01_01"));
    Path old = Files.writeString(folder.resolve("run/ops_perf_results_old.csv"), "not asked for");
    assertThat(old.toFile().setLastModified(1_000_000)).isTrue();
    Files.writeString(reports.resolve("ops_perf_results_2026_01_01.csv"), HEADER + SOFTMAX);
    assertThat(run("perf", "" + folder.resolve("run"))).isZero();
    assertThat(out.toString()).contains("1 device operations");
    assertThat(err.toString()).contains("note: ").contains("ops_perf_results_2026_01_01.csv");
    assertThat(run("perf", "" + Files.createDirectories(folder.resolve("empty")))).isOne();
    assertThat(err.toString()).contains("empty holds no ops_perf_results CSV; name the CSV");
  }

  @Test
  void anArchitectureThatIsAssumedIsSaidWherePercentagesDependOnIt() throws IOException {
    String header =
        HEADER.replace("\r\n", ",INPUT_0_W,INPUT_0_Z,INPUT_1_W,INPUT_1_Z,INPUT_1_Y,INPUT_1_X\r\n");
    String matmul = SOFTMAX.replace("Softmax", "Matmul").replace("\r\n", ",1,1,1,1,32,32\r\n");
    assertThat(perf(HEADER + SOFTMAX)).isZero();
    assertThat(perf(header + matmul, "--arch", "blackhole")).isZero();
    assertThat(err.toString()).isEqualTo(WHOLE_FILE.repeat(2));
    assertThat(perf(header + matmul)).isZero();
    assertThat(err.toString())
        .contains("names no architecture: percentages are of the peaks of wormhole");
  }

  @Test
  void badInputIsOneLineWithFileAndRow() throws IOException {
    fails("", "perf.csv:1: the file is empty");
    fails("a,b\n1,2\n", "perf.csv:1:1: the header lacks the column 'OP CODE'; expected an");
    fails(HEADER + SOFTMAX + "Copy,tt_dnn", "perf.csv:3:2: the row has 2 cells, the header 14");
    fails(
        HEADER + SOFTMAX.replace("5000", "5k"),
        "perf.csv:2:9: DEVICE KERNEL DURATION [ns] is '5k'");
    fails(HEADER + SOFTMAX.replace(",0,,", ",,,"), "perf.csv:2:4: a device operation without");
    fails(HEADER + "\"Softmax", "perf.csv:2:1: the file ends inside a quoted cell");
  }

  @Test
  void whatIsCutOrDamagedIsLeftOutAndTheRestReported() throws IOException {
    String cut = HEADER + SOFTMAX + COPY.replace("5000", "5k") + SOFTMAX + "Copy,tt_dnn";
    assertThat(perf(cut)).isZero();
    assertThat(out.toString()).contains("2 device operations");
    assertThat(err.toString())
        .contains("note: 2 rows are left out, and sums lack", "perf.csv:3:9: DEVICE KERNEL");
  }

  private void fails(String text, String message) throws IOException {
    err.getBuffer().setLength(0);
    Path csv = folder.resolve("report.csv");
    assertThat(perf(text, "--strict", "--csv", "" + csv)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString().lines()).singleElement().asString().contains(message);
    assertThat(csv).doesNotExist();
  }

  /** Files among the options come first. */
  private int perf(String text, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("perf.csv"), text);
    String[] args = new String[more.length + 2];
    args[0] = "perf";
    System.arraycopy(more, 0, args, 1, more.length);
    args[more.length + 1] = file.toString();
    return run(args);
  }

  private int run(String... args) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(args);
  }
}
