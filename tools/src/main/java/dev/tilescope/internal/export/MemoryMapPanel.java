package dev.tilescope.internal.export;

import dev.tilescope.internal.words.ByteText;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * One memory of one device: how full its fullest core or bank was, and below it which addresses
 * were taken, both over operations.
 *
 * @param use how full it was in each operation; may be empty
 * @param peakTime where the mark goes, in operations; negative for none
 */
record MemoryMapPanel(
    String heading,
    List<MemoryBox> boxes,
    long[] use,
    double peakTime,
    String peakText,
    double operations) {
  static final double LEFT = 120;
  static final double WIDTH = 1140;
  static final double MAP_HEIGHT = 300;
  private static final double HEADING_HEIGHT = 42;
  private static final double USE_HEIGHT = 48;
  private static final double GAP = 8;

  /** More rectangles than this no eye can tell apart, and no viewer draws quickly. */
  private static final int MAX_BOXES = 4000;

  private static final double MIN_LABEL_HEIGHT = 9;
  private static final double CHAR_WIDTH = 5.2;

  double height() {
    return HEADING_HEIGHT + USE_HEIGHT + GAP + (boxes.isEmpty() ? 20 : MAP_HEIGHT) + 30;
  }

  /** Where the axis of operations goes, from the panel's top. */
  double axisOffset() {
    return height() - 30;
  }

  void draw(SvgWriter svg, double top) throws IOException {
    svg.words(heading, LEFT, top + 16, "class", "h");
    double useTop = top + HEADING_HEIGHT;
    drawUse(svg, useTop);
    double mapTop = useTop + USE_HEIGHT + GAP;
    if (boxes.isEmpty()) {
      svg.words("No address is known (as in NO_DISPATCH), so there is no map.", LEFT, mapTop + 12);
    } else {
      drawMap(svg, mapTop);
    }
    drawPeak(svg, useTop, top + axisOffset());
  }

  private double x(double time) {
    return LEFT + WIDTH * time / operations;
  }

  private void drawUse(SvgWriter svg, double top) throws IOException {
    long most = Arrays.stream(use).max().orElse(0);
    double bottom = top + USE_HEIGHT;
    svg.words("in use", LEFT - 8, top + 20, "class", "r");
    svg.words("max " + ByteText.brief(most), LEFT - 8, top + 9, "class", "r");
    if (most > 0) {
      svg.empty("path", "class", "use", "d", usePath(most, bottom));
    }
    svg.empty("path", "class", "axis", "d", line(LEFT, bottom, LEFT + WIDTH, bottom));
  }

  /** The most in each pixel column; a long trace has more operations than that. */
  private String usePath(long most, double bottom) {
    int columns = (int) Math.min(WIDTH, Math.ceil(operations));
    long[] peak = new long[columns];
    for (int i = 0; i < use.length; i++) {
      int column = (int) Math.min(columns - 1, i * columns / operations);
      peak[column] = Math.max(peak[column], use[i]);
    }
    StringBuilder path = new StringBuilder("M" + LEFT + " " + SvgWriter.number(bottom));
    for (int i = 0; i < columns; i++) {
      path.append('V').append(SvgWriter.number(bottom - USE_HEIGHT * peak[i] / most));
      path.append('H').append(SvgWriter.number(LEFT + WIDTH * (i + 1) / columns));
    }
    return path.append('V').append(SvgWriter.number(bottom)).append('Z').toString();
  }

  private void drawMap(SvgWriter svg, double top) throws IOException {
    AddressAxis axis =
        AddressAxis.of(
            boxes.stream().mapToLong(MemoryBox::low).toArray(),
            boxes.stream().mapToLong(MemoryBox::high).toArray(),
            top,
            MAP_HEIGHT);
    drawAxis(svg, axis);
    List<MemoryBox> visible = MemoryBoxRuns.of(boxes, operations / WIDTH);
    List<MemoryBox> drawn =
        visible.stream()
            .sorted(Comparator.comparingDouble(MemoryBox::area).reversed())
            .limit(MAX_BOXES)
            .toList();
    for (MemoryBox box : drawn) {
      drawBox(svg, axis, box);
    }
    if (visible.size() > MAX_BOXES) {
      svg.words(
          String.format(
              Locale.ROOT,
              "The %,d largest of %,d blocks are drawn (bytes x operations).",
              MAX_BOXES,
              visible.size()),
          LEFT + WIDTH,
          top - USE_HEIGHT - GAP - 4,
          "class",
          "r");
    }
  }

  private static void drawAxis(SvgWriter svg, AddressAxis axis) throws IOException {
    AddressAxis.Stretch below = null;
    for (AddressAxis.Stretch stretch : axis.stretches()) {
      double height = stretch.bottom() - stretch.top();
      svg.empty(
          "rect", "class", "bg", "x", LEFT, "y", stretch.top(), "width", WIDTH, "height", height);
      svg.words(hex(stretch.high()), LEFT - 8, stretch.top() + 8, "class", "r");
      if (height > 20) {
        svg.words(hex(stretch.low()), LEFT - 8, stretch.bottom() - 1, "class", "r");
      }
      if (below != null) {
        drawBreak(svg, stretch.bottom(), stretch.low() - below.high());
      }
      below = stretch;
    }
  }

  private static void drawBreak(SvgWriter svg, double top, long bytes) throws IOException {
    double middle = top + AddressAxis.BREAK_HEIGHT / 2;
    svg.empty("path", "class", "break", "d", line(LEFT, middle, LEFT + WIDTH, middle));
    svg.words(ByteText.brief(bytes) + " never used", LEFT + WIDTH / 2, middle + 3, "class", "gap");
  }

  private void drawBox(SvgWriter svg, AddressAxis axis, MemoryBox box) throws IOException {
    AddressAxis.Stretch stretch = axis.stretchOf(box.low());
    double y = stretch.y(box.high());
    double height = Math.max(0.5, stretch.y(box.low()) - y);
    double width = Math.max(0.4, x(box.to()) - x(box.from()));
    svg.titled(
        "rect",
        box.title(),
        "class",
        box.style() + (Math.min(width, height) < 3 ? " t" : ""),
        "x",
        x(box.from()),
        "y",
        y,
        "width",
        width,
        "height",
        height);
    if (box.late() < box.to()) {
      svg.empty(
          "rect",
          "class",
          "late",
          "x",
          x(box.late()),
          "y",
          y,
          "width",
          x(box.to()) - x(box.late()),
          "height",
          height);
    }
    drawLabel(svg, box, x(box.late()) - x(box.from()), y, height);
  }

  /** Only where it fits: above the part that is hatched. */
  private void drawLabel(SvgWriter svg, MemoryBox box, double width, double y, double height)
      throws IOException {
    if (height >= MIN_LABEL_HEIGHT
        && !box.label().isBlank()
        && box.label().length() * CHAR_WIDTH + 4 <= width) {
      svg.words(box.label(), x(box.from()) + 3, y + height / 2 + 3, "class", "in");
    }
  }

  private void drawPeak(SvgWriter svg, double top, double bottom) throws IOException {
    if (peakTime < 0) {
      return;
    }
    double at = x(peakTime);
    svg.empty("path", "class", "peak", "d", line(at, top - 4, at, bottom));
    boolean rightHalf = at > LEFT + WIDTH / 2;
    svg.words(peakText, rightHalf ? at + 3 : at - 3, top - 8, "class", rightHalf ? "pk r" : "pk");
  }

  static String line(double x1, double y1, double x2, double y2) {
    return "M"
        + SvgWriter.number(x1)
        + " "
        + SvgWriter.number(y1)
        + "L"
        + SvgWriter.number(x2)
        + " "
        + SvgWriter.number(y2);
  }

  private static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }
}
