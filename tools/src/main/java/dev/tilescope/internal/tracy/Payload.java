package dev.tilescope.internal.tracy;

import dev.tilescope.profile.HostRun;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the contents of a trace in the order Tracy reads them. Numbers are little-endian; lists
 * have their length as u64 before them unless said otherwise, texts theirs in bytes; times are
 * differences to the one before in the same list.
 *
 * <pre>
 * Payload --> header, clock and machine, texts about the run, processors, crash, frames, [sections],
 *             strings, names of keys, names of threads, tables of threads, source locations,
 *             counts of zones by location, locks, messages, notes of zones, threads with their zones,
 *             devices with theirs, plots, memories, call stacks, images, switches between threads,
 *             processors, symbols, source files; from call stacks on all but the switches of virtual
 *             threads are empty here
 * </pre>
 */
final class Payload {
  /** Times have 47 bits; some are left for zones that are made longer than they were. */
  static final long LAST_NANOS = (1L << 47) - (1L << 40);

  static final int STRING_BY_INDEX = 3;
  static final int NO_STRING = 0;

  private static final int PROCESSORS = 256;
  private static final int OPAQUE = 0xFF000000;
  private static final long CLOCK_STEP_NANOS = 30;
  private static final long NANOS = 1_000_000_000;

  private final Contents contents;
  private final TracyVersion version;
  private final BlockOutput out;

  Payload(Contents contents, TracyVersion version, BlockOutput out) {
    this.contents = contents;
    this.version = version;
    this.out = out;
  }

  /** Tracy's order of a colour's parts. */
  static int bgr(int rgb) {
    return (rgb & 0xFF) << 16 | rgb & 0xFF00 | rgb >>> 16 & 0xFF;
  }

  void write() {
    SortedSet<Long> keys = keys();
    int frameName = contents.strings.name("Frame");
    header();
    run();
    lists(1); // processors
    zeros(28); // no crash
    frames();
    if (version.hasSections) {
      lists(2);
    }
    contents.strings.copyTo(out);
    keys(keys, frameName);
    contents.names.copyNamesTo(out);
    lists(1); // names of threads of other programs
    contents.names.copyTableTo(out);
    lists(1); // threads of other programs
    locations();
    contents.hostZones.copyTo(out);
    contents.deviceZones.copyTo(out);
    lists(1); // locks
    messages();
    contents.notes.copyTo(out);
    threads();
    devices();
    plots();
    memory();
    rest();
    out.finish();
  }

  private void zeros(int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.put8(0);
    }
  }

  /** Of no elements. */
  private void lists(int count) {
    zeros(count * Long.BYTES);
  }

  private void header() {
    out.put("tracy".getBytes(StandardCharsets.US_ASCII), 5);
    out.put8(0);
    out.put8(version.minor);
    out.put8(version.patch);
    out.put64(CLOCK_STEP_NANOS);
    out.putDouble(1); // nanoseconds in a unit of time
    out.put64(contents.lastNanos());
    out.put64(0); // frames before the first
    HostRun run = contents.run;
    out.put64(run == null ? 0 : run.pid());
    out.put64(0); // nanoseconds between samples
    zeros(1 + 4 + 12 + 1); // processor, and that the capture began with the program
  }

  private void run() {
    HostRun run = contents.run;
    String program =
        contents.isOfBoard ? "Board" : run == null ? "unknown program" : "pid " + run.pid();
    long seconds = run == null ? 0 : Math.floorDiv(run.wallClockNanos(), NANOS);
    out.putText(program + " @ " + Instant.ofEpochSecond(seconds));
    out.putText(program);
    out.put64(seconds);
    out.put64(0); // when it was built: unknown
    out.putText(
        contents.isOfBoard
            ? "Logs of a board\nHost times: measured\nDevice times: measured"
            : "Tilescope run: " + id(run) + "\nHost times: measured\nDevice times: modelled");
  }

  private static String id(@Nullable HostRun run) {
    return run == null ? "unknown" : run.id().substring(0, Math.min(run.id().length(), 100));
  }

  private void frames() {
    out.put64(contents.frames.all().size());
    List<Series.Named> sets = List.copyOf(contents.frames.all());
    long[] before = new long[2];
    before[0] = -1;
    contents
        .frames
        .records()
        .forEach((set, nanos, _, _, _) -> {
          if (set != before[0]) {
            out.put64(sets.get(set).key);
            out.put8(1); // a mark ends one frame and begins the next
            out.put64(sets.get(set).count);
            before[0] = set;
            before[1] = 0;
          }
          out.put64(nanos - before[1]);
          out.put32(-1); // no image
          before[1] = nanos;
        });
  }

  /** Those that are not 0. */
  private SortedSet<Long> keys() {
    SortedSet<Long> keys = new TreeSet<>();
    Stream.of(contents.frames, contents.plots, contents.memory)
        .flatMap(series -> series.all().stream())
        .filter(named -> named.key != 0)
        .forEach(named -> keys.add(named.key));
    return keys;
  }

  private void keys(SortedSet<Long> keys, int frameName) {
    out.put64(keys.size() + 1);
    out.put64(0);
    out.put64(StringTable.pointer(frameName));
    for (long key : keys) {
      out.put64(key);
      out.put64(key);
    }
  }

  private void locations() {
    lists(1); // places compiled into the program
    out.put64(1); // the list of their keys has one that stands for none
    out.put64(0);
    contents.locations.copyTo(out);
  }

  private void messages() {
    out.put64(contents.messages.count());
    long[] before = {0};
    contents.messages.forEach((_, nanos, string, colour, pointer) -> {
      out.put64(pointer);
      out.put64(nanos - before[0]);
      before[0] = nanos;
      out.put64(string);
      out.put8(STRING_BY_INDEX);
      out.put32((int) colour | OPAQUE);
      out.put24(0); // no call stack
      if (version.hasSections) {
        out.put16(0); // of the program; ordinary
      }
    });
  }

  private void threads() {
    out.put64(contents.hostZones.zones);
    out.put64(contents.hostZones.parents);
    out.put64(contents.threads.size());
    contents.threads.forEach(thread -> thread.copyTo(out));
  }

  private void devices() {
    out.put64(contents.deviceZones.zones);
    out.put64(contents.deviceZones.parents);
    out.put64(contents.devices.size());
    contents.devices.forEach(device -> device.copyTo(out));
  }

  private void plots() {
    out.put64(contents.plots.all().size());
    List<Series.Named> plots = List.copyOf(contents.plots.all());
    long[] before = {-1, 0};
    contents
        .plots
        .records()
        .forEach((plot, nanos, bits, _, _) -> {
          if (plot != before[0]) {
            plot(plots.get(plot));
            before[0] = plot;
            before[1] = 0;
          }
          out.put64(nanos - before[1]);
          out.put64(bits);
          before[1] = nanos;
        });
  }

  private void plot(Series.Named plot) {
    out.put8(0); // the program's
    out.put8(0); // plain numbers
    out.put8(0); // lines from value to value
    out.put8(1); // filled
    out.put32(0); // any colour
    out.put64(plot.key);
    out.putDouble(plot.least);
    out.putDouble(plot.most);
    out.putDouble(plot.sum);
    out.put64(plot.count);
  }

  private void memory() {
    List<MemoryPool> pools = MemoryPool.of(contents.memory, contents.file);
    out.put64(pools.size());
    out.put64(pools.stream().mapToLong(MemoryPool::allocations).sum());
    pools.forEach(pool -> pool.copyTo(out));
  }

  private void switches() {
    out.put64(contents.threads.stream().filter(TraceThread::hasSwitches).count());
    contents.threads.stream()
        .filter(TraceThread::hasSwitches)
        .forEach(thread -> thread.copySwitchesTo(out));
  }

  private void rest() {
    lists(2); // call stacks and their frames
    lists(1); // texts about the program
    zeros(4); // dictionary of images
    lists(1); // images
    switches();
    lists(1 + PROCESSORS); // switches of processors
    lists(2); // processes of threads, time of threads
    lists(1); // symbols
    out.put64(1); // Tracy counts one inline symbol where there is none
    lists(1); // symbols by address
    lists(3); // code, symbols of code, samples of hardware
    lists(1); // source files
  }
}
