package dev.tilescope.memory;

import dev.tilescope.model.Changed;
import org.jspecify.annotations.Nullable;

/**
 * A buffer that was there when a memory was fullest.
 *
 * @param bytesPerBank what it took of a core or bank
 * @param bytes over all banks
 * @param tensorId of the first tensor in it; -1 if there is none
 * @param tensor its shape and type in words; empty if there is none
 * @param layout how it was spread, such as {@code INTERLEAVED}
 * @param shardCores cores with shards; 0 or less if it had none
 * @param made the operation that made it; null if it stood there before the capture
 * @param making what that one had to do with it
 * @param previousUse the last operation up to the peak that used or made it; 0 for none
 * @param nextUse the first operation after the peak that uses it; 0 for none
 * @param lastUse the last operation that used it; null if none did
 * @param freed the operation that freed it; null if none did
 */
public record BufferPart(
    long bytesPerBank,
    long bytes,
    long address,
    long tensorId,
    String tensor,
    String layout,
    int shardCores,
    @Nullable Step made,
    Making making,
    int previousUse,
    int nextUse,
    @Nullable Step lastUse,
    @Nullable Step freed) {
  /**
   * An operation of the program.
   *
   * @param source where it was called, {@code file:line}; empty if that was not recorded
   */
  public record Step(int operation, String name, String source) {}

  /** How a buffer came to be. */
  public enum Making {
    /** The operation computed what is in it, or made room for it. */
    COMPUTED,
    /** The operation only loads or fills a tensor. */
    BROUGHT_IN,
    /** A call that has no number made it, before the operation began. */
    BROUGHT_IN_BEFORE
  }

  /** What a buffer is there for while an operation runs. */
  public enum Role {
    /** That operation takes or gives it. */
    IN_USE,
    /** It is made and freed inside of that operation. */
    TEMPORARY,
    /** A later operation needs it. */
    WAITING,
    /** Loaded or filled, and kept until the model is done: it is there because it runs again. */
    WEIGHT,
    /** No tensor is in it: kernels and arguments of programs, kept for their next run. */
    PROGRAM,
    /** Nothing used it after it was made, and nothing freed it. */
    RESULT,
    /** Nothing needs it any more. */
    LATE
  }

  public BufferPart withSteps(
      @Nullable Step madeBy, @Nullable Step lastUsedBy, @Nullable Step freedBy) {
    BufferPart part = Changed.with(this, "made", madeBy);
    part = Changed.with(part, "lastUse", lastUsedBy);
    return Changed.with(part, "freed", freedBy);
  }

  /**
   * @param at the operation in which the memory was fullest
   * @param lastWorking the last operation that does more than free
   */
  public Role role(int at, int lastWorking) {
    int madeIn = made == null ? 0 : made.operation();
    int usedLast = lastUse == null ? 0 : lastUse.operation();
    if (madeIn == at && freed != null && freed.operation() == at) {
      return Role.TEMPORARY;
    }
    if (tensorId < 0 && lastUse == null) {
      return Role.PROGRAM;
    }
    if ((made == null || making != Making.COMPUTED)
        && (freed == null || freed.operation() > lastWorking)) {
      return Role.WEIGHT;
    }
    if (previousUse == at || madeIn == at || usedLast == at) {
      return Role.IN_USE;
    }
    if (nextUse > 0 || usedLast > at) {
      return Role.WAITING;
    }
    return freed == null && usedLast <= madeIn ? Role.RESULT : Role.LATE;
  }
}
