package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImportCommandTest {
  @TempDir private Path folder = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path report = Path.of("");

  @BeforeEach
  void writeReport() throws IOException {
    report =
        Files.writeString(
            folder.resolve("r.json"),
            "{\"graph\": [{\"counter\": 0, \"node_type\": \"function_start\", \"params\":"
                + " {\"name\": \"a\"}}, {\"counter\": 1, \"node_type\": \"function_end\","
                + " \"params\": {\"name\": \"a\"}}], \"metadata\": {\"rank\": 0}, \"version\": 1}");
  }

  private int run(String... words) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(words);
  }

  private String outDir() {
    return folder.resolve("out").toString();
  }

  @Test
  void sumsUpWhatItImported() {
    assertThat(run("import", report.toString(), outDir())).isZero();
    assertThat(out.toString()).contains("db.sqlite: 1 report").contains("1 operations");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aDeviceThatTwoReportsTellOfIsOne() throws IOException {
    String device = "\"devices\": [{\"device_id\": 0}, {\"device_id\": 1}], ";
    Path both = Files.createDirectory(folder.resolve("both"));
    for (String name : List.of("a.json", "b.json")) {
      String plain = Files.readString(report);
      Files.writeString(both.resolve(name), "{" + device + plain.substring(1));
    }
    assertThat(run("import", both.toString(), outDir())).as(err.toString()).isZero();
    assertThat(out.toString()).contains("2 reports").containsPattern(" 2 devices\n");
  }

  @Test
  void rowsOfTheRunAreLinkedWithTheOperationsOfTheReport() throws IOException {
    Path csv =
        Files.writeString(
            folder.resolve("ops_perf_results_x.csv"),
            "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,ATTRIBUTES,OP TO OP LATENCY [ns],"
                + "DEVICE KERNEL DURATION [ns]\n"
                + "BinaryNg,tt_dnn_device,1024,0,,,7000\nFrob,tt_dnn_device,2048,0,,,8000\n"
                + "torch.add,python_fallback,2,,,,\n");
    String node =
        "{\"counter\": %d, \"node_type\": \"function_%s\", \"params\": {\"name\": \"%s\"},"
            + " \"stacking_level\": %d}";
    Path added =
        Files.writeString(
            folder.resolve("added.json"),
            "{\"graph\": [%s, %s, %s, %s], \"metadata\": {\"rank\": 0}, \"version\": 1}"
                .formatted(
                    node.formatted(0, "start", "ttnn::add", 1),
                    node.formatted(1, "start", "BinaryNg", 2),
                    node.formatted(2, "end", "BinaryNg", 2),
                    node.formatted(3, "end", "ttnn::add", 1)));
    String[] words = {"import", added.toString(), outDir(), "--performance", csv.toString()};
    assertThat(run(words)).as(err.toString()).isZero();
    assertThat(
            run(
                "sql",
                outDir(),
                "SELECT l.row, o.name, l.confidence, l.reason, p.device_nanos"
                    + " FROM tilescope_links l JOIN tilescope_performance p USING (file, row, rank)"
                    + " LEFT JOIN operations o USING (operation_id, rank) ORDER BY l.row"))
        .isZero();
    assertThat(out.toString())
        .containsPattern("2 +ttnn::add +certain .* 7000")
        .contains("none is called Frob", "it ran on the host");
    assertThat(
            run("import", added.toString(), outDir() + "2", "--upstream-rows", words[3], words[4]))
        .isEqualTo(2);
  }

  @Test
  void sumsUpInJsonForPrograms() {
    assertThat(run("import", report.toString(), outDir(), "--json", "--db-name", "x.db")).isZero();
    assertThat(out.toString()).contains("\"operations\": 1").contains("x.db");
  }

  @Test
  void drawsThePictureOfEachReportIfAsked() throws IOException {
    assertThat(run("import", "--svg", report.toString(), outDir())).isZero();
    Path picture = folder.resolve("out/graphs/r.svg");
    assertThat(picture).exists();
    out.getBuffer().setLength(0);
    assertThat(run("svg", report.toString())).isZero();
    assertThat(picture).hasContent(out.toString());
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void keepsTheDatabaseIfThePictureCannotBeDrawn() throws IOException {
    Files.createDirectories(folder.resolve("out"));
    Files.writeString(folder.resolve("out/graphs"), "in the way");
    assertThat(run("import", "--svg", report.toString(), outDir())).isZero();
    assertThat(folder.resolve("out/db.sqlite")).exists();
    assertThat(err.toString())
        .startsWith("warning: no picture of ")
        .contains("r.json", "the database is whole")
        .hasLineCount(1);
  }

  @Test
  void refusesAnExistingDatabaseWithExitCodeOne() {
    run("import", report.toString(), outDir());
    assertThat(run("import", report.toString(), outDir())).isEqualTo(1);
    assertThat(err.toString()).contains("--replace").contains("--append");
    assertThat(run("import", report.toString(), outDir(), "--replace")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x.sqlite", "/tmp/x.sqlite", "a/b", "", ".", ".."})
  void theDatabaseStaysInTheFolderThatWasNamed(String name) {
    assertThat(run("import", report.toString(), outDir(), "--db-name", name)).isEqualTo(2);
    assertThat(err.toString())
        .contains("--db-name must be the name of a file in OUT_DIR, such as db.sqlite, got '");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void aFileInPlaceOfTheFolderIsCalledOne() {
    assertThat(run("import", report.toString(), report.toString())).isOne();
    assertThat(err.toString())
        .contains("r.json is a file, not a directory; choose another directory")
        .hasLineCount(1);
  }

  @Test
  void aSecondFileOfARankGoesOnWithTheNumbersAndUpstreamsRowsBeginAtTheNextTenThousand()
      throws IOException {
    Path both = Files.createDirectory(folder.resolve("both"));
    Files.copy(report, both.resolve("1.json"));
    Files.copy(report, both.resolve("2.json"));
    String query = "SELECT group_concat(operation_id, ' and ') AS ids FROM operations";
    assertThat(run("import", both.toString(), outDir())).isZero();
    assertThat(run("sql", outDir(), query)).isZero();
    assertThat(out.toString()).contains("1 and 2");
    assertThat(run("import", both.toString(), outDir(), "--replace", "--upstream-rows")).isZero();
    assertThat(run("sql", outDir(), query)).isZero();
    assertThat(out.toString()).contains("1 and 10001");
  }

  /** The words are those of _validate_graph_integrity in ttnn/ttnn/graph_report.py. */
  @Test
  void upstreamsRowsComeWithItsWarningOfBuffersOnDevicesThatAreNotDescribed() throws IOException {
    Files.writeString(
        report,
        """
        {"version": 1, "metadata": {"rank": 0}, "devices": [{"device_id": 0}], "graph": [
         {"counter": 0, "node_type": "function_start", "params": {"name": "a"}},
         {"counter": 1, "node_type": "function_end", "params": {"name": "a"}}],
         "per_operation_buffers": {"0": [{"device_id": 3, "address": 64}]}}
        """);
    assertThat(run("import", report.toString(), outDir(), "--upstream-rows")).isZero();
    assertThat(err.toString())
        .contains(
            "warning: buffers references device_id=3 which does not exist in devices table."
                + " Known devices: [0]");
  }

  @Test
  void doesNotTakeAppendAndReplaceTogether() {
    assertThat(run("import", report.toString(), outDir(), "--append", "--replace")).isEqualTo(2);
  }

  @Test
  void keepsGoingWithADamagedReportAndSaysWhatIsLeftOut() throws IOException {
    String text = Files.readString(report);
    Files.writeString(report, text.substring(0, text.indexOf("metadata")));
    assertThat(run("import", report.toString(), outDir())).isEqualTo(1);
    assertThat(err.toString()).startsWith("tilescope: ").contains("r.json:1:").contains("cut off");
    assertThat(folder.resolve("out")).as("made for nothing").doesNotExist();
    assertThat(run("import", report.toString(), outDir(), "--keep-going", "--json")).isZero();
    assertThat(out.toString()).contains("\"dropped\": 1").contains("\"operations\": 1");
    assertThat(err.toString()).contains("warning: ").contains("1 part was left out");
  }

  @Test
  void limitsWhatACompressedReportUnpacksTo() throws IOException {
    Path packed =
        Files.write(folder.resolve("r.json.zst"), Zstd.compress(Files.readAllBytes(report)));
    assertThat(run("import", packed.toString(), outDir(), "--max-unpacked", "100")).isEqualTo(1);
    assertThat(err.toString()).contains("unpacks to more than 100 bytes");
    assertThat(run("import", packed.toString(), outDir(), "--max-unpacked", "1K")).isZero();
    assertThat(run("import", packed.toString(), outDir(), "--max-unpacked", "lots")).isEqualTo(2);
    assertThat(err.toString()).contains("'lots' is not a size like 4096, 500M or 20G");
  }

  @Test
  void saysThatAReportDoesNotExist() {
    assertThat(run("import", folder.resolve("no.json").toString(), outDir())).isEqualTo(1);
    assertThat(err.toString()).contains("no.json does not exist");
  }
}
