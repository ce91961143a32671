package dev.tilescope.device;

import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is to go wrong on a device, for tests of what a program does about it.
 *
 * <pre>{@code
 * FaultPlan faults =
 *     FaultPlan.NONE
 *         .with(Hang.of("BinaryNgDeviceOperation").atLaunch(3).onCore(1, 0))
 *         .with(SlowCore.of(7, 7, 4.0))
 *         .with(FailedAllocation.nth(12).in(BufferType.L1));
 * MeshDevice.open(Board.named("n150"), DeviceOptions.DEFAULT.withFaults(faults));
 * }</pre>
 *
 * <p>A plan is the same in every run: faults strike by counts, never by chance. Each device counts
 * for itself. Chips are meant by their place in the mesh, from 0. While dispatch is blocked nothing
 * runs, and nothing is counted.
 */
public record FaultPlan(
    List<Hang> hangs, List<SlowCore> slowCores, List<FailedAllocation> failedAllocations) {
  public static final FaultPlan NONE = new FaultPlan(List.of(), List.of(), List.of());

  public FaultPlan {
    hangs = List.copyOf(hangs);
    slowCores = List.copyOf(slowCores);
    failedAllocations = List.copyOf(failedAllocations);
  }

  public FaultPlan with(Hang hang) {
    return new FaultPlan(and(hangs, hang), slowCores, failedAllocations);
  }

  public FaultPlan with(SlowCore core) {
    return new FaultPlan(hangs, and(slowCores, core), failedAllocations);
  }

  public FaultPlan with(FailedAllocation allocation) {
    return new FaultPlan(hangs, slowCores, and(failedAllocations, allocation));
  }

  private static <T> List<T> and(List<T> before, T one) {
    return Stream.concat(before.stream(), Stream.of(one)).toList();
  }

  /**
   * A launch that comes to no end: one kernel stays for ever where it first could wait, at its end
   * at the latest. It ends by {@link OperationTimeout}, or if its thread is interrupted.
   *
   * @param operation the device operation or program, e.g. {@code BinaryNgDeviceOperation}
   * @param launch which of its launches, from 1
   * @param core null for the first of the program
   * @param risc null for the first that has a kernel there
   */
  public record Hang(
      String operation, int launch, int chip, @Nullable CoreCoord core, @Nullable Risc risc) {
    public Hang {
      require(launch >= 1, "launches count from 1, got " + launch);
      require(chip >= 0, "chips count from 0, got " + chip);
    }

    /** The first launch, on the first chip. */
    public static Hang of(String operation) {
      return new Hang(operation, 1, 0, null, null);
    }

    public Hang atLaunch(int number) {
      return new Hang(operation, number, chip, core, risc);
    }

    public Hang onChip(int place) {
      return new Hang(operation, launch, place, core, risc);
    }

    public Hang onCore(int x, int y) {
      return new Hang(operation, launch, chip, new CoreCoord(x, y), risc);
    }

    public Hang onRisc(Risc which) {
      return new Hang(operation, launch, chip, core, which);
    }

    /** For a launch that has no such kernel. */
    public TilescopeException misses(String whatThereIs) {
      return new TilescopeException(
          "fault plan: launch %d of %s cannot hang on core %s, RISC %s; its %s"
              .formatted(
                  launch,
                  operation,
                  core == null ? "(any)" : core,
                  risc == null ? "(any)" : risc,
                  whatThereIs));
    }
  }

  /**
   * A core that takes longer for everything it does, and every program with it.
   *
   * @param chip -1 for all
   * @param factor 2 is half as fast
   */
  public record SlowCore(int chip, CoreCoord core, double factor) {
    private static final int ALL = -1;

    public SlowCore {
      require(chip >= ALL, "chips count from 0, got " + chip);
      require(
          factor >= 1 && factor <= 1e6, "a core is slowed by 1 to 1000000 times, got " + factor);
    }

    /** On every chip. */
    public static SlowCore of(int x, int y, double factor) {
      return new SlowCore(ALL, new CoreCoord(x, y), factor);
    }

    public SlowCore onChip(int place) {
      return new SlowCore(place, core, factor);
    }

    boolean isOnChip(int place) {
      return chip == ALL || chip == place;
    }
  }

  /**
   * An allocation that is refused as if the memory were full.
   *
   * @param nth of those that the rest describes, from 1; 0 for each of them
   * @param memory null for any
   * @param leastBytes of the buffer, over all banks
   */
  public record FailedAllocation(long nth, @Nullable BufferType memory, long leastBytes) {
    public FailedAllocation {
      require(nth >= 0, "allocations count from 1 (0 for each), got " + nth);
    }

    public static FailedAllocation nth(long number) {
      return new FailedAllocation(number, null, 0);
    }

    /** Each allocation that the rest describes. */
    public static FailedAllocation each() {
      return nth(0);
    }

    public FailedAllocation in(BufferType type) {
      return new FailedAllocation(nth, type, leastBytes);
    }

    public FailedAllocation ofAtLeast(long bytes) {
      return new FailedAllocation(nth, memory, bytes);
    }

    boolean describes(BufferType type, long bytes) {
      return (memory == null || memory == type) && bytes >= leastBytes;
    }

    boolean isCount(long count) {
      return nth == 0 || nth == count;
    }
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new TilescopeException("fault plan: " + message);
    }
  }
}
