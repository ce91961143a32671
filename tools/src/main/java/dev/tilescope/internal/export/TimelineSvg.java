package dev.tilescope.internal.export;

import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.TimelineEvents;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A timeline as a picture: a lane below the other, zones as boxes that nest downwards, signposts
 * and other moments as marks. What a zone is called and how long it took shows when the pointer
 * rests on it.
 *
 * <p>A picture holds so much and no more: zones beyond the first {@value #MOST_ZONES}, zones too
 * narrow to see, lanes without any other, and lanes beyond the first are left out, and it says how
 * many.
 */
public final class TimelineSvg implements TimelineEvents {
  static final int MOST_ZONES = 200_000;
  private static final int MOST_MOMENTS = 5_000;

  /** Unless asked for. */
  public static final int USUAL_LANES = 40;

  private static final int WIDTH = 1200;
  private static final int LABELS = 190;
  private static final int ROW = 15;
  private static final int GAP = 7;
  private static final int TOP = 46;
  private static final int TICKS = 8;
  private static final double LEAST_PIXELS = 0.4;
  private static final double PIXELS_PER_LETTER = 6.7;
  private static final String STYLE =
      """
      <style>
      text { font: 11px ui-monospace, Menlo, Consolas, monospace; fill: #24292f; }
      .title { font-size: 13px; font-weight: 600; }
      .group { font-weight: 600; }
      .quiet { fill: #6e7781; }
      .zone { stroke: #ffffff; stroke-width: 0.5; }
      .tick { stroke: #d0d7de; }
      .moment { stroke: #cf222e; stroke-width: 1; }
      </style>
      """;

  /** Host before devices, and what a whole device does before its cores. */
  private static final Comparator<Row> ORDER =
      Comparator.comparingInt((Row row) -> row.lane.group().number())
          .thenComparing(row -> !row.lane.part().isEmpty())
          .thenComparingInt(row -> row.lane.number());

  private record Zone(long beginNanos, long endNanos, int depth, String name) {}

  private record Moment(long nanos, String text) {}

  private record Open(long beginNanos, String name) {}

  private static final class Row {
    final Lane lane;
    final Deque<Open> open = new ArrayDeque<>();
    final List<Zone> zones = new ArrayList<>();
    final List<Moment> moments = new ArrayList<>();
    int deepest;

    Row(Lane lane) {
      this.lane = lane;
    }

    int height() {
      return ROW * (deepest + 1) + GAP;
    }
  }

  private final long fromNanos;
  private final long toNanos;
  private final int mostLanes;
  private final Map<Integer, Row> rows = new TreeMap<>();
  private String program = "";
  private int zones;
  private long leftOut;
  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos = Long.MIN_VALUE;
  private long runNanos;

  /**
   * @param fromNanos what ended before is not shown; times count from the start of the run
   * @param toNanos what begins later is not shown
   * @param mostLanes host before devices, and what a whole device does before its cores
   */
  public TimelineSvg(long fromNanos, long toNanos, int mostLanes) {
    this.mostLanes = mostLanes;
    this.fromNanos = fromNanos;
    this.toNanos = toNanos;
  }

  @Override
  public void run(String name, long processId, String runId) {
    program = name;
  }

  @Override
  public void lane(Lane lane) {
    rows.put(lane.number(), new Row(lane));
  }

  private Row row(Lane lane) {
    return rows.computeIfAbsent(lane.number(), _ -> new Row(lane));
  }

  @Override
  public void zoneBegin(Lane lane, long nanos, String name, String file, int line) {
    row(lane).open.push(new Open(nanos, name));
  }

  @Override
  public void zoneEnd(Lane lane, long nanos, ZoneNotes notes) {
    Row row = row(lane);
    Open begun = row.open.pop();
    runNanos = Math.max(runNanos, nanos);
    if (nanos <= fromNanos || begun.beginNanos >= toNanos) {
      return;
    }
    if (zones == MOST_ZONES) {
      leftOut++;
      return;
    }
    zones++;
    int depth = row.open.size();
    row.deepest = Math.max(row.deepest, depth);
    row.zones.add(
        new Zone(begun.beginNanos, nanos, depth, notes.name() == null ? begun.name : notes.name()));
    firstNanos = Math.max(fromNanos, Math.min(firstNanos, begun.beginNanos));
    lastNanos = Math.min(toNanos, Math.max(lastNanos, nanos));
  }

  @Override
  public void moment(Lane lane, long nanos, String kind, String text) {
    Row row = row(lane);
    boolean isInside = nanos >= fromNanos && nanos <= toNanos;
    if (isInside && row.moments.size() < MOST_MOMENTS) {
      row.moments.add(new Moment(nanos, kind + ": " + text));
    }
  }

  /** Quantities have no place in this picture. */
  @Override
  public void quantity(Lane.Group group, long nanos, String name, String unit, double value) {}

  /** Whether no zone lies between the times that were asked for. */
  public boolean isEmpty() {
    return zones == 0;
  }

  /** From the start of the run to the end of its last zone, shown or not. */
  public long runNanos() {
    return runNanos;
  }

  /** Draws what was heard. */
  public void write(Appendable out) throws IOException {
    List<Row> shown =
        rows.values().stream()
            .filter(row -> row.zones.stream().anyMatch(this::isVisible))
            .sorted(ORDER)
            .limit(mostLanes)
            .toList();
    long busy = rows.values().stream().filter(row -> !row.zones.isEmpty()).count();
    long groups = shown.stream().map(row -> row.lane.group()).distinct().count();
    int height = TOP + shown.stream().mapToInt(Row::height).sum() + (int) groups * ROW + 2 * ROW;
    SvgWriter svg = new SvgWriter(out);
    svg.open(
            "svg",
            "xmlns",
            "http://www.w3.org/2000/svg",
            "viewBox",
            "0 0 " + WIDTH + " " + height,
            "width",
            WIDTH,
            "height",
            height)
        .raw("\n" + STYLE);
    svg.empty("rect", "width", WIDTH, "height", height, "fill", "#ffffff");
    svg.words(program + ", " + duration(span()), 8, 18, "class", "title");
    ticks(svg, height);
    int hidden = lanes(svg, shown);
    String rest = rest(busy - shown.size(), hidden);
    svg.words(rest, 8, height - 8, "class", "quiet");
    svg.close("svg");
  }

  private String rest(long lanes, int narrow) {
    List<String> parts = new ArrayList<>();
    addIf(parts, lanes, "lanes with zones");
    addIf(parts, narrow, "zones too short to see");
    addIf(parts, leftOut, "zones beyond the first " + MOST_ZONES);
    return parts.isEmpty() ? "All of it is shown." : "Not shown: " + String.join(", ", parts) + ".";
  }

  private static void addIf(Collection<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(String.format(Locale.ROOT, "%,d %s", count, what));
    }
  }

  private long span() {
    return Math.max(1, lastNanos - firstNanos);
  }

  private double x(long nanos) {
    return LABELS + (nanos - firstNanos) * (double) (WIDTH - LABELS - 8) / span();
  }

  private void ticks(SvgWriter svg, int height) throws IOException {
    if (zones == 0) {
      return;
    }
    for (int i = 0; i <= TICKS; i++) {
      long nanos = firstNanos + span() * i / TICKS;
      double x = x(nanos);
      svg.empty("line", "x1", x, "x2", x, "y1", TOP - 8, "y2", height - 2 * ROW, "class", "tick");
      String anchor = i == TICKS ? "end" : "start";
      svg.words(duration(nanos - firstNanos), x, TOP - 12, "class", "quiet", "text-anchor", anchor);
    }
  }

  private int lanes(SvgWriter svg, List<Row> shown) throws IOException {
    int hidden = 0;
    int y = TOP;
    int group = 0;
    for (Row row : shown) {
      if (row.lane.group().number() != group) {
        group = row.lane.group().number();
        svg.words(row.lane.group().name(), 8, y + ROW - 4, "class", "group");
        y += ROW;
      }
      svg.words(fitting(label(row.lane), LABELS - 24), 18, y + ROW - 4);
      for (Zone zone : row.zones) {
        hidden += zone(svg, zone, y) ? 0 : 1;
      }
      for (Moment moment : row.moments) {
        double x = x(moment.nanos);
        svg.titled(
            "path", moment.text, "d", "M " + x + " " + (y - 3) + " v " + ROW, "class", "moment");
      }
      y += row.height();
    }
    return hidden;
  }

  private boolean zone(SvgWriter svg, Zone zone, int top) throws IOException {
    if (!isVisible(zone)) {
      return false;
    }
    double x = Math.max(LABELS, x(zone.beginNanos));
    double width = Math.min(WIDTH - 8.0, x(zone.endNanos)) - x;
    int y = top + zone.depth * ROW;
    svg.titled(
        "rect",
        zone.name + ", " + duration(zone.endNanos - zone.beginNanos),
        "x",
        x,
        "y",
        y,
        "width",
        width,
        "height",
        ROW - 1,
        "fill",
        colour(zone.name),
        "class",
        "zone");
    String text = fitting(zone.name, width - 6);
    if (text.length() > 2) {
      svg.words(text, x + 3, y + ROW - 4);
    }
    return true;
  }

  private boolean isVisible(Zone zone) {
    return x(zone.endNanos) - x(zone.beginNanos) >= LEAST_PIXELS;
  }

  private static String label(Lane lane) {
    return lane.part().isEmpty() ? lane.name() : lane.part() + " " + lane.name();
  }

  private static String fitting(String text, double pixels) {
    int letters = (int) (pixels / PIXELS_PER_LETTER);
    if (text.length() <= letters) {
      return text;
    }
    return letters < 4 ? "" : text.substring(0, letters - 1) + "…";
  }

  /** The same for the same name, light enough for dark letters. */
  private static String colour(String name) {
    int hue = Math.floorMod(name.hashCode() * 47, 360);
    return "hsl(" + hue + " 62% 78%)";
  }

  static String duration(long nanos) {
    if (nanos < 10_000) {
      return nanos + " ns";
    }
    if (nanos < 10_000_000) {
      return String.format(Locale.ROOT, "%.1f us", nanos / 1e3);
    }
    return nanos < 10_000_000_000L
        ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
        : String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
  }
}
