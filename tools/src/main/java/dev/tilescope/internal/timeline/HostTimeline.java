package dev.tilescope.internal.timeline;

import dev.tilescope.internal.timeline.TimelineEvents.ZoneNotes;
import dev.tilescope.journal.HostEvents;
import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.SourceSite;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The host's part of a timeline: its threads, its messages, and the memory of its devices. */
final class HostTimeline implements HostEvents {
  private static final String SIGNPOST = "TT_SIGNPOST: ";

  private static final Pattern OPERATION_ID = Pattern.compile("id:(\\d{1,18})");

  private static final class OpenZone {
    final String siteName;
    final long beginNanos;
    @Nullable String name;
    @Nullable String text;
    @Nullable Long value;
    int rgb;

    OpenZone(String siteName, long beginNanos) {
      this.siteName = siteName;
      this.beginNanos = beginNanos;
    }

    ZoneNotes notes() {
      return name == null && text == null && value == null && rgb == 0
          ? ZoneNotes.NONE
          : new ZoneNotes(name, text, value, rgb);
    }
  }

  /** What is allocated in one memory. */
  private static final class Pool {
    final Map<Long, Long> bytesByAddress = new HashMap<>();
    long bytes;
  }

  private final Lanes lanes;
  private final TimelineEvents events;
  private final Map<HostThread, Deque<OpenZone>> open = new HashMap<>();
  private final Map<String, Pool> pools = new HashMap<>();
  private final OperationNames operations = new OperationNames();
  private @Nullable HostRun run;

  HostTimeline(Lanes lanes, TimelineEvents events) {
    this.lanes = lanes;
    this.events = events;
  }

  /** Null if the journal ended before it said so. */
  @Nullable HostRun run() {
    return run;
  }

  /** Names of the operations that ran on devices, by their numbers. */
  Map<Long, String> operations() {
    return operations.byNumber();
  }

  @Override
  public void run(HostRun started) {
    run = started;
    events.run("pid " + started.pid(), started.pid(), started.id());
  }

  private Lane lane(HostThread thread) {
    return lanes.of(thread);
  }

  @Override
  public void zoneBegin(HostThread thread, long nanos, SourceSite site) {
    open.computeIfAbsent(thread, _ -> new ArrayDeque<>()).push(new OpenZone(site.name(), nanos));
    events.zoneBegin(lane(thread), nanos, site.name(), site.file(), site.line());
  }

  @Override
  public void zoneText(HostThread thread, String text) {
    OpenZone zone = innermost(thread);
    zone.text = zone.text == null ? text : zone.text + " " + text;
  }

  @Override
  public void zoneName(HostThread thread, String name) {
    innermost(thread).name = name;
  }

  @Override
  public void zoneColour(HostThread thread, int rgb) {
    innermost(thread).rgb = rgb;
  }

  @Override
  public void zoneValue(HostThread thread, long value) {
    innermost(thread).value = value;
  }

  /** What is said of no zone goes to one that nobody asks for. */
  private OpenZone innermost(HostThread thread) {
    Deque<OpenZone> zones = open.get(thread);
    OpenZone zone = zones == null ? null : zones.peek();
    return zone == null ? new OpenZone("", 0) : zone;
  }

  @Override
  public void zoneEnd(HostThread thread, long nanos) {
    Deque<OpenZone> zones = open.get(thread);
    OpenZone zone = zones == null ? null : zones.poll();
    if (zone != null && zone.siteName.equals(JournalFormat.DEVICE_OPERATION) && zone.text != null) {
      Matcher id = OPERATION_ID.matcher(zone.text);
      if (id.matches()) {
        events.dispatched(lane(thread), zone.beginNanos, Long.parseLong(id.group(1)));
      }
    }
    events.zoneEnd(lane(thread), nanos, zone == null ? ZoneNotes.NONE : zone.notes());
  }

  @Override
  public void message(HostThread thread, long nanos, String text, int rgb) {
    if (operations.hear(text)) {
      return;
    }
    String plain =
        text.startsWith("`") && text.endsWith("`") ? text.substring(1, text.length() - 1) : text;
    boolean isSignpost = plain.startsWith(SIGNPOST);
    events.moment(
        lane(thread),
        nanos,
        isSignpost ? "signpost" : "message",
        isSignpost ? plain.substring(SIGNPOST.length()) : plain);
  }

  @Override
  public void frameMark(HostThread thread, long nanos, String name) {
    events.moment(lane(thread), nanos, "frame", name.isEmpty() ? "frame" : name);
  }

  @Override
  public void plot(HostThread thread, long nanos, String name, double value) {
    events.quantity(lanes.host(), nanos, name, "value", value);
  }

  @Override
  public void memoryAllocated(
      HostThread thread, long nanos, String name, long address, long bytes) {
    Pool pool = pools.computeIfAbsent(name, _ -> new Pool());
    pool.bytesByAddress.put(address, bytes);
    pool.bytes += bytes;
    events.quantity(lanes.host(), nanos, name, "bytes", (double) pool.bytes);
  }

  @Override
  public void memoryFreed(HostThread thread, long nanos, String name, long address) {
    Pool pool = pools.computeIfAbsent(name, _ -> new Pool());
    Long bytes = pool.bytesByAddress.remove(address);
    pool.bytes -= bytes == null ? 0 : bytes;
    events.quantity(lanes.host(), nanos, name, "bytes", (double) pool.bytes);
  }
}
