package dev.tilescope.whatif;

import dev.tilescope.device.BankStatistics;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.model.BufferType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that does not fit.
 *
 * @param step the operation it happened in
 * @param node where in the trace
 * @param buffer the index of what was asked for; -1 for a program
 * @param what was to be put there: a tensor, or a program
 * @param neededBytes in one bank; of circular buffers, from where they begin
 * @param availableBytes what it could have had
 * @param bank how full the memory was; null where that is not the reason
 * @param holders the buffers that were there, largest first
 * @param message what the device says
 */
public record Misfit(
    Kind kind,
    BufferType memory,
    Step step,
    int node,
    int buffer,
    String what,
    long neededBytes,
    long availableBytes,
    @Nullable BankStatistics bank,
    List<Holder> holders,
    String message) {
  public Misfit {
    holders = List.copyOf(holders);
  }

  /** Why. */
  public enum Kind {
    /** Less is free than it needs. */
    FULL,

    /** Enough is free, but not in one piece. */
    FRAGMENTED,

    /** It needs more than an empty bank has. */
    TOO_LARGE,

    /** Circular buffers and L1 buffers meet. */
    CLASH,

    /** Circular buffers alone need more than L1 has. */
    PROGRAM_TOO_LARGE,

    /** All live traces together need more than their region has. */
    TRACE_REGION,

    /** The device refuses it, whatever is free: too many shards, or no such memory. */
    REFUSED
  }

  /**
   * A buffer that was there.
   *
   * @param made null if it stood there before the capture
   * @param tensor shape and type in words; empty if there is no tensor in it
   */
  public record Holder(int buffer, long address, long bytes, @Nullable Step made, String tensor) {}
}
