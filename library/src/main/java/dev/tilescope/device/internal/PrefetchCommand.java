package dev.tilescope.device.internal;

import static dev.tilescope.device.internal.Field.choice;
import static dev.tilescope.device.internal.Field.flag;
import static dev.tilescope.device.internal.Field.number;
import static dev.tilescope.device.internal.Field.word;

import dev.tilescope.device.internal.Part.OfCode;
import dev.tilescope.device.internal.Tail.Payload;
import java.util.ArrayList;
import java.util.List;

/**
 * A command of the prefetcher, which is what the buffer of a trace consists of.
 *
 * <p>Addresses, sizes and counts are unsigned; a place on the NoC is a word that {@link
 * CommandFormat} packs. Field names and numbers are TT-Metal's. Each record has the {@link Table}
 * of its fields: name, first byte, bits. What no field can hold is refused when a command is
 * written.
 *
 * <p>Longer than most files: one record a command, and the commands belong together.
 */
public sealed interface PrefetchCommand {
  /** The most entries of RELAY_PAGED_PACKED and of RELAY_LINEAR_PACKED. */
  int MAX_PACKED_ENTRIES = 35;

  int MAX_RINGBUFFER_ENTRIES = 52;

  default PrefetchCode code() {
    return PrefetchCode.of(this);
  }

  /** Without what is added so that the next command begins where it may. */
  default int sizeBytes() {
    return Table.UNIT_BYTES;
  }

  /** All but its number and stride, into bytes that are zero. */
  default void write(byte[] to, int at) {}

  /** Carries a command for a dispatcher. */
  sealed interface Inline extends PrefetchCommand {
    Dispatcher dispatcher();

    DispatchCommand payload();

    /** Asked most of all, so it is not looked up. */
    @Override
    default PrefetchCode code() {
      return this instanceof RelayInline ? PrefetchCode.RELAY_INLINE : PrefetchCode.of(this);
    }

    @Override
    default int sizeBytes() {
      return Table.UNIT_BYTES + payload().sizeBytes();
    }

    @Override
    default void write(byte[] to, int at) {
      RelayInline.TABLE.write(to, at, dispatcher().code(), payload().sizeBytes());
      DispatchCode.write(payload(), to, at + RelayInline.TABLE.headerBytes());
    }

    private static Table table(Class<? extends Inline> type) {
      return Table.strided(8, type, "", RelayInline.DISPATCHER, new Payload(4));
    }
  }

  /**
   * @param fromHostSide RELAY_LINEAR_H: by the prefetcher on the host's side, past the one that
   *     reads this
   */
  record RelayLinear(boolean fromHostSide, int nocXy, long address, long lengthBytes)
      implements PrefetchCommand {
    static final Table TABLE =
        Table.of(
            RelayLinear.class,
            "from {noc_xy:core} addr={addr:hex} length={length}",
            new OfCode(),
            word("noc_xy", 4),
            number("addr", 8, 64),
            number("length", 16, 64));

    @Override
    public PrefetchCode code() {
      return fromHostSide ? PrefetchCode.RELAY_LINEAR_H : PrefetchCode.RELAY_LINEAR;
    }

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, nocXy, address, lengthBytes);
    }

    @Override
    public int sizeBytes() {
      return TABLE.headerBytes();
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
    static final Table TABLE =
        Table.of(
            RelayPaged.class,
            "{is_dram?DRAM|L1} page {start_page} on, base={base_addr:hex}, {pages} pages of"
                + " {page_size}, last short of {length_adjust}",
            number("start_page", 1, 8),
            flag("is_dram", 3, 1).fromBit(7),
            number("length_adjust", 2, 15),
            number("base_addr", 4, 32),
            number("page_size", 8, 32),
            number("pages", 12, 32));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(
          to, at, startPage, dram ? 1 : 0, lengthAdjustBytes, baseAddress, pageBytes, pages);
    }
  }

  record RelayPagedPacked(long totalLengthBytes, List<PagedPart> parts) implements PrefetchCommand {
    static final Table TABLE =
        Table.strided(
            8,
            RelayPagedPacked.class,
            "{count} parts, {total_length} bytes",
            number("total_length", 4, 32),
            Entries.of(MAX_PACKED_ENTRIES, PagedPart.TABLE));

    public RelayPagedPacked {
      parts = List.copyOf(parts);
    }

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, totalLengthBytes, parts.size());
      TABLE.writeEntries(parts, to, at);
    }

    @Override
    public int sizeBytes() {
      return TABLE.sizeBytes(parts.size(), 0);
    }
  }

  record PagedPart(int startPage, int logPageSize, long baseAddress, long lengthBytes)
      implements Entry {
    static final Table TABLE =
        Table.of(
            PagedPart.class,
            "",
            number("start_page", 0, 16),
            number("log_page_size", 2, 16),
            number("base_addr", 4, 32),
            number("length", 8, 32));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, startPage, logPageSize, baseAddress, lengthBytes);
    }

    static List<PagedPart> all(Values in) {
      List<PagedPart> all = new ArrayList<>(in.count());
      while (in.nextEntry()) {
        all.add(new PagedPart(in.integer(), in.integer(), in.number(), in.number()));
      }
      return all;
    }
  }

  record RelayInline(Dispatcher dispatcher, DispatchCommand payload) implements Inline {
    static final Field DISPATCHER = choice("dispatcher_type", 1, 8, Dispatcher.values());
    static final Table TABLE = Inline.table(RelayInline.class);

    /** To the master. */
    public RelayInline(DispatchCommand payload) {
      this(Dispatcher.MASTER, payload);
    }
  }

  /** Not passed on before the relay commands that follow have added their data. */
  record RelayInlineNoFlush(Dispatcher dispatcher, DispatchCommand payload) implements Inline {
    static final Table TABLE = Inline.table(RelayInlineNoFlush.class);
  }

  /** Executes the commands of a buffer; what {@code execute} sends, never inside a trace. */
  record ExecBuf(long baseAddress, long logPageSize, long pages) implements PrefetchCommand {
    static final Table TABLE =
        Table.of(
            ExecBuf.class,
            "base={base_addr:hex}, {pages} pages of 2^{log_page_size}",
            number("base_addr", 4, 32),
            number("log_page_size", 8, 32),
            number("pages", 12, 32));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, baseAddress, logPageSize, pages);
    }
  }

  /** The last command of a trace. */
  record ExecBufEnd(Dispatcher dispatcher, DispatchCommand.ExecBufEnd payload) implements Inline {
    static final Table TABLE = Inline.table(ExecBufEnd.class);

    public ExecBufEnd(Dispatcher dispatcher) {
      this(dispatcher, new DispatchCommand.ExecBufEnd());
    }

    /** To the master. */
    public ExecBufEnd() {
      this(Dispatcher.MASTER);
    }
  }

  record Stall() implements PrefetchCommand {
    static final Table TABLE = Table.of(Stall.class, "");
  }

  record Debug(int key, Blob data) implements PrefetchCommand {
    static final Table TABLE =
        Table.strided(
            8, Debug.class, "key={key} size={length}", number("key", 2, 16), Tail.Data.sized(4));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, key, data.size());
      data.copyTo(to, at + TABLE.headerBytes());
    }

    @Override
    public int sizeBytes() {
      return TABLE.sizeBytes(0, data.size());
    }
  }

  record Terminate() implements PrefetchCommand {
    static final Table TABLE = Table.of(Terminate.class, "");
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
    static final Table TABLE =
        Table.of(
            PagedToRingbuffer.class,
            "base={base_addr:hex} length={length} page {start_page} on of"
                + " 2^{log2_page_size}{flags?, from the start|},"
                + " wp_offset_update={wp_offset_update}",
            flag("flags", 1, 8),
            number("log2_page_size", 2, 8),
            number("start_page", 3, 8),
            number("wp_offset_update", 4, 32),
            number("base_addr", 8, 32),
            number("length", 12, 32));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(
          to,
          at,
          resetToStart ? 1 : 0,
          logPageSize,
          startPage,
          writeOffsetUpdateBytes,
          baseAddress,
          lengthBytes);
    }
  }

  /** Points at binaries that the prefetcher's cache holds. */
  record SetRingbufferOffset(long offsetBytes, boolean updateWritePointer)
      implements PrefetchCommand {
    static final Table TABLE =
        Table.of(
            SetRingbufferOffset.class,
            "offset={offset} update_wp={update_wp}",
            number("offset", 1, 32),
            flag("update_wp", 8, 8));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, offsetBytes, updateWritePointer ? 1 : 0);
    }
  }

  record RelayRingbuffer(List<RingbufferPart> parts) implements PrefetchCommand {
    static final Table TABLE =
        Table.strided(
            4,
            RelayRingbuffer.class,
            "{count} parts, {length:sum} bytes",
            Entries.of(MAX_RINGBUFFER_ENTRIES, RingbufferPart.TABLE));

    public RelayRingbuffer {
      parts = List.copyOf(parts);
    }

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, parts.size());
      TABLE.writeEntries(parts, to, at);
    }

    @Override
    public int sizeBytes() {
      return TABLE.sizeBytes(parts.size(), 0);
    }
  }

  record RingbufferPart(long startBytes, long lengthBytes) implements Entry {
    static final Table TABLE =
        Table.of(RingbufferPart.class, "", number("start", 0, 32), number("length", 4, 32));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, startBytes, lengthBytes);
    }

    static List<RingbufferPart> all(Values in) {
      List<RingbufferPart> all = new ArrayList<>(in.count());
      while (in.nextEntry()) {
        all.add(new RingbufferPart(in.number(), in.number()));
      }
      return all;
    }
  }

  /**
   * @param fromHostSide RELAY_LINEAR_PACKED_H
   */
  record RelayLinearPacked(
      boolean fromHostSide, int nocXy, long totalLengthBytes, List<LinearPart> parts)
      implements PrefetchCommand {
    static final Table TABLE =
        Table.strided(
            12,
            RelayLinearPacked.class,
            "from {noc_xy:core}, {count} parts, {total_length} bytes",
            new OfCode(),
            word("noc_xy", 4),
            number("total_length", 8, 32),
            Entries.of(MAX_PACKED_ENTRIES, LinearPart.TABLE));

    public RelayLinearPacked {
      parts = List.copyOf(parts);
    }

    @Override
    public PrefetchCode code() {
      return fromHostSide ? PrefetchCode.RELAY_LINEAR_PACKED_H : PrefetchCode.RELAY_LINEAR_PACKED;
    }

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, nocXy, totalLengthBytes, parts.size());
      TABLE.writeEntries(parts, to, at);
    }

    @Override
    public int sizeBytes() {
      return TABLE.sizeBytes(parts.size(), 0);
    }
  }

  record LinearPart(long address, long lengthBytes) implements Entry {
    static final Table TABLE =
        Table.of(LinearPart.class, "", number("addr", 0, 64), number("length", 8, 32));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, address, lengthBytes);
    }

    static List<LinearPart> all(Values in) {
      List<LinearPart> all = new ArrayList<>(in.count());
      while (in.nextEntry()) {
        all.add(new LinearPart(in.number(), in.number()));
      }
      return all;
    }
  }
}
