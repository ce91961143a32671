package dev.tilescope.internal.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.MemoryUse;
import dev.tilescope.analysis.TraceScript;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Trace;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class MemoryMapSvgTest {
  private final TraceScript script = new TraceScript();

  @Test
  void aTracedProgramBecomesOneRectanglePerBufferWithCircularBuffersBelow() throws Exception {
    Document svg = parsed(lateProgram(RunMode.NORMAL));
    List<Element> boxes = boxes(svg);
    assertThat(titles(boxes))
        .anySatisfy(title ->
            assertThat(title)
                .contains("L1 buffer, 8.0 KiB (8,192 bytes)")
                .contains("made by #1 ttnn::add > ")
                .contains("last used by #2 ttnn::relu")
                .contains("freed in #4"))
        .anySatisfy(title -> assertThat(title).contains("never freed"))
        .anySatisfy(title -> assertThat(title).startsWith("circular buffer"));
    assertThat(bottom(boxes, "circular buffer")).isGreaterThan(bottom(boxes, "L1 buffer"));
    assertThat(elements(svg, "rect").stream().filter(r -> is(r, "late")))
        .as("the legend's and the late buffer's")
        .hasSize(2);
    assertThat(texts(svg))
        .contains("Device 0, L1: one of 64 banks of 1.3 MiB")
        .contains("#1", "#3")
        .doesNotContain("#0")
        .anySatisfy(text -> assertThat(text).startsWith("fullest core "))
        .anySatisfy(text -> assertThat(text).endsWith(" never used"));
  }

  @Test
  void namesFromFilesCannotBecomeMarkup() throws Exception {
    String name = "</title><script>alert(1)</script>\u0000\u001b[31m\"&\uFFFE\n";
    script.start(name);
    script.allocateAt(script.buffer(BufferType.L1, 64), 1000, 64);
    script.circularBufferAt(10, 20, CoreRangeSet.grid(1, 1));
    script.end(0);
    String text = drawn(Report.of(script.trace()));
    Document svg = parse(text);
    assertThat(elements(svg, "script")).isEmpty();
    assertThat(text).doesNotContain("\u001b").doesNotContain("<script");
    assertThat(titles(boxes(svg)))
        .allSatisfy(title -> assertThat(title).contains("</title><script>alert(1)</script>"));
  }

  @Test
  void withoutAddressesThePictureSaysSo() throws Exception {
    Document svg = parsed(lateProgram(RunMode.NO_DISPATCH));
    assertThat(parsed(Report.of(Trace.EMPTY))).isNotNull();
    script.start("op");
    script.allocate(script.buffer(BufferType.DRAM, 64), 8);
    script.end(0);
    assertThat(texts(parsed(Report.of(script.trace()))))
        .contains("No address is known (as in NO_DISPATCH), so there is no map.");
    assertThat(svg).isNotNull();
  }

  @Test
  void aLongTraceStaysSmall() throws Exception {
    for (int i = 0; i < 30_000; i++) {
      script.start("op" + i % 7);
      int buffer = script.buffer(BufferType.L1, 64);
      script.allocateAt(buffer, 1000 + i % 5000 * 64, 64);
      script.circularBufferAt(10, 20, CoreRangeSet.grid(1, 1));
      script.deallocateAll();
      script.deallocate(buffer);
      script.end(0);
    }
    String text = drawn(Report.of(script.trace()));
    assertThat(text.length()).isLessThan(3_000_000);
    assertThat(boxes(parse(text))).hasSizeBetween(1, 4000);
  }

  @Test
  void hostileAddressesAndSizesStillMakeAPicture() throws Exception {
    script.start("op");
    long[] numbers = {1, Long.MAX_VALUE, Long.MAX_VALUE - 1, 1L << 62, -1, 0};
    for (long address : numbers) {
      for (long bytes : numbers) {
        script.allocateAt(script.buffer(BufferType.DRAM, bytes), address, bytes);
        script.circularBufferAt(Math.max(0, address), Math.max(0, bytes), CoreRangeSet.EMPTY);
      }
    }
    script.end(0);
    assertThat(drawn(Report.of(script.trace()))).doesNotContain("NaN").doesNotContain("Infinity");
  }

  /** One result is freed an operation late, one never. */
  private static Report lateProgram(RunMode mode) {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.L1, 64, 64);
        GraphCapture capture = GraphCapture.begin(mode)) {
      Tensor sum = Ttnn.add(a, a);
      Tensor kept = Ttnn.relu(sum);
      Tensor last = Ttnn.relu(kept);
      Ttnn.deallocate(sum);
      Ttnn.deallocate(kept);
      Report report = capture.end();
      last.close();
      return report;
    }
  }

  private static double bottom(List<Element> boxes, String title) {
    return boxes.stream()
        .filter(b -> b.getTextContent().startsWith(title))
        .mapToDouble(b -> number(b, "y") + number(b, "height"))
        .max()
        .orElseThrow();
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  private static boolean is(Element element, String style) {
    return element.getAttribute("class").equals(style);
  }

  private static List<Element> boxes(Document svg) {
    return elements(svg, "rect").stream().filter(r -> r.hasChildNodes()).toList();
  }

  private static List<String> titles(List<Element> boxes) {
    return boxes.stream().map(Element::getTextContent).toList();
  }

  private static List<String> texts(Document svg) {
    return titles(elements(svg, "text"));
  }

  private static List<Element> elements(Document svg, String name) {
    NodeList nodes = svg.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  private static Document parsed(Report report)
      throws IOException, SAXException, ParserConfigurationException {
    return parse(drawn(report));
  }

  private static Document parse(String text)
      throws IOException, SAXException, ParserConfigurationException {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  private static String drawn(Report report) throws IOException {
    StringBuilder text = new StringBuilder();
    MemoryMapSvg.of(report, MemoryUse.of(report), text);
    return text.toString();
  }
}
