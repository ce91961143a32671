package dev.tilescope.device.kernel;

/** What the kernels of one core have done, counted while they run. */
final class CoreWork {
  long dramReadBytes;
  long dramWriteBytes;
  long l1ReadBytes;
  long l1WriteBytes;
  long largestTransferBytes = 1;
  long unpackCycles;
  long fpuCycles;
  long sfpuCycles;
  long packCycles;
  long floatingPointOperations;

  long mathCycles() {
    return fpuCycles + sfpuCycles;
  }

  void add(CoreWork other) {
    dramReadBytes += other.dramReadBytes;
    dramWriteBytes += other.dramWriteBytes;
    l1ReadBytes += other.l1ReadBytes;
    l1WriteBytes += other.l1WriteBytes;
    largestTransferBytes = Math.max(largestTransferBytes, other.largestTransferBytes);
    unpackCycles += other.unpackCycles;
    fpuCycles += other.fpuCycles;
    sfpuCycles += other.sfpuCycles;
    packCycles += other.packCycles;
    floatingPointOperations += other.floatingPointOperations;
  }
}
