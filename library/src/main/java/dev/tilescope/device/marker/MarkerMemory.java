package dev.tilescope.device.marker;

import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The markers of one chip: all cores that can run programs, each with its five RISCs or with one
 * that stands for them, and, if that is asked for, those that dispatch.
 */
public final class MarkerMemory {
  /** The RISCs of a Tensix core. */
  public static final List<Risc> TENSIX =
      List.of(Risc.BRISC, Risc.NCRISC, Risc.TRISC_0, Risc.TRISC_1, Risc.TRISC_2);

  /**
   * A core as the profiler knows it.
   *
   * @param physical where it is on NoC 0
   */
  public record Core(CoreCoord logical, CoreCoord physical, List<RiscMarkers> riscs) {
    public RiscMarkers markers(Risc risc) {
      for (RiscMarkers markers : riscs) {
        if (markers.risc() == risc) {
          return markers;
        }
      }
      throw new TilescopeException("core " + physical + " has no " + risc);
    }

    /**
     * Moves what has accumulated in L1 to DRAM if another run might not fit.
     *
     * @param doneCycles when the run before ended on the core
     * @return when the core has done with that, too
     */
    public long pushIfNearlyFull(long doneCycles) {
      if (!(riscs.getFirst() instanceof AccumulatedMarkers first)) {
        return doneCycles;
      }
      List<AccumulatedMarkers> accumulated =
          riscs.stream().map(AccumulatedMarkers.class::cast).toList();
      if (accumulated.stream().noneMatch(AccumulatedMarkers::isNearlyFullInL1)) {
        return doneCycles;
      }
      accumulated.forEach(AccumulatedMarkers::push);
      return first.pushed(doneCycles);
    }
  }

  /**
   * A core that dispatches.
   *
   * @param riscs those that write markers
   */
  public record DispatchCore(CoreCoord logical, CoreCoord physical, List<Risc> riscs) {}

  /**
   * What one RISC had in DRAM.
   *
   * @param words packed as {@link MarkerWords} says
   * @param isDropped whether DRAM was too small for all of it
   * @param lostMarkers in L1 or DRAM
   */
  public record Stream(Risc risc, int[] words, boolean isDropped, long lostMarkers) {}

  /** What one core had in DRAM. */
  public record CoreStreams(CoreCoord logical, CoreCoord physical, List<Stream> streams) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final int chipId;
  private final MarkerOptions options;
  private final List<Core> cores;
  private Runnable whenNearlyFull = () -> {};
  private Runnable whenLate = () -> {};
  private long lateNanos = Long.MAX_VALUE;
  private boolean isUnpeeked;
  private long unpeekedSinceNanos;
  private long writingNanos;

  /**
   * @param logical the cores, in the order of their flat ids
   * @param physical the same cores on NoC 0
   * @param dispatch come behind the others
   */
  public MarkerMemory(
      int chipId,
      MarkerOptions options,
      List<CoreCoord> logical,
      List<CoreCoord> physical,
      List<DispatchCore> dispatch) {
    this.chipId = chipId;
    this.options = options;
    List<Core> made = new ArrayList<>(logical.size() + dispatch.size());
    for (int i = 0; i < logical.size(); i++) {
      made.add(worker(made.size(), logical.get(i), physical.get(i)));
    }
    for (DispatchCore core : dispatch) {
      made.add(core(made.size(), core.logical(), core.physical(), core.riscs()));
    }
    this.cores = List.copyOf(made);
  }

  private Core worker(int flatId, CoreCoord logical, CoreCoord physical) {
    return switch (options.mode()) {
      case PROGRAMS -> core(flatId, logical, physical, TENSIX);
      case TRACES -> core(flatId, logical, physical, List.of(Risc.TENSIX_RISC_AGG));
      case ACCUMULATED ->
          new Core(
              logical,
              physical,
              TENSIX.stream()
                  .<RiscMarkers>map(risc -> new AccumulatedMarkers(risc, flatId, options))
                  .toList());
    };
  }

  private Core core(int flatId, CoreCoord logical, CoreCoord physical, List<Risc> riscs) {
    return new Core(
        logical,
        physical,
        riscs.stream().map(risc -> new RiscMarkers(risc, flatId, options)).toList());
  }

  public int chipId() {
    return chipId;
  }

  public MarkerOptions options() {
    return options;
  }

  public List<Core> cores() {
    return cores;
  }

  /** What to do when the next program might not fit, such as reading what is there. */
  public void whenNearlyFull(Runnable action) {
    whenNearlyFull = action;
  }

  /**
   * What to do before the next program if nobody has looked at its markers for so long: whoever
   * should have may be waiting for a core.
   */
  public void whenLate(long nanos, Runnable action) {
    lateNanos = nanos;
    whenLate = action;
  }

  /** As {@link #write}, for a program that does nothing but write: the time it takes is counted. */
  public void writeTimed(Runnable program) {
    write(() -> {
      long begin = System.nanoTime();
      program.run();
      writingNanos += System.nanoTime() - begin;
    });
  }

  /** What {@link #writeTimed} took so far. */
  public long writingNanos() {
    lock.lock();
    try {
      return writingNanos;
    } finally {
      lock.unlock();
    }
  }

  /** Lets one program at a time write its markers. */
  public void write(Runnable program) {
    lock.lock();
    try {
      if (isNearlyFull()) {
        whenNearlyFull.run();
      }
      if (isUnpeeked && System.nanoTime() - unpeekedSinceNanos > lateNanos) {
        whenLate.run();
      }
      program.run();
      if (!isUnpeeked) {
        isUnpeeked = true;
        unpeekedSinceNanos = System.nanoTime();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isNearlyFull() {
    for (Core core : cores) {
      for (RiscMarkers risc : core.riscs()) {
        if (risc.isNearlyFull()) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Reads as {@link #take} does, and lets no program and no other reader in until the receiver has
   * it all: what is read first is handed over first.
   */
  public void read(Consumer<List<CoreStreams>> receiver) {
    lock.lock();
    try {
      receiver.accept(take());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Hands over what came to DRAM since the last look or read, and leaves it there: for whoever
   * keeps a copy, in case the program is killed. A program that is writing markers is not waited
   * for longer than given.
   */
  public void peek(long patienceNanos, Consumer<List<CoreStreams>> receiver) {
    boolean isLocked = false;
    try {
      isLocked = lock.tryLock(patienceNanos, TimeUnit.NANOSECONDS);
      if (isLocked) {
        List<CoreStreams> seen = unpeeked();
        if (!seen.isEmpty()) {
          receiver.accept(seen);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (isLocked) {
        lock.unlock();
      }
    }
  }

  private List<CoreStreams> unpeeked() {
    List<CoreStreams> seen = new ArrayList<>();
    for (Core core : cores) {
      if (core.riscs().stream().anyMatch(RiscMarkers::hasUnpeeked)) {
        List<Stream> streams = core.riscs().stream().map(RiscMarkers::peek).toList();
        seen.add(new CoreStreams(core.logical(), core.physical(), streams));
      }
    }
    isUnpeeked = false;
    return seen;
  }

  /** Reads all cores' DRAM and empties it; cores without a marker are left out. */
  public List<CoreStreams> take() {
    lock.lock();
    try {
      List<CoreStreams> taken = new ArrayList<>();
      for (Core core : cores) {
        List<Stream> streams = core.riscs().stream().map(RiscMarkers::take).toList();
        if (streams.stream().anyMatch(s -> s.words().length > 0 || s.lostMarkers() > 0)) {
          taken.add(new CoreStreams(core.logical(), core.physical(), streams));
        }
      }
      isUnpeeked = false;
      return taken;
    } finally {
      lock.unlock();
    }
  }
}
