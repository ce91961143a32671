package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** levelize, args, lint and svg, on the documented sample and on reports that went wrong. */
class GraphCommandsTest {
  private static final String OPEN =
      """
      [{"counter": 0, "node_type": "capture_start"},
       {"counter": 1, "node_type": "function_start", "params": {"name": "bad\\u001b[2J<b>"},
        "arguments": ["Shape([1, 2])", "x"]}]
      """;

  private static final String FREED_TWICE =
      """
      {
        "devices": [{"device_id": 0}],
        "metadata": {"rank": 0, "note": "\\n{"},
        "graph": [
          {"counter":0,"node_type":"capture_start"},
          {"counter":1,"node_type":"buffer","params":{"size":64,"type":"L1"}},
          {"counter":2,"node_type":"buffer_deallocate","params":{"address":1},"connections":[1]},
          {"counter":3,"node_type":"buffer_deallocate","params":{"address":1},"connections":[1]},
          {"counter":4,"node_type":"tensor","params":{"tensor_id":5},"connections":[77]}
        ],
        "version": 1
      }
      """;

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void levelizeListsVerticesWithTheirEdges() {
    assertThat(run("levelize", sample(), "--join-by-tensor", "--max-level", "2")).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            0  tensor[2] -> 2, 4  Shape([4, 3, 32, 32])
            1  tensor[4] -> 2, 3  Shape([1, 3, 32, 32])
            2  ttnn::add <- 0, 1  Shape([4, 3, 32, 32])
            3    ttnn::repeat <- 1 -> 4  Shape([4, 3, 32, 32])
            4    ttnn::prim::binary <- 0, 3  Shape([4, 3, 32, 32])
            """);
  }

  @Test
  void levelizeAsJsonHasTheKeysOfTtnn() {
    assertThat(run("levelize", sample(), "--json")).isZero();
    assertThat(out.toString())
        .startsWith("[\n  {\n    \"arguments\": [],\n    \"counter\": 0,\n    \"in_edges\": [],")
        .contains("\"stacking_level\": 1")
        .endsWith("]\n");
  }

  @Test
  void levelizeRefusesAnIncompleteTraceAndALevelBelowOne() throws IOException {
    assertThat(run("levelize", file(OPEN), "--join-by-tensor")).isOne();
    assertThat(err.toString())
        .contains("operation \"bad\\u001b[2J<b>\" (node 1, level 1) never ended")
        .doesNotContain("\u001b");
    assertThat(out.toString()).isEmpty();
    assertThat(run("levelize", sample(), "--max-level", "0")).isEqualTo(2);
  }

  /** JSON reads the escapes as the characters, so the answer is the same. */
  @Test
  void argsShowsATerminalNothingThatActsOnIt() throws IOException {
    String report =
        Files.readString(Path.of(file(OPEN))).replaceFirst("Shape\\(\\[", "Shape([\u009b2J\u202e");
    Path hostile = Files.writeString(folder.resolve("hostile.json"), report);
    assertThat(run("args", hostile.toString())).isZero();
    assertThat(out.toString()).contains("\u009b2J\u202e");
    StringWriter terminal = new StringWriter();
    int code =
        new Main(Commands.ALL, new TerminalOutput(terminal), new PrintWriter(err))
            .run("args", hostile.toString());
    assertThat(code).isZero();
    assertThat(terminal.toString())
        .isEqualTo(out.toString().replace("\u009b", "\\u009b").replace("\u202e", "\\u202e"));
  }

  @Test
  void argsPrintsSerializeGraphsJson() throws IOException {
    assertThat(run("args", file(OPEN))).isZero();
    assertThat(out.toString())
        .startsWith("{\n  \"content\": [\n")
        .contains("\"Shape\": [")
        .contains("\"arg1\": \"x\"")
        .doesNotContain("\u001b");
  }

  @Test
  void argsSaysHowManyArgumentsItCouldNotTakeApartAndWhy() throws IOException {
    String arguments = "\"MeshDevice(1x1 grid, 1 devices)\", \"1\", \"P(1, a)\", \"P(3, b)\"";
    String report = file(OPEN.replace("\"x\"", arguments));
    assertThat(run("args", report)).isZero();
    assertThat(err.toString().lines().filter(line -> line.contains("UnparsedElement")))
        .singleElement()
        .asString()
        .contains("3 of 5 arguments", "2 P, 1 MeshDevice", "serialize_graph", "--take-apart");
    err.getBuffer().setLength(0);
    assertThat(run("args", report, "--take-apart")).isZero();
    assertThat(err.toString()).doesNotContain("UnparsedElement");
  }

  @Test
  void lintIsCleanWithZeroAndSpeaksWithOne() throws IOException {
    assertThat(run("lint", sample())).isZero();
    assertThat(out.toString())
        .endsWith(": a bare trace of the first generation; 34 nodes, 2 operations\nclean\n");
    out.getBuffer().setLength(0);
    assertThat(run("lint", file(OPEN))).isOne();
    assertThat(out.toString())
        .contains(
            "unclosed-operation: r.json:2:2: node 1: operation \"bad\\u001b[2J<b>\" started and"
                + " never")
        .endsWith("\n1 finding\n");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aReportThatIsCutOffIsStillCalledAReport() throws IOException {
    String cut = "{\"devices\":[{\"device_id\":0}],\"graph\":[{\"counter\":0,";
    assertThat(run("lint", file(cut))).isOne();
    assertThat(out.toString()).contains(": a report of ").doesNotContain("bare trace");
  }

  @Test
  void lintAsJsonNamesRuleNodeAndPlace() throws IOException {
    assertThat(run("lint", file("[{\"counter\":7,\"node_type\":\"capture_start\"}]"), "--json"))
        .isOne();
    assertThat(out.toString())
        .contains("\"rule\": \"counter-mismatch\"", "\"where\": \"r.json:1:", "\"node\": 0");
  }

  @Test
  void lintFindsTheLineOfANodeInAPackedReport() throws IOException {
    Path packed = folder.resolve("r.json.gz");
    try (OutputStream bytes = new GZIPOutputStream(Files.newOutputStream(packed))) {
      bytes.write(FREED_TWICE.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(run("lint", packed.toString())).isOne();
    assertThat(out.toString())
        .contains("double-free: r.json.gz:8:5: node 3: frees the buffer of node 1")
        .contains("dangling-connection: r.json.gz:9:5: node 4: ");
  }

  @Test
  void lintFindsTheColumnOfANodeInAReportOfOneLine() throws IOException {
    String line = FREED_TWICE.replaceAll("\n *", "");
    assertThat(run("lint", file(line), "--json")).isOne();
    int column = line.indexOf("{\"counter\":3") + 1;
    assertThat(out.toString()).contains("\"where\": \"r.json:1:" + column + "\"");
  }

  @Test
  void lintOfAReportThatBreaksOffStillNamesLines() throws IOException {
    String cut = FREED_TWICE.substring(0, FREED_TWICE.indexOf("{\"counter\":4") + 5);
    assertThat(run("lint", file(cut))).isOne();
    assertThat(out.toString())
        .contains("the file ends too early")
        .contains("double-free: r.json:8:5: node 3: ");
  }

  @Test
  void lintOfWhatIsNoReportIsAnErrorMessage() throws IOException {
    assertThat(run("lint", file("hello"))).isOne();
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).startsWith("tilescope: cannot read report").hasLineCount(1);
  }

  @Test
  void svgDrawsToStandardOutputOrIntoAFile() throws IOException {
    assertThat(run("svg", sample())).isZero();
    assertThat(out.toString())
        .startsWith("<?xml")
        .contains(">ttnn::repeat</text>")
        .endsWith("</svg>\n");
    Path picture = folder.resolve("new/graph.svg");
    assertThat(run("svg", sample(), "-o", picture.toString())).isZero();
    assertThat(picture).hasContent(out.toString());
    assertThat(run("svg", sample(), "-o", folder.toString())).isOne();
    assertThat(err.toString()).contains("cannot be written").hasLineCount(1);
  }

  @Test
  void svgOfHostileNamesHoldsNoMarkupOfTheirs() throws IOException {
    assertThat(run("svg", file(OPEN))).isZero();
    assertThat(out.toString()).contains("bad\\u001b[2J&lt;b&gt;").doesNotContain("<b>", "\u001b");
  }

  @Test
  void dotWritesEveryNodeAndTakesNoLimit() {
    assertThat(run("svg", sample(), "--dot")).isZero();
    assertThat(out.toString()).startsWith("digraph {").contains("node_33 [label=");
    assertThat(run("svg", sample(), "--dot", "--max-nodes", "5")).isEqualTo(2);
    assertThat(run("svg", sample(), "--max-nodes", "0")).isEqualTo(2);
  }

  private String file(String json) throws IOException {
    return Files.writeString(folder.resolve("r.json"), json).toString();
  }

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }

  private static String sample() {
    try {
      return Path.of(
              GraphCommandsTest.class.getResource("/seeds/add-newer-generation.json").toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
