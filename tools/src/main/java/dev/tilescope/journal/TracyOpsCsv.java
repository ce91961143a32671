package dev.tilescope.journal;

import dev.tilescope.internal.csv.CsvWriter;
import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.BoundedText;
import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.ProfilerCost;
import dev.tilescope.profile.SourceSite;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * From the journal of a run to the two files that Tracy's csvexport makes of one: {@code
 * tracy_ops_times.csv} with a row for each zone, and {@code tracy_ops_data.csv} with one for each
 * message, in order of time.
 *
 * <p>Memory holds the zones that are open, and the messages of a moment: those that a later block
 * can still have earlier ones for.
 */
public final class TracyOpsCsv implements HostEvents {
  /** Zones inside an operation that reports show a column for. */
  public static final Set<String> USUAL_CHILDREN =
      Set.of("CompileProgram", "HWCommandQueue_write_buffer");

  private static final String ZONES = HostZoneColumn.FILE_NAME;
  private static final String MESSAGES = "tracy_ops_data.csv";
  private static final List<HostZoneColumn> COLUMNS = List.of(HostZoneColumn.values());
  private static final String PARENT = "TT_";

  /** A message may be written so much later than it was made. */
  private static final long SLACK_NANOS = 1_000_000;

  /**
   * What was written.
   *
   * @param journal what there was to read
   * @param run whose journal it is; null if it ended before it said so
   * @param cost what being profiled cost the run; null if it was killed
   */
  public record Summary(
      long zones,
      long messages,
      HostJournal.Summary journal,
      @Nullable HostRun run,
      @Nullable ProfilerCost cost) {}

  private static final class OpenZone {
    final SourceSite site;
    final long beginNanos;
    String name = "";
    String text = "";
    String value = "";

    /** Zones whose rows say what its text is: it may still come. */
    final List<ClosedZone> inside = new ArrayList<>(0);

    OpenZone(SourceSite site, long beginNanos) {
      this.site = site;
      this.beginNanos = beginNanos;
    }
  }

  private record ClosedZone(OpenZone zone, long endNanos, int thread) {}

  private record Message(long nanos, long place, String text) implements Comparable<Message> {
    @Override
    public int compareTo(Message other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime == 0 ? Long.compare(place, other.place) : byTime;
    }
  }

  private final Set<String> children;
  private final CsvWriter zoneRows;
  private final Writer messageRows;
  private final Map<HostThread, Deque<OpenZone>> open = new HashMap<>();
  private final PriorityQueue<Message> waiting = new PriorityQueue<>();
  private @Nullable HostRun run;
  private @Nullable ProfilerCost cost;
  private long zones;
  private long messages;

  private TracyOpsCsv(Set<String> children, Writer zones, Writer messages) {
    this.children = children;
    this.zoneRows = new CsvWriter(zones);
    this.messageRows = messages;
  }

  /**
   * Writes both files into the folder of the journal, whole or not at all.
   *
   * @param logs the folder
   * @param children names of zones that are counted with the operation around them
   */
  public static Summary write(Path logs, Set<String> children) {
    try (AtomicFiles files = new AtomicFiles()) {
      Summary summary =
          write(
              logs,
              children,
              files.reserve(logs.resolve(ZONES)),
              files.reserve(logs.resolve(MESSAGES)));
      // Of a journal that cannot be read nothing is better than what an earlier look made of it.
      if (summary.run() != null) {
        files.publish();
      }
      return summary;
    } catch (IOException | UncheckedIOException e) {
      throw new TilescopeException(
          "cannot write %s and %s to %s: %s".formatted(ZONES, MESSAGES, logs, e), e);
    }
  }

  @Override
  public void cost(ProfilerCost told) {
    cost = told;
  }

  private static Summary write(Path logs, Set<String> children, Path zones, Path messages)
      throws IOException {
    try (BufferedWriter zoneFile = Files.newBufferedWriter(zones);
        BufferedWriter messageFile = Files.newBufferedWriter(messages)) {
      TracyOpsCsv csv = new TracyOpsCsv(children, zoneFile, messageFile);
      csv.zoneRows.row(COLUMNS.stream().map(HostZoneColumn::header).toList());
      HostJournal.Summary read = HostJournal.readIn(logs, csv);
      csv.writeMessages(Long.MAX_VALUE);
      if (csv.messages == 0) {
        messageFile.write("There are currently no messages!\n");
      }
      return new Summary(csv.zones, csv.messages, read, csv.run, csv.cost);
    }
  }

  @Override
  public void run(HostRun theRun) {
    run = theRun;
  }

  @Override
  public void zoneBegin(HostThread thread, long nanos, SourceSite site) {
    open.computeIfAbsent(thread, _ -> new ArrayDeque<>()).push(new OpenZone(site, nanos));
  }

  private @Nullable OpenZone innermost(HostThread thread) {
    Deque<OpenZone> zonesOfThread = open.get(thread);
    return zonesOfThread == null ? null : zonesOfThread.peek();
  }

  /** Texts of one zone follow each other. */
  @Override
  public void zoneText(HostThread thread, String text) {
    OpenZone zone = innermost(thread);
    if (zone != null) {
      zone.text = zone.text.isEmpty() ? text : BoundedText.of(zone.text + " " + text);
    }
  }

  @Override
  public void zoneName(HostThread thread, String name) {
    OpenZone zone = innermost(thread);
    if (zone != null) {
      zone.name = name;
    }
  }

  @Override
  public void zoneValue(HostThread thread, long value) {
    OpenZone zone = innermost(thread);
    if (zone != null) {
      zone.value = Long.toString(value);
    }
  }

  @Override
  public void zoneEnd(HostThread thread, long nanos) {
    Deque<OpenZone> around = open.get(thread);
    OpenZone zone = around == null ? null : around.poll();
    if (around == null || zone == null) {
      return;
    }
    ClosedZone closed = new ClosedZone(zone, nanos, thread.number());
    OpenZone parent = children.contains(zone.site.name()) ? parent(around) : null;
    if (parent == null) {
      write(closed, "");
    } else {
      parent.inside.add(closed);
    }
    zone.inside.forEach(child -> write(child, zone.text));
  }

  private static @Nullable OpenZone parent(Deque<OpenZone> around) {
    for (OpenZone outer : around) {
      if (outer.site.name().contains(PARENT)) {
        return outer;
      }
    }
    return null;
  }

  /** An operation that failed before its launch has no id, and no message. */
  private static boolean isUnlaunched(OpenZone zone) {
    return zone.site.name().equals(JournalFormat.DEVICE_OPERATION) && zone.text.isEmpty();
  }

  private void write(ClosedZone closed, String parentText) {
    OpenZone zone = closed.zone;
    if (isUnlaunched(zone)) {
      return;
    }
    zones++;
    try {
      List<String> cells = new ArrayList<>(COLUMNS.size());
      for (HostZoneColumn column : COLUMNS) {
        cells.add(cell(column, closed, parentText));
      }
      zoneRows.row(cells);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String cell(HostZoneColumn column, ClosedZone closed, String parentText) {
    OpenZone zone = closed.zone;
    return switch (column) {
      case NAME -> line(zone.site.name());
      case FILE -> line(zone.site.file());
      case LINE -> Integer.toString(zone.site.line());
      case ZONE_NAME -> line(zone.name);
      case TEXT -> line(zone.text);
      case START -> Long.toString(zone.beginNanos);
      case DURATION -> Long.toString(closed.endNanos - zone.beginNanos);
      case THREAD -> Integer.toString(closed.thread);
      case VALUE -> zone.value.isEmpty() ? line(zone.text) : zone.value;
      case PARENT_TEXT -> line(parentText);
    };
  }

  /** Readers of these files take them line by line. */
  private static String line(String text) {
    return text.replace('\n', ' ').replace('\r', ' ');
  }

  @Override
  public void threadEnded(HostThread thread) {
    open.remove(thread);
  }

  @Override
  public void message(HostThread thread, long nanos, String text, int rgb) {
    waiting.add(new Message(nanos, messages + waiting.size(), text));
  }

  @Override
  public void drained(long nanos) {
    writeMessages(nanos - SLACK_NANOS);
  }

  private void writeMessages(long beforeNanos) {
    try {
      for (Message next = waiting.peek();
          next != null && next.nanos < beforeNanos;
          next = waiting.peek()) {
        waiting.remove();
        messageRows.write(messages++ == 0 ? "MessageName;total_ns\n" : "");
        messageRows.write(quoted(next.text) + ";" + next.nanos + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Back-ticks are the quotes: a message has them around it or gets them, and none inside. */
  private static String quoted(String text) {
    boolean isQuoted = text.length() > 1 && text.startsWith("`") && text.endsWith("`");
    String inside = isQuoted ? text.substring(1, text.length() - 1) : text;
    boolean needsQuotes = inside.chars().anyMatch(c -> c == ';' || c == '\n' || c == '\r');
    String clean = inside.replace('`', '\'');
    return isQuoted || needsQuotes ? "`" + clean + "`" : clean;
  }
}
