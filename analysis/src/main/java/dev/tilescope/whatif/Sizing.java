package dev.tilescope.whatif;

import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.device.ModelledMemory;
import dev.tilescope.memory.BankShare;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.TraceEvent.BufferDescription;
import org.jspecify.annotations.Nullable;

/**
 * What buffers of a run take elsewhere: pages stay as they are, banks and the alignment of pages
 * may differ.
 *
 * @param recorded the memory of the device that a run was recorded on
 * @param memory that of the device it is to run on
 */
record Sizing(ModelledMemory recorded, ModelledMemory memory) {
  /** As it was asked for, or in DRAM instead. */
  ModelledMemory.Request request(Wanted wanted, boolean inDram, boolean bottomUp) {
    BufferDescription buffer = wanted.description();
    BufferType type = inDram ? BufferType.DRAM : buffer.type();
    int shardCores = inDram ? 0 : shardCores(buffer);
    long pages = pages(buffer, shardCores);
    long perBank =
        pages < 0
            ? share(wanted, type)
            : memory.bytesPerBank(type, pages, buffer.pageBytes(), shardCores);
    long whole =
        pages < 0
            ? Math.max(0, buffer.sizeBytes())
            : memory.bytesPerBank(type, pages, buffer.pageBytes(), 1);
    return new ModelledMemory.Request(
        type, perBank, whole, shardCores, bottomUp, madeBy(wanted.made()));
  }

  private static String madeBy(@Nullable Step made) {
    return made == null ? "the program before the capture" : made.name();
  }

  /** The text of an error does not say whether all banks means interleaved. */
  private int shardCores(BufferDescription buffer) {
    boolean isFromText = buffer.layout() == null && buffer.pageBytes() <= 0;
    int cores = Math.max(0, buffer.shardCores());
    return isFromText && cores == recorded.banks(buffer.type()) ? 0 : cores;
  }

  /** With the padding of shards; -1 if unknown. */
  private long pages(BufferDescription buffer, int shardCores) {
    if (buffer.pageBytes() <= 0 || buffer.sizeBytes() < 0) {
      return -1;
    }
    if (shardCores > 0 && buffer.maxSizePerBankBytes() >= 0) {
      long page = recorded.alignedPageBytes(buffer.type(), buffer.pageBytes());
      return Math.ceilDiv(buffer.maxSizePerBankBytes(), page) * shardCores;
    }
    return Math.ceilDiv(buffer.sizeBytes(), buffer.pageBytes());
  }

  private long share(Wanted wanted, BufferType type) {
    BufferDescription buffer = wanted.description();
    long said = buffer.maxSizePerBankBytes();
    int before = Math.max(1, recorded.banks(buffer.type()));
    int now = Math.max(1, memory.banks(type));
    boolean isSpread = shardCores(buffer) == 0 || type != buffer.type();
    return said >= 0 && isSpread && before != now
        ? Math.ceilDiv(said * before, now)
        : BankShare.of(
            said,
            buffer.sizeBytes(),
            buffer.pageBytes(),
            isSpread ? now : shardCores(buffer),
            wanted.made() == null);
  }
}
