package dev.tilescope.internal.export;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.analysis.BufferLifetimes.Region;
import dev.tilescope.analysis.CorePressure.DevicePressure;
import dev.tilescope.analysis.Fragmentation.RegionFragmentation;
import dev.tilescope.analysis.Fragmentation.Sample;
import dev.tilescope.analysis.LateFrees.LateFree;
import dev.tilescope.analysis.Leaks.Group;
import dev.tilescope.analysis.MemoryUse;
import dev.tilescope.analysis.OperationClock;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.OperationLabel;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.memory.DeviceMemory.CorePeak;
import dev.tilescope.memory.FullMoment;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a report in words. {@code #n} is an operation's number, as in {@link
 * dev.tilescope.analysis.OperationNumbers}.
 */
public final class MemoryText {
  private static final int MAX_PATH_CHARS = 160;

  private final MemoryUse use;
  private final OperationClock clock;
  private final int limit;
  private final MemoryTable table;

  private MemoryText(MemoryUse use, int limit, Appendable out) {
    this.use = use;
    this.clock = use.buffers().clock();
    this.limit = limit;
    this.table = new MemoryTable(limit, out);
  }

  /**
   * @param limit rows of each list; how many more there are is said
   */
  public static void of(MemoryUse use, int limit, Appendable out) throws IOException {
    new MemoryText(use, limit, out).print();
  }

  /** One memory when it was fullest. */
  public static void of(FullMoment moment, int limit, Appendable out) throws IOException {
    new MemoryTable(limit, out).peak(moment);
  }

  private void print() throws IOException {
    if (use.moments().isEmpty() && use.cores().devices().isEmpty()) {
      table.line("No buffer and no program memory in this trace.");
      return;
    }
    for (FullMoment moment : use.moments()) {
      table.peak(moment);
    }
    lateFrees();
    leaks();
    fragmentation();
    for (DevicePressure device : use.cores().devices()) {
      cores(device);
    }
  }

  private void lateFrees() throws IOException {
    List<LateFree> late = use.lateFrees().frees();
    if (use.lateFrees().weights() > 0) {
      table.line(
          "Weights and inputs: %,d buffers, %s, stay for the model's next run",
          use.lateFrees().weights(), ByteText.brief(use.lateFrees().weightBytes()));
    }
    if (late.isEmpty()) {
      table.line("Late frees: none\n");
      return;
    }
    table.line(
        "Late frees: %,d %s last use, %s x operations together; dearest first",
        late.size(),
        late.size() == 1 ? "buffer outlived its" : "buffers outlived their",
        ByteText.brief(use.lateFrees().byteOperations()));
    table.row("late by", "size", "address", "last use", "freed", "made by");
    for (LateFree free : late.subList(0, Math.min(limit, late.size()))) {
      buffer(free.operationsLate() + (free.operationsLate() == 1 ? " op" : " ops"), free.buffer());
    }
    table.more(late.size(), "buffer");
    table.line("");
  }

  private void leaks() throws IOException {
    List<Group> groups = use.leaks().groups();
    if (groups.isEmpty()) {
      table.line("Never freed: nothing that the capture allocated\n");
      return;
    }
    table.line("Never freed, of what the capture allocated");
    for (Group group : groups.subList(0, Math.min(limit, groups.size()))) {
      table.line(
          "  %9s  %,5d x %s, %s%s",
          ByteText.brief(group.bytes()),
          group.buffers().size(),
          name(group.region()),
          path(group.madeIn()),
          group.holdsTensors() ? "" : " (no tensor: kernels or data of programs)");
    }
    table.more(groups.size(), "group");
    table.line("");
  }

  private void fragmentation() throws IOException {
    if (use.fragmentation().regions().isEmpty()) {
      table.line("Fragmentation: not known, the trace has no real addresses\n");
      return;
    }
    table.line("Fragmentation of a bank's free space (0 %%: all in one piece)");
    for (RegionFragmentation region : use.fragmentation().regions()) {
      table.line(
          "  %s, 0x%x to 0x%x%s",
          name(region.region()),
          region.lowAddress(),
          region.highAddress(),
          region.boundsKnown() ? "" : " (bounds of what was used: the report does not tell them)");
      sample("at the peak", region.atPeak());
      sample("at its worst", region.worst());
      if (region.atPeak() == null) {
        table.line("    not known: of none of its buffers the size per bank and place are known");
      } else if (region.unplaced() > 0) {
        table.line(
            "    left out: %,d, whose size per bank or place is not known", region.unplaced());
      }
    }
    table.line("");
  }

  private void sample(String when, @Nullable Sample sample) throws IOException {
    if (sample != null) {
      table.line(
          "    %-12s  %5.1f %%  largest gap %s of %s free, after %s",
          when,
          100 * sample.ratio(),
          ByteText.brief(sample.largestGapBytes()),
          ByteText.brief(sample.freeBytes()),
          operation(sample.step()));
    }
  }

  private void cores(DevicePressure device) throws IOException {
    CorePeak fullest = device.fullest();
    if (fullest == null) {
      return;
    }
    long most = device.cores().stream().mapToLong(CorePeak::programBytes).max().orElse(0);
    long alike = device.cores().stream().filter(c -> c.programBytes() == most).count();
    String limitText = device.limitBytes() < 0 ? "" : " of " + ByteText.brief(device.limitBytes());
    table.line(
        "Cores of %s: %,d ran programs", deviceName(device.deviceId()), device.cores().size());
    table.line(
        "  programs (circular buffers) at most %s%s, on %,d cores, %s",
        ByteText.brief(most), limitText, alike, when(device.programPeak()));
    table.line(
        "  with buffers at most %s%s, on core %s",
        ByteText.brief(fullest.totalBytes()), limitText, fullest.core());
    if (device.leastHeadroomBytes() >= 0) {
      table.line(
          "  least room between circular buffers and the lowest buffer %s, %s",
          ByteText.brief(device.leastHeadroomBytes()), when(device.tightest()));
    }
    table.line("");
  }

  private void buffer(String first, Lifetime buffer) throws IOException {
    Moment made = buffer.made();
    table.row(
        first,
        ByteText.brief(buffer.bytes()),
        buffer.hasAddress() ? "0x" + Long.toHexString(buffer.description().address()) : "-",
        buffer.lastUse() == null ? "-" : operation(buffer.lastUse().step()),
        buffer.freed() == null ? "never" : freeing(buffer.freed()),
        made == null
            ? "before the capture"
            : OperationLabel.of(clock.numbers().at(made.counter()), path(made.path())));
  }

  private String when(@Nullable Moment at) {
    if (at == null) {
      return "before the first event";
    }
    return at.operation() == null
        ? "outside operations, after " + operation(at.step())
        : "in " + OperationLabel.of(clock.numbers().holding(at.counter()), path(at.path()));
  }

  /** A free between two operations counts to the next one, as in a database. */
  private String freeing(Moment freed) {
    int number = clock.numbers().at(freed.counter());
    return number == 0 ? "yes" : OperationLabel.number(number);
  }

  private String operation(int step) {
    return step < 0
        ? "nothing"
        : OperationLabel.of(
            clock.numberOf(step), VisibleText.of(clock.operations().get(step).name()));
  }

  private static String path(List<String> names) {
    String text = VisibleText.of(String.join(" > ", names));
    return text.length() <= MAX_PATH_CHARS ? text : text.substring(0, MAX_PATH_CHARS) + "...";
  }

  private static String name(Region region) {
    return deviceName(region.deviceId()) + ", " + region.type().name();
  }

  private static String deviceName(int id) {
    return id < 0 ? "device (not named)" : "device " + id;
  }
}
