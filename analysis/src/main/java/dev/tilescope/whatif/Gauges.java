package dev.tilescope.whatif;

import dev.tilescope.analysis.MemoryScript;
import dev.tilescope.analysis.MemoryScript.Event;
import dev.tilescope.device.BankStatistics;
import dev.tilescope.device.CircularBufferLayout;
import dev.tilescope.device.ModelledMemory;
import dev.tilescope.model.BufferType;
import dev.tilescope.whatif.Outcome.Level;
import dev.tilescope.whatif.Outcome.Room;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How full the memories of a replay become, and how little room its operations have. */
final class Gauges {
  private static final List<BufferType> MEMORIES =
      List.of(BufferType.L1, BufferType.L1_SMALL, BufferType.DRAM, BufferType.TRACE);
  private static final long UNKNOWN = -1;

  private static final class Gauge {
    long peak;
    int peakIn;
    long leastBlock = Long.MAX_VALUE;
    int leastIn;
    double fragmentation;
    int fragmentedIn;

    void note(BankStatistics bank, int operation) {
      if (bank.allocatedBytes() > peak) {
        peak = bank.allocatedBytes();
        peakIn = operation;
      }
      if (bank.largestFreeBlockBytes() < leastBlock) {
        leastBlock = bank.largestFreeBlockBytes();
        leastIn = operation;
      }
      if (bank.fragmentation() > fragmentation) {
        fragmentation = bank.fragmentation();
        fragmentedIn = operation;
      }
    }
  }

  private final ModelledMemory memory;
  private final MemoryScript script;
  private final Map<BufferType, Gauge> gauges = new EnumMap<>(BufferType.class);
  private final Map<Integer, Room> rooms = new TreeMap<>();
  private long programEnd = UNKNOWN;
  private boolean isLaunch;

  Gauges(ModelledMemory memory, MemoryScript script) {
    this.memory = memory;
    this.script = script;
    MEMORIES.forEach(type -> gauges.put(type, new Gauge()));
  }

  /** A program is on the cores; the event is noted next. */
  void launched(CircularBufferLayout layout) {
    programEnd = end(layout);
    isLaunch = true;
  }

  private long end(CircularBufferLayout layout) {
    return layout.regionEnds().values().stream()
        .mapToLong(Long::longValue)
        .max()
        .orElse(memory.baseAddress(BufferType.L1));
  }

  void note(Event event) {
    int operation = event.place().operation();
    gauges.forEach((type, gauge) -> {
      if (memory.bankBytes(type) > 0) {
        gauge.note(memory.statistics(type), operation);
      }
    });
    Room now =
        new Room(
            script.step(event),
            isLaunch ? headroom() : UNKNOWN,
            memory.statistics(BufferType.L1).largestFreeBlockBytes(),
            memory.statistics(BufferType.DRAM).largestFreeBlockBytes());
    rooms.merge(operation, now, Gauges::least);
    isLaunch = false;
  }

  private long headroom() {
    long lowest = memory.lowestL1Address();
    long end =
        lowest < 0 ? memory.baseAddress(BufferType.L1) + memory.bankBytes(BufferType.L1) : lowest;
    return Math.max(0, end - programEnd);
  }

  private static Room least(Room one, Room other) {
    return new Room(
        one.step(),
        one.headroomBytes() < 0 || other.headroomBytes() < 0
            ? Math.max(one.headroomBytes(), other.headroomBytes())
            : Math.min(one.headroomBytes(), other.headroomBytes()),
        Math.min(one.l1FreeBlockBytes(), other.l1FreeBlockBytes()),
        Math.min(one.dramFreeBlockBytes(), other.dramFreeBlockBytes()));
  }

  /** Of memories that anything was ever in. */
  List<Level> levels() {
    List<Level> levels = new ArrayList<>();
    gauges.forEach((type, gauge) -> {
      if (gauge.peak > 0) {
        levels.add(
            new Level(
                type,
                memory.bankBytes(type),
                gauge.peak,
                script.step(gauge.peakIn),
                gauge.leastBlock,
                script.step(gauge.leastIn),
                gauge.fragmentation,
                script.step(gauge.fragmentedIn)));
      }
    });
    return levels;
  }

  List<Room> rooms() {
    return List.copyOf(rooms.values());
  }
}
