package dev.tilescope.device;

import dev.tilescope.model.TilescopeException;

/**
 * What a program does.
 *
 * @param computeCyclesPerCore of the busiest core
 * @param readBytes by all cores together
 * @param rereadBytes of those what DRAM gives once more, for cores that read it again or each by
 *     themselves
 * @param writeBytes by all cores together
 * @param readsDram true if it reads DRAM, false if L1
 * @param writesDram true if it writes DRAM, false if L1
 * @param transactionBytes one NoC transfer: a tile or a row
 * @param reads of the busiest core
 * @param writes of the busiest core
 * @param inputs tensors that it reads
 * @param writesLast nothing is written before all has been read and computed
 * @param floatingPointOperations of matrix products and convolutions; 0 for other programs
 * @param idealComputeCycles with the work spread evenly over the whole compute grid
 */
public record Work(
    long computeCyclesPerCore,
    long readBytes,
    long rereadBytes,
    long writeBytes,
    boolean readsDram,
    boolean writesDram,
    long transactionBytes,
    int cores,
    Traffic reads,
    Traffic writes,
    int inputs,
    boolean writesLast,
    long floatingPointOperations,
    long idealComputeCycles) {
  public Work {
    if (computeCyclesPerCore < 0 || readBytes < 0 || rereadBytes < 0 || writeBytes < 0) {
      throw new TilescopeException(
          "work: cycles and bytes must be >= 0, got %d cycles, %d B read, %d B read again, %d B written"
              .formatted(computeCyclesPerCore, readBytes, rereadBytes, writeBytes));
    }
    if (transactionBytes < 1 || cores < 1) {
      throw new TilescopeException(
          "work: transaction size and cores must be >= 1, got %d B on %d cores"
              .formatted(transactionBytes, cores));
    }
    if (floatingPointOperations < 0
        || idealComputeCycles < 0
        || idealComputeCycles > computeCyclesPerCore) {
      throw new TilescopeException(
          "work: operations must be >= 0 and ideal cycles 0..%d, got %d and %d"
              .formatted(computeCyclesPerCore, floatingPointOperations, idealComputeCycles));
    }
  }

  /**
   * Of a program without a count of its operations, whose cores take the same share each: the ideal
   * is what it does, and it waits for all that it needs for a page of the result.
   */
  public Work(
      long computeCyclesPerCore,
      long readBytes,
      long writeBytes,
      boolean readsDram,
      boolean writesDram,
      long transactionBytes,
      int cores) {
    this(
        computeCyclesPerCore,
        readBytes,
        0,
        writeBytes,
        readsDram,
        writesDram,
        transactionBytes,
        cores,
        Traffic.shared(readBytes, transactionBytes, cores, writeBytes),
        Traffic.shared(writeBytes, transactionBytes, cores, writeBytes),
        1,
        false,
        0,
        computeCyclesPerCore);
  }

  public Work withFloatingPointOperations(long operations, long idealCycles) {
    return copy(computeCyclesPerCore, reads, writes, writesLast, operations, idealCycles);
  }

  public Work withIdealComputeCycles(long cycles) {
    return copy(computeCyclesPerCore, reads, writes, writesLast, floatingPointOperations, cycles);
  }

  /** With more cycles of the busiest core, which the ideal does not have. */
  public Work withMoreCompute(long cycles) {
    return copy(
        computeCyclesPerCore + cycles,
        reads,
        writes,
        writesLast,
        floatingPointOperations,
        idealComputeCycles);
  }

  public Work withTraffic(Traffic ofReader, Traffic ofWriter) {
    return copy(
        computeCyclesPerCore,
        ofReader,
        ofWriter,
        writesLast,
        floatingPointOperations,
        idealComputeCycles);
  }

  /**
   * Parts that one after the other are read, computed and written, while others are on their way.
   */
  long stages() {
    long read = Math.max(1, reads.waits());
    long written = Math.max(1, writes.waits());
    return reads.waits() == 0 || writes.waits() == 0
        ? Math.max(read, written)
        : Math.min(read, written);
  }

  /** Of a program that reads several tensors. */
  public Work withInputs(int count) {
    return new Work(
        computeCyclesPerCore,
        readBytes,
        rereadBytes,
        writeBytes,
        readsDram,
        writesDram,
        transactionBytes,
        cores,
        reads,
        writes,
        count,
        writesLast,
        floatingPointOperations,
        idealComputeCycles);
  }

  /** Of a program that reads some of its inputs more than once. */
  public Work withRereadBytes(long bytes) {
    return new Work(
        computeCyclesPerCore,
        readBytes,
        bytes,
        writeBytes,
        readsDram,
        writesDram,
        transactionBytes,
        cores,
        reads,
        writes,
        inputs,
        writesLast,
        floatingPointOperations,
        idealComputeCycles);
  }

  /** Of a program that writes its result when it has it. */
  public Work writingLast() {
    return copy(
        computeCyclesPerCore, reads, writes, true, floatingPointOperations, idealComputeCycles);
  }

  /** Written out, for every launch makes some. */
  private Work copy(
      long computeCycles,
      Traffic ofReader,
      Traffic ofWriter,
      boolean isInTurn,
      long operations,
      long idealCycles) {
    return new Work(
        computeCycles,
        readBytes,
        rereadBytes,
        writeBytes,
        readsDram,
        writesDram,
        transactionBytes,
        cores,
        ofReader,
        ofWriter,
        inputs,
        isInTurn,
        operations,
        idealCycles);
  }
}
