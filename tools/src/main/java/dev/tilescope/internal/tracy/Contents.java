package dev.tilescope.internal.tracy;

import dev.tilescope.profile.HostRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What will be in a trace, in the bytes it will have there. */
final class Contents {
  /** Lanes of devices need some of the 65,535 references to threads. */
  static final int MOST_HOST_THREADS = 45_000;

  static final int WARNING = 0xFF8000;

  /** Stands for the threads that virtual ones ran on. */
  static final String CARRIERS = "Virtual threads (carriers are not recorded)";

  final SpillFile file;
  final StringTable strings;
  final SourceLocations locations;
  final NoteTable notes;
  final ThreadNames names;
  final ZoneTotals hostZones = new ZoneTotals();
  final ZoneTotals deviceZones = new ZoneTotals();
  final SortedRecords messages;
  final Series frames;
  final Series plots;
  final Series memory;
  final List<TraceThread> threads = new ArrayList<>();
  final List<DeviceContext> devices = new ArrayList<>();
  @Nullable HostRun run;

  /** Then there is no run of ours, and devices were measured. */
  boolean isOfBoard;

  private @Nullable TraceThread carrier;
  private int programThreads;
  private long lastNanos;
  private long lostMessages;

  Contents(SpillFile file) {
    this.file = file;
    this.strings = new StringTable(file);
    this.locations = new SourceLocations(strings, file);
    this.notes = new NoteTable(strings, file);
    this.names = new ThreadNames(strings, file);
    this.messages = new SortedRecords(file);
    this.frames = new Series(strings, file);
    this.plots = new Series(strings, file);
    this.memory = new Series(strings, file);
    frames.add(frames.define("", 0), 0, 0, 0, 0);
  }

  /** Null if there are too many already. */
  @Nullable TraceThread thread(String name) {
    return hasRoom() ? add(names.add(name), null) : null;
  }

  /** Null if there are too many threads already. */
  @Nullable TraceThread virtualThread(String name) {
    TraceThread on = carrier;
    if (on == null) {
      on = add(names.add(CARRIERS), null);
      carrier = on;
    }
    return hasRoom() ? add(names.addFiber(name), on) : null;
  }

  private boolean hasRoom() {
    return ++programThreads <= MOST_HOST_THREADS;
  }

  private TraceThread add(ThreadNames.Named named, @Nullable TraceThread on) {
    TraceThread added = new TraceThread(named, new ThreadZones(file, hostZones, notes), on);
    threads.add(added);
    return added;
  }

  /**
   * @param isCalibrated whether times are by a clock that was compared with the host's
   */
  DeviceContext device(String name, boolean isCalibrated) {
    DeviceContext added = new DeviceContext(name, isCalibrated, strings);
    devices.add(added);
    return added;
  }

  GpuZones lane(DeviceContext device, String name) {
    int number = names.add(name).number();
    GpuZones zones = new GpuZones(file, deviceZones, ThreadNames.indexInTable(number));
    device.add(number, zones);
    return zones;
  }

  void message(TraceThread thread, long nanos, String text, int rgb) {
    int index = strings.text(text);
    if (index == StringTable.NONE) {
      lostMessages++;
      return;
    }
    long taken = within(nanos);
    thread.acted(taken);
    messages.add(0, taken, index, Payload.bgr(rgb), thread.nextMessage());
  }

  /** As near to a time as the file takes. */
  long within(long nanos) {
    long taken = Math.clamp(nanos, 0, Payload.LAST_NANOS);
    lastNanos = Math.max(lastNanos, taken);
    return taken;
  }

  /** The last time of the trace. */
  long lastNanos() {
    return lastNanos;
  }

  /** Nothing follows. */
  void seal(Consumer<String> problems) {
    for (TraceThread thread : threads) {
      thread.zones.seal();
      lastNanos = Math.max(lastNanos, thread.zones.lastNanos());
    }
    for (DeviceContext device : devices) {
      long moved = device.seal();
      lastNanos = Math.max(lastNanos, device.lastNanos() + moved);
      if (moved > 0) {
        problems.accept(
            "%s ran up to %,d ns before the run began, by its clock: its zones are moved by as much in the Tracy file; --sync-host-device aligns the clocks"
                .formatted(device.name(), moved));
      }
    }
    complain(problems);
  }

  private void complain(Consumer<String> problems) {
    complain(problems, hostZones.tooDeep + deviceZones.tooDeep, "zones, nested too deep,");
    complain(problems, lostMessages, "messages");
    complain(problems, notes.lostTexts(), "texts of zones");
    complain(problems, frames.lost() + plots.lost() + memory.lost(), "marks of too many names");
  }

  private static void complain(Consumer<String> problems, long count, String what) {
    if (count > 0) {
      problems.accept("%,d %s found no room in the Tracy file".formatted(count, what));
    }
  }
}
