package dev.tilescope.internal.export;

import dev.tilescope.internal.words.VisibleText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How the memory map looks: colours, style sheet, legend. */
final class MemoryMapStyle {
  /** Told apart by most people with a colour vision deficiency too. */
  static final List<String> COLOURS =
      List.of(
          "#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2", "#edc948", "#ff9da7", "#9c755f");

  private static final double LEGEND_STEP = 205;
  private static final int MAX_LEGEND_CHARS = 32;

  private static final String SHEET =
      """
      <title>Memory: addresses over operations</title>
      <style>
      text{font:10px 'DejaVu Sans',Verdana,sans-serif;fill:#333}
      .h{font-size:13px;font-weight:bold}.r{text-anchor:end}
      .gap{text-anchor:middle;fill:#666;paint-order:stroke;stroke:#fff;stroke-width:6px}
      .in{font-size:8.5px;fill:#111;pointer-events:none}.pk{fill:#b00020}.name{font-size:8px}
      .bg{fill:#f4f4f4}.axis,.break{stroke:#999;fill:none}.break{stroke-dasharray:2 3}
      .use{fill:#b9c6d6}.peak{stroke:#b00020;stroke-dasharray:4 2}
      .other{fill:#a89f9b}.kernel{fill:#dcdcdc}.before{fill:#d7b5a6}.cb{fill:#b39ddb}
      .c0,.c1,.c2,.c3,.c4,.c5,.c6,.c7,.other,.kernel,.before,.cb{stroke:#fff;stroke-width:.4}
      .late{fill:url(#late);pointer-events:none}.t{stroke:none}
      %s
      </style>
      <defs><pattern id="late" width="5" height="5" patternUnits="userSpaceOnUse" \
      patternTransform="rotate(45)"><rect width="5" height="5" fill="#fff" fill-opacity=".62"/>\
      <path d="M0 0V5" stroke="#b00020" stroke-width="1.4"/></pattern></defs>
      """;

  private record Entry(String style, String text) {}

  private MemoryMapStyle() {}

  /** Opens the document. */
  static void begin(SvgWriter svg, double width, double height) throws IOException {
    StringBuilder fills = new StringBuilder();
    for (int i = 0; i < COLOURS.size(); i++) {
      fills.append(".c").append(i).append("{fill:").append(COLOURS.get(i)).append('}');
    }
    String box = "0 0 " + SvgWriter.number(width) + " " + SvgWriter.number(height);
    svg.open(
            "svg",
            "xmlns",
            "http://www.w3.org/2000/svg",
            "width",
            width,
            "height",
            height,
            "viewBox",
            box)
        .raw("\n" + SHEET.formatted(fills))
        .empty("rect", "width", width, "height", height, "fill", "#fff");
  }

  /**
   * @param makers operations with a colour of their own, in the order of the colours
   */
  static void legend(SvgWriter svg, List<String> makers, double width) throws IOException {
    List<Entry> entries = new ArrayList<>();
    makers.forEach(name -> entries.add(new Entry("c" + entries.size(), VisibleText.of(name))));
    entries.add(new Entry("other", "made by others"));
    entries.add(new Entry("kernel", "holds no tensor (kernels)"));
    entries.add(new Entry("before", "from before the capture"));
    entries.add(new Entry("cb", "circular buffers (programs)"));
    entries.add(new Entry("late", "not needed any more"));
    int columns = (int) ((width - 40) / LEGEND_STEP);
    for (int i = 0; i < entries.size(); i++) {
      double x = 20 + LEGEND_STEP * (i % columns);
      double y = 14 + 16 * (i / columns);
      String style = entries.get(i).style();
      svg.empty("rect", "class", style, "x", x, "y", y, "width", 11.0, "height", 11.0);
      svg.words(shortened(entries.get(i).text(), MAX_LEGEND_CHARS), x + 16, y + 9.5);
    }
  }

  static String shortened(String text, int maxChars) {
    return text.length() <= maxChars ? text : text.substring(0, maxChars - 1) + "…";
  }
}
