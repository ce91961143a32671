package dev.tilescope.internal.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.TimelineEvents.ZoneNotes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class TimelineSvgTest {
  private static final Lane.Group HOST = new Lane.Group(1, "Host");
  private static final Lane.Group DEVICE = new Lane.Group(10, "Device 0 (modelled)");
  private static final Lane MAIN = new Lane(1, HOST, "", "main");
  private static final Lane CORE = new Lane(2, DEVICE, "Core 1,1", "BRISC");
  private static final Lane PROGRAMS = new Lane(3, DEVICE, "", "Programs");

  private static TimelineSvg whole() {
    TimelineSvg svg = new TimelineSvg(0, Long.MAX_VALUE, TimelineSvg.USUAL_LANES);
    svg.run("prog", 1, "run");
    return svg;
  }

  private static void zone(TimelineSvg svg, Lane lane, long begin, long end, String name) {
    svg.zoneBegin(lane, begin, name, "", 0);
    svg.zoneEnd(lane, end, ZoneNotes.NONE);
  }

  private static String written(TimelineSvg svg) throws IOException {
    StringBuilder out = new StringBuilder();
    svg.write(out);
    return out.toString();
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void zonesNestBelowEachOtherAndTellTheirTime() throws Exception {
    TimelineSvg svg = whole();
    svg.zoneBegin(MAIN, 1_000_000, "outer", "", 0);
    zone(svg, MAIN, 2_000_000, 3_000_000, "inner");
    svg.zoneEnd(MAIN, 5_000_000, new ZoneNotes("renamed", null, null, 0));

    String text = written(svg);

    assertThat(parsed(text).getElementsByTagName("rect").getLength()).isEqualTo(3);
    assertThat(text)
        .contains("prog, 4000.0 us")
        .contains("<title>inner, 1000.0 us</title>")
        .contains("<title>renamed, 4000.0 us</title>")
        .contains("All of it is shown.");
  }

  @Test
  void whatTheWholeDeviceDoesComesBeforeItsCores() throws IOException {
    TimelineSvg svg = whole();
    zone(svg, CORE, 0, 100, "BRISC-FW");
    zone(svg, PROGRAMS, 0, 100, "Matmul");
    zone(svg, MAIN, 0, 100, "call");

    String text = written(svg);

    assertThat(text.indexOf(">main<")).isLessThan(text.indexOf(">Device 0 (modelled)<"));
    assertThat(text.indexOf(">Programs<")).isLessThan(text.indexOf(">Core 1,1 BRISC<"));
  }

  @Test
  void whatLiesOutsideOfTheWindowOrIsTooNarrowIsLeftOutAndCounted() throws IOException {
    TimelineSvg svg = new TimelineSvg(1_000, 2_000, 1);
    svg.run("prog", 1, "run");
    zone(svg, MAIN, 0, 900, "before");
    zone(svg, MAIN, 500, 1_500, "reaches in");
    zone(svg, MAIN, 1_600, 1_600, "no length");
    zone(svg, MAIN, 2_500, 3_000, "after");
    zone(svg, CORE, 1_000, 2_000, "second lane");

    assertThat(written(svg))
        .contains("reaches in")
        .doesNotContain("before")
        .doesNotContain("after")
        .contains("Not shown: 1 lanes with zones, 1 zones too short to see.");
  }

  @Test
  void namesAreDataAndNeverMarkup() throws Exception {
    TimelineSvg svg = whole();
    zone(svg, MAIN, 0, 100, "<script>alert(1)</script>&\"'\u0000");
    svg.moment(MAIN, 50, "signpost", "</title><b>");

    Document document = parsed(written(svg));

    assertThat(document.getElementsByTagName("script").getLength()).isZero();
    assertThat(document.getElementsByTagName("b").getLength()).isZero();
  }

  @Test
  void aRunWithoutZonesIsAPictureToo() throws Exception {
    assertThat(parsed(written(whole())).getElementsByTagName("line").getLength()).isZero();
  }
}
