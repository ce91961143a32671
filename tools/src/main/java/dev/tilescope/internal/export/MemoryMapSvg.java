package dev.tilescope.internal.export;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.MemoryUse;
import dev.tilescope.analysis.OperationClock;
import dev.tilescope.analysis.ProgramLifetimes;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.OperationLabel;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Addresses over time: for each device its L1, with circular buffers from below and buffers from
 * above, and its DRAM. A picture without scripts, whose text can be selected and whose rectangles
 * tell about themselves when the pointer rests on them.
 */
public final class MemoryMapSvg {
  private static final int MAX_NAMED_OPERATIONS = 130;
  private static final double TITLE_HEIGHT = 78;
  private static final double PAGE_WIDTH = MemoryMapPanel.LEFT + MemoryMapPanel.WIDTH + 50;

  private final Report report;
  private final MemoryUse use;
  private final OperationClock clock;
  private final double operations;
  private final Map<String, String> styleByMaker;
  private final SvgWriter svg;

  private MemoryMapSvg(Report report, MemoryUse use, Appendable out) {
    this.report = report;
    this.use = use;
    this.clock = use.buffers().clock();
    this.operations = Math.max(1, clock.operations().size());
    this.styleByMaker = styles();
    this.svg = new SvgWriter(out);
  }

  public static void of(Report report, MemoryUse use, Appendable out) throws IOException {
    new MemoryMapSvg(report, use, out).draw();
  }

  /** The operations that made most, in bytes times operations, get a colour of their own. */
  private Map<String, String> styles() {
    Map<String, Double> areas = new HashMap<>();
    for (Lifetime buffer : use.buffers().lifetimes()) {
      if (buffer.lastUse() == null) {
        continue;
      }
      double end = buffer.freed() == null ? operations : buffer.freed().step() + 1;
      double from = buffer.made() == null ? 0 : buffer.made().step();
      areas.merge(maker(buffer), buffer.bytes() * (end - from), Double::sum);
    }
    areas.remove("");
    List<String> makers =
        areas.entrySet().stream()
            .sorted(
                Map.Entry.<String, Double>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(MemoryMapStyle.COLOURS.size())
            .map(Map.Entry::getKey)
            .toList();
    Map<String, String> styles = new LinkedHashMap<>();
    makers.forEach(name -> styles.put(name, "c" + styles.size()));
    return styles;
  }

  private static String maker(Lifetime buffer) {
    return buffer.made() == null || buffer.made().path().isEmpty()
        ? ""
        : buffer.made().path().getFirst();
  }

  private void draw() throws IOException {
    List<MemoryMapPanel> panels = panels();
    double namesHeight = clock.operations().size() <= MAX_NAMED_OPERATIONS ? 90 : 10;
    double height =
        TITLE_HEIGHT + panels.stream().mapToDouble(MemoryMapPanel::height).sum() + namesHeight;
    MemoryMapStyle.begin(svg, PAGE_WIDTH, height);
    MemoryMapStyle.legend(svg, List.copyOf(styleByMaker.keySet()), PAGE_WIDTH);
    double top = TITLE_HEIGHT;
    for (MemoryMapPanel panel : panels) {
      panel.draw(svg, top);
      drawTicks(top + panel.axisOffset());
      top += panel.height();
    }
    if (panels.isEmpty()) {
      svg.words("No buffer and no program memory in this trace.", MemoryMapPanel.LEFT, top + 4);
    } else if (clock.operations().size() <= MAX_NAMED_OPERATIONS) {
      drawNames(top - 12);
    }
    svg.close("svg");
  }

  private List<MemoryMapPanel> panels() {
    List<MemoryBox> boxes = boxes();
    TreeSet<Integer> devices = new TreeSet<>();
    boxes.forEach(b -> devices.add(b.deviceId()));
    use.moments().forEach(m -> devices.add(m.device().deviceId()));
    List<MemoryMapPanel> panels = new ArrayList<>();
    for (int device : devices) {
      panel(device, BufferType.L1, boxes, panels);
      panel(device, BufferType.DRAM, boxes, panels);
    }
    return panels;
  }

  private void panel(
      int device, BufferType type, List<MemoryBox> boxes, List<MemoryMapPanel> panels) {
    List<MemoryBox> own =
        boxes.stream().filter(b -> b.deviceId() == device && b.dram() == type.isDram()).toList();
    FullMoment peak =
        use.moments().stream()
            .filter(m -> m.device().deviceId() == device && m.isL1() == type.isL1())
            .findFirst()
            .orElse(null);
    if (peak == null && own.isEmpty()) {
      return;
    }
    long node = peak == null ? -1 : peak.amount().node();
    double peakTime = peak == null ? -1 : node < 0 ? 0 : clock.timeAt(clock.positionOf((int) node));
    panels.add(
        new MemoryMapPanel(
            heading(device, type), own, levels(peak), peakTime, peakText(peak), operations));
  }

  /** By step: those of deallocations count to the operation before. */
  private long[] levels(@Nullable FullMoment peak) {
    long[] levels = new long[clock.operations().size()];
    for (int i = 0, number = 0; peak != null && i < levels.length; i++) {
      int next = i + 1 < levels.length ? clock.numberOf(i + 1) : Integer.MAX_VALUE;
      int[] numbers = peak.levels().operations();
      for (; number < numbers.length && numbers[number] < next; number++) {
        levels[i] = Math.max(levels[i], peak.levels().bytes()[number]);
      }
    }
    return levels;
  }

  private static String peakText(@Nullable FullMoment peak) {
    if (peak == null) {
      return "";
    }
    return "fullest %s %s%s"
        .formatted(
            peak.isL1() ? "core" : "bank",
            ByteText.brief(peak.amount().bytes()),
            peak.amount().node() < 0
                ? " before the first event"
                : " in "
                    + OperationLabel.of(
                        peak.amount().operation(),
                        MemoryBox.shortName(List.of(peak.amount().name()))));
  }

  private String heading(int device, BufferType type) {
    DeviceInfo info = report.device(device);
    String banks = "";
    if (info != null) {
      banks =
          type.isDram()
              ? ": one of "
                  + info.dramChannels()
                  + " banks of "
                  + ByteText.brief(info.dramBytesPerChannel())
              : ": one of " + info.l1Banks() + " banks of " + ByteText.brief(info.l1BankBytes());
    }
    return (device < 0 ? "Device (not named)" : "Device " + device) + ", " + type.name() + banks;
  }

  private List<MemoryBox> boxes() {
    List<MemoryBox> boxes = new ArrayList<>();
    for (Lifetime buffer : use.buffers().lifetimes()) {
      long bytes = bytesPerBank(buffer);
      if (buffer.hasAddress() && isDrawable(buffer.description().address(), bytes)) {
        boxes.add(MemoryBox.of(buffer, bytes, clock, style(buffer), operations));
      }
    }
    TreeSet<Integer> devices = new TreeSet<>();
    use.cores().devices().forEach(d -> devices.add(d.deviceId()));
    ProgramLifetimes.of(report.trace(), clock).spans().stream()
        .filter(s -> devices.contains(s.memory().deviceId()))
        .filter(s -> isDrawable(s.memory().address(), s.memory().sizeBytes()))
        .forEach(s -> boxes.add(MemoryBox.of(s, clock, operations)));
    return boxes;
  }

  private static boolean isDrawable(long address, long bytes) {
    return address > 0 && bytes > 0 && address + bytes > address;
  }

  /** Where the trace does not say, an even share of the device's banks. */
  private long bytesPerBank(Lifetime buffer) {
    DeviceInfo info = report.device(buffer.region().deviceId());
    if (buffer.bytesPerBank() >= 0 || info == null) {
      return buffer.bytesPerBank();
    }
    int banks = buffer.description().type().isDram() ? info.dramChannels() : info.l1Banks();
    return banks <= 0 ? -1 : Math.ceilDiv(buffer.bytes(), banks);
  }

  private String style(Lifetime buffer) {
    if (buffer.made() == null) {
      return "before";
    }
    return buffer.lastUse() == null ? "kernel" : styleByMaker.getOrDefault(maker(buffer), "other");
  }

  private double x(double time) {
    return MemoryMapPanel.LEFT + MemoryMapPanel.WIDTH * time / operations;
  }

  private void drawTicks(double y) throws IOException {
    double right = MemoryMapPanel.LEFT + MemoryMapPanel.WIDTH;
    svg.empty("path", "class", "axis", "d", MemoryMapPanel.line(MemoryMapPanel.LEFT, y, right, y));
    int step = tickStep(clock.operations().size());
    for (int i = 0; i < clock.operations().size(); i += step) {
      svg.empty("path", "class", "axis", "d", MemoryMapPanel.line(x(i), y, x(i), y + 3));
      svg.words(OperationLabel.number(clock.numberOf(i)), x(i), y + 13);
    }
  }

  /** 1, 2 or 5 times a power of ten, for at most 24 ticks. */
  private static int tickStep(int operations) {
    int step = 1;
    int[] factors = {2, 5, 10};
    for (int scale = 1; operations / step > 24; ) {
      for (int factor : factors) {
        step = scale * factor;
        if (operations / step <= 24) {
          return step;
        }
      }
      scale *= 10;
    }
    return step;
  }

  private void drawNames(double y) throws IOException {
    List<Operation> all = clock.operations();
    for (int i = 0; i < all.size(); i++) {
      String name = MemoryBox.shortName(List.of(all.get(i).name()));
      double at = x(i + 0.5) + 3;
      svg.words(
          MemoryMapStyle.shortened(name, 18),
          at,
          y,
          "class",
          "name r",
          "transform",
          "rotate(-90 " + SvgWriter.number(at) + " " + SvgWriter.number(y) + ")");
    }
  }
}
