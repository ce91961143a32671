package dev.tilescope.internal.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.graph.RecordedTrace;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import dev.tilescope.report.ReportFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class CallGraphSvgTest {
  private static final double CLOSE = 0.05;

  private record Rect(double x, double y, double width, double height) {
    static Rect of(Element e) {
      return new Rect(number(e, "x"), number(e, "y"), number(e, "width"), number(e, "height"));
    }

    private static double number(Element e, String name) {
      return Double.parseDouble(e.getAttribute(name));
    }

    boolean holds(Rect o) {
      return o.x >= x - CLOSE
          && o.y >= y - CLOSE
          && o.x + o.width <= x + width + CLOSE
          && o.y + o.height <= y + height + CLOSE;
    }

    boolean isApartFrom(Rect o) {
      return o.x >= x + width - CLOSE
          || x >= o.x + o.width - CLOSE
          || o.y >= y + height - CLOSE
          || y >= o.y + o.height - CLOSE;
    }
  }

  @Test
  void theSampleShowsItsCallsTensorsAndMemory() throws Exception {
    assertThat(texts(svg(sample(), 100)))
        .containsExactlyInAnyOrder(
            "tensor [4, 3, 32, 32]",
            "tensor [1, 3, 32, 32]",
            "ttnn::add",
            "ttnn::repeat",
            "ttnn::prim::repeat",
            "Device Operation",
            "create_device_tensor",
            "circular buffer 4.0 KiB",
            "ttnn::prim::binary",
            "Device Operation",
            "create_device_tensor",
            "allocate L1 24.0 KiB",
            "circular buffer 4.0 KiB ×3",
            "free L1");
  }

  @Test
  void boxesLieInsideEachOtherOrApart() throws Exception {
    for (Trace trace : List.of(sample(), layers(5), fan(40))) {
      List<Rect> boxes = boxes(svg(trace, 1000));
      assertThat(boxes).hasSizeGreaterThan(5);
      for (Rect a : boxes) {
        for (Rect b : boxes) {
          assertThat(a == b || a.holds(b) || b.holds(a) || a.isApartFrom(b))
              .as("%s, %s", a, b)
              .isTrue();
        }
      }
    }
  }

  @Test
  void equalLayersAreDrawnOnceWithACount() throws Exception {
    List<String> texts = texts(svg(layers(24), 1000));
    assertThat(texts).contains("repeated ×24").containsOnlyOnce("ttnn::linear", "ttnn::gelu");
    assertThat(texts).contains("tensor [32, 32] ×25");
  }

  @Test
  void whatExceedsTheLimitIsCountedInsteadOfDrawn() throws Exception {
    Trace trace = distinct(50);
    assertThat(texts(svg(trace, 1000))).contains("inner7").doesNotContain("op7 (1 call inside)");
    assertThat(texts(svg(trace, 60))).contains("op7 (1 call inside)").doesNotContain("inner7");
    assertThat(texts(svg(trace, 10)))
        .contains("op9 (1 call inside)", "40 more calls are not shown; allow more boxes")
        .doesNotContain("op10 (1 call inside)");
  }

  @Test
  void aHostileNameStaysText() throws Exception {
    String name = "</text><script>alert(1)</script>\u001b[2J\u0000\ud800\uffff&\"'";
    Document svg = svg(new RecordedTrace().start(name, 1).end(2).trace(), 100);
    assertThat(svg.getElementsByTagName("script").getLength()).isZero();
    assertThat(texts(svg)).anyMatch(t -> t.startsWith("</text><script>"));
    String longName = "x".repeat(100_000);
    assertThat(texts(svg(new RecordedTrace().start(longName).end().trace(), 9)))
        .allMatch(t -> t.length() < 80);
  }

  @Test
  void aTraceThatBrokeOffOrHoldsNothingIsDrawnToo() throws Exception {
    List<TraceNode> nodes = new ArrayList<>(layers(1).nodes());
    assertThat(texts(svg(Trace.inOrder(nodes.subList(0, 4)), 100))).contains("ttnn::linear");
    assertThat(texts(svg(Trace.EMPTY, 100))).isEmpty();
  }

  @Test
  void aTraceNestedAHundredThousandDeepIsDrawnToADepth() throws Exception {
    int depth = 100_000;
    List<TraceNode> nodes = new ArrayList<>();
    for (int i = 0; i < depth; i++) {
      nodes.add(
          new TraceNode(
              i,
              i + 1,
              0,
              Ints.EMPTY,
              new TraceEvent.FunctionStart("f" + i, 0, List.of(), Ints.EMPTY)));
    }
    assertThat(texts(svg(Trace.inOrder(nodes), 100))).contains("f0", "f23 (99976 calls inside)");
  }

  @Test
  void theSameTraceGivesTheSamePicture() throws IOException {
    StringBuilder first = new StringBuilder();
    StringBuilder second = new StringBuilder();
    CallGraphSvg.write(fan(30), 100, first);
    CallGraphSvg.write(fan(30), 100, second);
    assertThat(first).isEqualToIgnoringNewLines(second);
  }

  private static Trace layers(int count) {
    RecordedTrace recorded = new RecordedTrace();
    for (int i = 0; i < count; i++) {
      recorded
          .start("ttnn::linear", i, 10_000 + i)
          .start("MatmulDeviceOperation")
          .end()
          .end(1000 + i);
      recorded.start("ttnn::gelu", 1000 + i).start("UnaryDeviceOperation").end().end(i + 1);
    }
    return recorded.trace();
  }

  private static Trace fan(int width) {
    RecordedTrace recorded = new RecordedTrace();
    IntStream.range(0, width).forEach(i -> recorded.start("branch" + i, 1, 2 + i % 3).end(100 + i));
    return recorded
        .start("join", IntStream.range(100, 100 + width).asLongStream().toArray())
        .end(7)
        .trace();
  }

  private static Trace distinct(int count) {
    RecordedTrace recorded = new RecordedTrace();
    for (int i = 0; i < count; i++) {
      recorded.start("op" + i).start("inner" + i).end().end();
    }
    return recorded.trace();
  }

  private static Trace sample() throws URISyntaxException {
    return ReportFile.read(
            Path.of(CallGraphSvgTest.class.getResource("/seeds/add-newer-generation.json").toURI()))
        .trace();
  }

  private static Document svg(Trace trace, int maxBoxes) throws Exception {
    StringBuilder out = new StringBuilder();
    CallGraphSvg.write(trace, maxBoxes, out);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(out.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> texts(Document svg) {
    return elements(svg, "text").stream().map(Element::getTextContent).toList();
  }

  private static List<Rect> boxes(Document svg) {
    return elements(svg, "rect").stream().filter(e -> e.hasAttribute("x")).map(Rect::of).toList();
  }

  private static List<Element> elements(Document svg, String name) {
    NodeList all = svg.getElementsByTagName(name);
    return IntStream.range(0, all.getLength()).mapToObj(i -> (Element) all.item(i)).toList();
  }
}
