package dev.tilescope.memory;

import dev.tilescope.memory.BufferPart.Role;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.memory.Headline.Amount;
import dev.tilescope.model.Changed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One memory of a device when it was fullest: what lay in it and what would lower the peak.
 *
 * @param isL1 a core's L1; otherwise a bank of DRAM
 * @param source where the operation was called, {@code file:line}; empty if not recorded
 * @param buffers largest first
 * @param programs on the fullest core, largest first
 * @param levels of that memory, by operation
 * @param lastWorking the last operation that does more than free
 * @param banks that an interleaved buffer is spread over; 0 if not known
 */
public record FullMoment(
    Headline device,
    boolean isL1,
    String source,
    List<BufferPart> buffers,
    List<ProgramPart> programs,
    OperationLevels levels,
    int lastWorking,
    int banks) {
  private static final int MAX_PRICED = 24;

  public FullMoment {
    buffers =
        buffers.stream()
            .sorted(
                Comparator.comparingLong(BufferPart::bytesPerBank)
                    .reversed()
                    .thenComparingLong(BufferPart::address)
                    .thenComparingLong(BufferPart::tensorId))
            .toList();
    programs =
        programs.stream().sorted(Comparator.comparingLong(ProgramPart::bytes).reversed()).toList();
  }

  /** Something to do, and by how much it lowers the peak. */
  public sealed interface Advice {
    long savedBytes();

    /** Free a buffer right after its last use. */
    record FreeEarlier(BufferPart buffer, Step after, long savedBytes) implements Advice {}

    /** Keep a buffer in DRAM while nothing uses it, or for as long as it lives. */
    record MoveToDram(BufferPart buffer, boolean isWhileIdle, long savedBytes) implements Advice {}

    /** Spread the shards of a buffer over all cores. */
    record SpreadShards(BufferPart buffer, int cores, long savedBytes) implements Advice {}

    /** Let the program work on smaller blocks: half of its largest circular buffer. */
    record HalveBlock(ProgramPart largest, long savedBytes) implements Advice {}
  }

  public Amount amount() {
    return device.amount(isL1);
  }

  public Role role(BufferPart buffer) {
    return buffer.role(amount().operation(), lastWorking);
  }

  public FullMoment withBuffers(List<BufferPart> others) {
    return Changed.with(this, "buffers", others);
  }

  /** What buffers of a role took together. */
  public long bytesOf(Role role) {
    return buffers.stream().filter(b -> role(b) == role).mapToLong(BufferPart::bytesPerBank).sum();
  }

  /** What saves most first; only what saves anything. */
  public List<Advice> advice() {
    List<Advice> found = new ArrayList<>();
    buffers.stream().limit(MAX_PRICED).forEach(buffer -> found.addAll(adviceFor(buffer)));
    if (isL1 && !programs.isEmpty()) {
      ProgramPart largest = programs.getFirst();
      long saved = saved(largest.bytes() / 2, largest.operation(), largest.until());
      found.add(new Advice.HalveBlock(largest, saved));
    }
    found.removeIf(advice -> advice.savedBytes() <= 0);
    found.sort(Comparator.comparingLong(Advice::savedBytes).reversed());
    return List.copyOf(found);
  }

  private List<Advice> adviceFor(BufferPart buffer) {
    int freed = buffer.freed() == null ? Integer.MAX_VALUE : buffer.freed().operation();
    int made = buffer.made() == null ? 0 : buffer.made().operation();
    List<Advice> found = new ArrayList<>();
    switch (role(buffer)) {
      case LATE -> {
        Step last = buffer.lastUse() == null ? buffer.made() : buffer.lastUse();
        if (last != null) {
          long saved = saved(buffer.bytesPerBank(), last.operation() + 1, freed);
          found.add(new Advice.FreeEarlier(buffer, last, saved));
        }
      }
      case WAITING -> {
        int until = buffer.nextUse() > 0 ? buffer.nextUse() - 1 : freed;
        long saved = isL1 ? saved(buffer.bytesPerBank(), buffer.previousUse() + 1, until) : 0;
        found.add(new Advice.MoveToDram(buffer, true, saved));
      }
      case WEIGHT, RESULT, PROGRAM -> {
        long saved = isL1 ? saved(buffer.bytesPerBank(), made, freed) : 0;
        found.add(new Advice.MoveToDram(buffer, false, saved));
      }
      case IN_USE -> {
        long saved = isMovable(buffer) ? saved(buffer.bytesPerBank(), made, freed) : 0;
        found.add(new Advice.MoveToDram(buffer, false, saved));
      }
      case TEMPORARY -> {}
    }
    if (isL1 && buffer.shardCores() > 0 && buffer.shardCores() < banks) {
      long less = buffer.bytesPerBank() - Math.ceilDiv(buffer.bytes(), banks);
      found.add(new Advice.SpreadShards(buffer, banks, saved(less, made, freed)));
    }
    return found;
  }

  /** An operation works on shards where they lie: without them it would be another program. */
  private boolean isMovable(BufferPart buffer) {
    return isL1 && buffer.tensorId() >= 0 && buffer.shardCores() <= 0;
  }

  private long saved(long less, int from, int to) {
    return amount().bytes() - levels.peakWithout(less, from, to);
  }
}
