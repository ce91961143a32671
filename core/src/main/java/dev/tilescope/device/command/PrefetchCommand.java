package dev.tilescope.device.command;

import java.util.List;

/**
 * A command of the prefetcher, which is what the buffer of a trace consists of.
 *
 * <p>Addresses, sizes and counts are unsigned; a place on the NoC is a word that {@link
 * CommandFormat} packs. Field names and numbers are TT-Metal's.
 */
public sealed interface PrefetchCommand {
  int SMALL_BYTES = 16;
  int LARGE_BYTES = 32;

  /** The most entries of RELAY_PAGED_PACKED and of RELAY_LINEAR_PACKED. */
  int MAX_PACKED_ENTRIES = 35;

  int MAX_RINGBUFFER_ENTRIES = 52;

  PrefetchCode code();

  /** Without what is added so that the next command begins where it may. */
  default int sizeBytes() {
    return SMALL_BYTES;
  }

  /** Carries a command for a dispatcher. */
  sealed interface Inline extends PrefetchCommand {
    Dispatcher dispatcher();

    DispatchCommand payload();

    @Override
    default int sizeBytes() {
      return SMALL_BYTES + payload().sizeBytes();
    }
  }

  /**
   * @param fromHostSide RELAY_LINEAR_H: by the prefetcher on the host's side, past the one that
   *     reads this
   */
  record RelayLinear(boolean fromHostSide, int nocXy, long address, long lengthBytes)
      implements PrefetchCommand {
    @Override
    public PrefetchCode code() {
      return fromHostSide ? PrefetchCode.RELAY_LINEAR_H : PrefetchCode.RELAY_LINEAR;
    }

    @Override
    public int sizeBytes() {
      return LARGE_BYTES;
    }
  }

  /**
   * @param lengthAdjustBytes what the last page is short of
   */
  record RelayPaged(
      int startPage,
      boolean dram,
      int lengthAdjustBytes,
      long baseAddress,
      long pageBytes,
      long pages)
      implements PrefetchCommand {
    public RelayPaged {
      Fields.u8("start_page", startPage);
      Fields.within("length_adjust", lengthAdjustBytes, 0, 0x7FFF);
      Fields.u32("base_addr", baseAddress);
      Fields.u32("page_size", pageBytes);
      Fields.u32("pages", pages);
    }

    @Override
    public PrefetchCode code() {
      return PrefetchCode.RELAY_PAGED;
    }
  }

  record RelayPagedPacked(long totalLengthBytes, List<PagedPart> parts) implements PrefetchCommand {
    static final int PART_BYTES = 12;

    public RelayPagedPacked {
      Fields.u32("total_length", totalLengthBytes);
      parts = List.copyOf(parts);
      Fields.within("count", parts.size(), 1, MAX_PACKED_ENTRIES);
    }

    @Override
    public PrefetchCode code() {
      return PrefetchCode.RELAY_PAGED_PACKED;
    }

    @Override
    public int sizeBytes() {
      return SMALL_BYTES + PART_BYTES * parts.size();
    }
  }

  record PagedPart(int startPage, int logPageSize, long baseAddress, long lengthBytes) {
    public PagedPart {
      Fields.u16("start_page", startPage);
      Fields.u16("log_page_size", logPageSize);
      Fields.u32("base_addr", baseAddress);
      Fields.u32("length", lengthBytes);
    }
  }

  record RelayInline(Dispatcher dispatcher, DispatchCommand payload) implements Inline {
    /** To the master. */
    public RelayInline(DispatchCommand payload) {
      this(Dispatcher.MASTER, payload);
    }

    @Override
    public PrefetchCode code() {
      return PrefetchCode.RELAY_INLINE;
    }
  }

  /** Not passed on before the relay commands that follow have added their data. */
  record RelayInlineNoFlush(Dispatcher dispatcher, DispatchCommand payload) implements Inline {
    @Override
    public PrefetchCode code() {
      return PrefetchCode.RELAY_INLINE_NOFLUSH;
    }
  }

  /** Executes the commands of a buffer; what {@code execute} sends, never inside a trace. */
  record ExecBuf(long baseAddress, long logPageSize, long pages) implements PrefetchCommand {
    public ExecBuf {
      Fields.u32("base_addr", baseAddress);
      Fields.u32("log_page_size", logPageSize);
      Fields.u32("pages", pages);
    }

    @Override
    public PrefetchCode code() {
      return PrefetchCode.EXEC_BUF;
    }
  }

  /** The last command of a trace. */
  record ExecBufEnd(Dispatcher dispatcher) implements Inline {
    public ExecBufEnd() {
      this(Dispatcher.MASTER);
    }

    @Override
    public PrefetchCode code() {
      return PrefetchCode.EXEC_BUF_END;
    }

    @Override
    public DispatchCommand payload() {
      return new DispatchCommand.ExecBufEnd();
    }
  }

  record Stall() implements PrefetchCommand {
    @Override
    public PrefetchCode code() {
      return PrefetchCode.STALL;
    }
  }

  record Debug(int key, Blob data) implements PrefetchCommand {
    public Debug {
      Fields.u16("key", key);
    }

    @Override
    public PrefetchCode code() {
      return PrefetchCode.DEBUG;
    }

    @Override
    public int sizeBytes() {
      return SMALL_BYTES + data.size();
    }
  }

  record Terminate() implements PrefetchCommand {
    @Override
    public PrefetchCode code() {
      return PrefetchCode.TERMINATE;
    }
  }

  /** Reads binaries that the prefetcher's cache lacks. */
  record PagedToRingbuffer(
      boolean resetToStart,
      int logPageSize,
      int startPage,
      long writeOffsetUpdateBytes,
      long baseAddress,
      long lengthBytes)
      implements PrefetchCommand {
    public PagedToRingbuffer {
      Fields.u8("log2_page_size", logPageSize);
      Fields.u8("start_page", startPage);
      Fields.u32("wp_offset_update", writeOffsetUpdateBytes);
      Fields.u32("base_addr", baseAddress);
      Fields.u32("length", lengthBytes);
    }

    @Override
    public PrefetchCode code() {
      return PrefetchCode.PAGED_TO_RINGBUFFER;
    }
  }

  /** Points at binaries that the prefetcher's cache holds. */
  record SetRingbufferOffset(long offsetBytes, boolean updateWritePointer)
      implements PrefetchCommand {
    public SetRingbufferOffset {
      Fields.u32("offset", offsetBytes);
    }

    @Override
    public PrefetchCode code() {
      return PrefetchCode.SET_RINGBUFFER_OFFSET;
    }
  }

  record RelayRingbuffer(List<RingbufferPart> parts) implements PrefetchCommand {
    static final int PART_BYTES = 8;

    public RelayRingbuffer {
      parts = List.copyOf(parts);
      Fields.within("count", parts.size(), 1, MAX_RINGBUFFER_ENTRIES);
    }

    @Override
    public PrefetchCode code() {
      return PrefetchCode.RELAY_RINGBUFFER;
    }

    @Override
    public int sizeBytes() {
      return SMALL_BYTES + PART_BYTES * parts.size();
    }
  }

  record RingbufferPart(long startBytes, long lengthBytes) {
    public RingbufferPart {
      Fields.u32("start", startBytes);
      Fields.u32("length", lengthBytes);
    }
  }

  /**
   * @param fromHostSide RELAY_LINEAR_PACKED_H
   */
  record RelayLinearPacked(
      boolean fromHostSide, int nocXy, long totalLengthBytes, List<LinearPart> parts)
      implements PrefetchCommand {
    static final int PART_BYTES = 12;

    public RelayLinearPacked {
      Fields.u32("total_length", totalLengthBytes);
      parts = List.copyOf(parts);
      Fields.within("count", parts.size(), 1, MAX_PACKED_ENTRIES);
    }

    @Override
    public PrefetchCode code() {
      return fromHostSide ? PrefetchCode.RELAY_LINEAR_PACKED_H : PrefetchCode.RELAY_LINEAR_PACKED;
    }

    @Override
    public int sizeBytes() {
      return SMALL_BYTES + PART_BYTES * parts.size();
    }
  }

  record LinearPart(long address, long lengthBytes) {
    public LinearPart {
      Fields.u32("length", lengthBytes);
    }
  }
}
