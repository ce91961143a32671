package dev.tilescope.internal.export;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Bars of parts on top of each other, one bar for each device or one for all, as SVG. */
public final class StackedBarSvg {
  /**
   * @param family parts of one family have shades of one colour
   * @param label shown if the part is large enough, and else when the pointer rests on it
   */
  public record Part(String family, String label, double size) {}

  /** Parts from the bottom up. */
  public record Bar(String name, List<Part> parts) {
    public Bar {
      parts = List.copyOf(parts);
    }

    double size() {
      return parts.stream().mapToDouble(Part::size).sum();
    }
  }

  private static final double BAR_WIDTH = 560;
  private static final double BAR_HEIGHT = 900;
  private static final double MARGIN = 40;

  /** Smaller parts have no room for a label. */
  private static final double LABELLED_SHARE = 0.02;

  private static final Map<String, Integer> HUES =
      Map.of("Compute", 270, "TM", 130, "DM", 28, "Host", 0);

  private static final int SHADES = 8;
  private static final int GOLDEN_ANGLE = 137;

  private final SvgWriter svg;
  private final boolean byFamily;

  private StackedBarSvg(boolean byFamily, Appendable out) {
    this.svg = new SvgWriter(out);
    this.byFamily = byFamily;
  }

  /**
   * @param byFamily false for a new colour with each part
   */
  public static void of(String title, List<Bar> bars, boolean byFamily, Appendable out)
      throws IOException {
    new StackedBarSvg(byFamily, out).draw(title, bars);
  }

  private void draw(String title, List<Bar> bars) throws IOException {
    double width = MARGIN + bars.size() * (BAR_WIDTH + MARGIN);
    double height = BAR_HEIGHT + 3 * MARGIN;
    svg.open(
            "svg",
            "xmlns",
            "http://www.w3.org/2000/svg",
            "width",
            width,
            "height",
            height,
            "font-family",
            "sans-serif",
            "font-size",
            11.0)
        .empty("rect", "width", width, "height", height, "fill", "#ffffff")
        .words(title, MARGIN, MARGIN / 2 + 6, "font-size", 15.0);
    for (int i = 0; i < bars.size(); i++) {
      bar(bars.get(i), MARGIN + i * (BAR_WIDTH + MARGIN));
    }
    svg.close("svg");
  }

  private void bar(Bar bar, double x) throws IOException {
    double bottom = MARGIN + BAR_HEIGHT;
    double scale = bar.size() > 0 ? BAR_HEIGHT / bar.size() : 0;
    Map<String, Integer> seen = new HashMap<>();
    for (Part part : bar.parts()) {
      double height = part.size() * scale;
      int index = seen.merge(byFamily ? part.family() : "", 1, Integer::sum) - 1;
      bottom -= height;
      part(part, index, x, bottom, height);
    }
    svg.words(bar.name(), x + BAR_WIDTH / 2, MARGIN + BAR_HEIGHT + 20, "text-anchor", "middle");
  }

  private void part(Part part, int index, double x, double top, double height) throws IOException {
    svg.titled(
        "rect",
        part.label(),
        "x",
        x,
        "y",
        top,
        "width",
        BAR_WIDTH,
        "height",
        height,
        "fill",
        byFamily ? shade(part.family(), index) : "hsl(" + index * GOLDEN_ANGLE % 360 + ",45%,42%)",
        "stroke",
        "#ffffff",
        "stroke-width",
        0.5);
    if (height >= BAR_HEIGHT * LABELLED_SHARE) {
      svg.words(
          part.label(),
          x + BAR_WIDTH / 2,
          top + height / 2 + 4,
          "text-anchor",
          "middle",
          "fill",
          "#ffffff");
    }
  }

  private static String shade(String family, int index) {
    Integer hue = HUES.get(family);
    int lightness = 26 + 3 * (index % SHADES);
    return hue == null ? "hsl(0,0%," + lightness + "%)" : "hsl(" + hue + ",55%," + lightness + "%)";
  }
}
