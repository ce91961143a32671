package dev.tilescope.internal.cli;

import dev.tilescope.device.internal.CommandBreakdown;
import dev.tilescope.device.internal.CommandBreakdown.Amount;
import dev.tilescope.device.internal.CommandBreakdown.Part;
import dev.tilescope.device.internal.CommandText;
import dev.tilescope.device.internal.DecodedCommands.Located;
import dev.tilescope.device.internal.DecodedCommands.Problem;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.MetalTrace;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A metal trace for people. */
final class TraceDumpText {
  private final TraceDump dump;
  private final CommandBreakdown breakdown;
  private final PrintWriter out;

  private TraceDumpText(TraceDump dump, PrintWriter out) {
    this.dump = dump;
    this.breakdown = dump.breakdown();
    this.out = out;
  }

  static void print(TraceDump dump, boolean summary, boolean commands, PrintWriter out) {
    TraceDumpText text = new TraceDumpText(dump, out);
    if (summary) {
      text.summary(dump.trace());
      text.kinds();
      text.reasons();
    }
    if (!commands) {
      text.operations();
    } else {
      text.commands();
    }
    text.problem();
  }

  private void summary(MetalTrace trace) {
    line(
        "Trace %d of device %d, %s: %s in %s",
        trace.traceId(),
        trace.deviceId(),
        dump.format(),
        counted(breakdown.parts().stream().mapToInt(p -> p.commands().size()).sum(), "command"),
        ByteText.of(trace.commands().length));
    if (trace.pageBytes() > 0) {
      line(
          "  buffer: %s in pages of %,d, at address 0x%x of each bank%s",
          ByteText.of(trace.bufferBytes()),
          trace.pageBytes(),
          trace.addressBytes(),
          chips(trace.chipIds()));
      line("  %s", region(trace));
    }
  }

  private static String chips(List<Integer> chips) {
    return chips.isEmpty()
        ? ""
        : chips.stream()
            .map(String::valueOf)
            .collect(Collectors.joining(", ", chips.size() == 1 ? " of chip " : " of chips ", ""));
  }

  private static String region(MetalTrace trace) {
    if (trace.regionBytes() == 0) {
      return "TRACE region: none, so it lies in plain DRAM; all such traces take "
          + ByteText.of(trace.tracesBytes());
    }
    return String.format(
        Locale.ROOT,
        "TRACE region: %s of %s filled, %.1f %%, by all traces when this one was captured",
        ByteText.brief(trace.tracesBytes()),
        ByteText.of(trace.regionBytes()),
        100.0 * trace.tracesBytes() / trace.regionBytes());
  }

  private void kinds() {
    line("%nWhat it is made of%n  %-22s %9s %12s %8s", "kind", "commands", "bytes", "share");
    breakdown.kinds().forEach((kind, amount) -> row(kind.title(), amount));
    Amount all = breakdown.kinds().values().stream().reduce(new Amount(0, 0), TraceDumpText::sum);
    row("all commands", all);
    if (breakdown.undecodedBytes() > 0) {
      line("  %-22s %9s %,12d", "not decoded", "", breakdown.undecodedBytes());
    }
    if (breakdown.lastPageBytes() > 0) {
      line("  %-22s %9s %,12d", "rest of the last page", "", breakdown.lastPageBytes());
    }
  }

  private static Amount sum(Amount a, Amount b) {
    return new Amount(a.commands() + b.commands(), a.bytes() + b.bytes());
  }

  private void row(String title, Amount amount) {
    line(
        "  %-22s %,9d %,12d %6.1f %%",
        title,
        amount.commands(),
        amount.bytes(),
        100.0 * amount.bytes() / Math.max(1, breakdown.commandBytes()));
  }

  private void reasons() {
    line("%nWhy it is that large");
    breakdown.reasons().forEach(reason -> line("  %s", reason));
  }

  private void operations() {
    line(
        "%nOperations%n  %10s %10s %9s %10s %10s %10s %10s %10s  %s",
        "offset", "bytes", "commands", "launch", "data", "CCL", "sync", "config", "operation");
    for (Part part : breakdown.parts()) {
      Amount total = part.total();
      String kinds =
          part.kinds().values().stream()
              .map(amount -> String.format(Locale.ROOT, " %,10d", amount.bytes()))
              .collect(Collectors.joining());
      line(
          "  %,10d %,10d %,9d%s  %s",
          part.commands().getFirst().offset(), total.bytes(), total.commands(), kinds, title(part));
    }
  }

  private static String title(Part part) {
    MetalTrace.Operation operation = part.operation();
    return operation == null
        ? "(no operation)"
        : VisibleText.of(operation.name()) + ", program " + operation.programId();
  }

  private void commands() {
    CommandText text = new CommandText(dump.format());
    line("%nCommands%n  %10s %8s  %s", "offset", "bytes", "command");
    for (Part part : breakdown.parts()) {
      line("%s: %s", title(part), counted(part.total().bytes(), "byte"));
      for (Located located : part.commands()) {
        line(
            "  %,10d %,8d  %s",
            located.offset(), located.strideBytes(), text.of(located.command()));
      }
    }
  }

  private void problem() {
    Problem problem = breakdown.problem();
    if (problem != null) {
      line("%nDamaged at byte %,d: %s", problem.offset(), problem.sentence());
    }
  }

  private static String counted(long count, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
