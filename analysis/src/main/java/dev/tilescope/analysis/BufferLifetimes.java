package dev.tilescope.analysis;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.BufferDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Each buffer's life: who made it, which operation needed it last, when it was freed.
 *
 * <p>An operation uses a buffer if a tensor in it is among its inputs or outputs, at any depth.
 * Freeing is no use. Everything is told in the order in which it happened.
 *
 * @param lifetimes buffers from before the capture first, then by allocation
 */
public record BufferLifetimes(OperationClock clock, List<Lifetime> lifetimes) {
  public BufferLifetimes {
    lifetimes = List.copyOf(lifetimes);
  }

  /** The parts of a device's memory that have peaks of their own. */
  public record Region(int deviceId, BufferType type) implements Comparable<Region> {
    static Region of(BufferDescription buffer) {
      return new Region(buffer.deviceId(), buffer.type());
    }

    @Override
    public int compareTo(Region other) {
      int byDevice = Integer.compare(deviceId, other.deviceId);
      return byDevice != 0 ? byDevice : type.compareTo(other.type);
    }
  }

  /**
   * Something that happened.
   *
   * @param position its place in the order of time
   * @param step the operation then running, by {@link OperationClock}; -1 before the first
   * @param operation the innermost operation it happened in
   */
  public record Moment(int counter, int position, int step, @Nullable Operation operation) {
    /** Names from the outermost caller inwards; empty outside operations. */
    public List<String> path() {
      return operation == null ? List.of() : operation.path();
    }
  }

  /**
   * @param counter the node that stands for the buffer
   * @param description what the trace says of it anywhere: nodes differ in what they hold
   * @param made null for a buffer from before the capture
   * @param lastUse the end of the last call that needed it; null if no call is known to
   * @param freed null if it never was
   */
  public record Lifetime(
      int counter,
      BufferDescription description,
      @Nullable Moment made,
      @Nullable Moment lastUse,
      @Nullable Moment freed) {
    public long bytes() {
      return Buffers.bytes(description);
    }

    /** What one bank gives up for it, -1 if the trace does not say. */
    public long bytesPerBank() {
      return description.maxSizePerBankBytes();
    }

    /** False in NO_DISPATCH, where every address is 0, and in traces that hold none. */
    public boolean hasAddress() {
      return description.address() > 0;
    }

    public Region region() {
      return Region.of(description);
    }

    public boolean isLiveAt(int position) {
      return madePosition() <= position && position < freedPosition();
    }

    /** True if the capture made it and did not free it. */
    public boolean isLeaked() {
      return made != null && freed == null;
    }

    int madePosition() {
      return made == null ? -1 : made.position();
    }

    int freedPosition() {
      return freed == null ? Integer.MAX_VALUE : freed.position();
    }

    /**
     * When it could have been freed: as the call that needed it last returned. When it was freed,
     * if that is not known, or if it is the caller's own: from before the capture, and kept.
     */
    public int freeablePosition() {
      return lastUse == null || (made == null && freed == null)
          ? freedPosition()
          : Math.min(freedPosition(), Math.max(madePosition() + 1, lastUse.position()));
    }
  }

  public static BufferLifetimes of(Trace trace) {
    OperationClock clock = OperationClock.of(trace, CallTree.of(trace));
    return new BufferLifetimes(clock, new LifetimeBuilder(trace, clock).build());
  }
}
