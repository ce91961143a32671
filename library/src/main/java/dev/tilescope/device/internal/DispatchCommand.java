package dev.tilescope.device.internal;

import static dev.tilescope.device.internal.Field.choice;
import static dev.tilescope.device.internal.Field.flag;
import static dev.tilescope.device.internal.Field.number;
import static dev.tilescope.device.internal.Field.word;

import dev.tilescope.device.internal.Part.OfCode;
import dev.tilescope.device.internal.Tail.Data;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A command of a dispatcher, with the data that lies behind it. Where that data is relayed by later
 * prefetch commands, it is empty here. Each record has the {@link Table} of its fields: name, first
 * byte, bits. What no field can hold is refused when a command is written.
 *
 * <p>Longer than most files: one record a command, and the commands belong together.
 */
public sealed interface DispatchCommand {
  /** The most entries of WRITE_PACKED_LARGE and of its unicast form. */
  int MAX_LARGE_ENTRIES = 35;

  int MAX_WRITE_OFFSETS = 4;

  /** The address of a WRITE_PACKED_LARGE_UNICAST whose data is to be dropped. */
  long DISCARD_ADDRESS = 0xFFFF_FFFFL;

  default DispatchCode code() {
    return DispatchCode.of(this);
  }

  /** With its data. */
  default int sizeBytes() {
    return Table.UNIT_BYTES;
  }

  /** All but its number, into bytes that are zero. */
  default void write(byte[] to, int at) {}

  private static int bit(boolean flag) {
    return flag ? 1 : 0;
  }

  /** May come without its data, or without the rest of it, if that is relayed. */
  sealed interface WithData extends DispatchCommand {
    Blob data();

    @Override
    default int sizeBytes() {
      return Table.UNIT_BYTES + data().size();
    }
  }

  /**
   * @param throughHostSide WRITE_LINEAR_H
   * @param multicastDestinations 0 for a write to one place
   * @param lengthBytes of all data, inline and relayed
   */
  record WriteLinear(
      boolean throughHostSide,
      int multicastDestinations,
      int writeOffsetIndex,
      int nocXy,
      long address,
      long lengthBytes,
      Blob data)
      implements WithData {
    static final Table TABLE =
        Table.of(
            WriteLinear.class,
            "",
            new OfCode(),
            number("num_mcast_dests", 1, 8),
            number("write_offset_index", 2, 8),
            word("noc_xy", 4),
            number("addr", 8, 64),
            number("length", 16, 64),
            new Data(DataLimit.LENGTH));

    @Override
    public DispatchCode code() {
      return throughHostSide ? DispatchCode.WRITE_LINEAR_H : DispatchCode.WRITE_LINEAR;
    }

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, multicastDestinations, writeOffsetIndex, nocXy, address, lengthBytes);
    }

    @Override
    public int sizeBytes() {
      return TABLE.sizeBytes(0, data.size());
    }
  }

  /**
   * To the completion queue of the host.
   *
   * @param lengthBytes of all data and of the 16 bytes of the command itself
   */
  record WriteLinearHHost(boolean event, int device, int queue, long lengthBytes, Blob data)
      implements WithData {
    static final Table TABLE =
        Table.of(
            WriteLinearHHost.class,
            "is_event={is_event} device={device} cq={cq} length={length}",
            flag("is_event", 1, 8),
            number("device", 3, 8),
            number("cq", 2, 8),
            number("length", 8, 64),
            new Data(DataLimit.LENGTH_WITH_FIELDS));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, bit(event), device, queue, lengthBytes);
    }
  }

  record WritePaged(
      boolean dram, int startPage, long baseAddress, long pageBytes, long pages, Blob data)
      implements WithData {
    static final Table TABLE =
        Table.of(
            WritePaged.class,
            "{is_dram?DRAM|L1} page {start_page} on, base={base_addr:hex}, {pages} pages of"
                + " {page_size}",
            flag("is_dram", 1, 8),
            number("start_page", 2, 16),
            number("base_addr", 4, 32),
            number("page_size", 8, 32),
            number("pages", 12, 32),
            new Data(DataLimit.PAGES));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, bit(dram), startPage, baseAddress, pageBytes, pages);
    }
  }

  /**
   * The same number of bytes to the same address of many cores.
   *
   * @param multicast whether targets are rectangles of cores
   * @param noStride whether all targets get the one blob
   * @param blobBytes of each blob
   * @param blobs one a target, or one
   */
  record WritePacked(
      PackedType type,
      boolean multicast,
      boolean noStride,
      int writeOffsetIndex,
      int blobBytes,
      long address,
      List<Target> targets,
      List<Blob> blobs)
      implements DispatchCommand {
    static final Field TYPE = choice("type", 1, 4, PackedType.values()).fromBit(4);
    static final Field MULTICAST = flag("MCAST", 1, 1);
    static final Field SIZE = number("size", 6, 16);
    static final Entries TARGETS =
        new Entries(
            number("count", 2, 16).within(1, 0xFFFF), Target.RECTANGLE, Target.CORE, MULTICAST);
    static final Tail.Blobs BLOBS =
        new Tail.Blobs(TARGETS.count(), SIZE, flag("NO_STRIDE", 1, 1).fromBit(1));
    static final Table TABLE =
        Table.of(
            WritePacked.class,
            "",
            TYPE,
            MULTICAST,
            BLOBS.oneForAll(),
            number("write_offset_index", 4, 16),
            SIZE,
            number("addr", 8, 32),
            TARGETS,
            BLOBS);

    public WritePacked {
      targets = List.copyOf(targets);
      blobs = List.copyOf(blobs);
      int expected = noStride ? 1 : targets.size();
      Fields.within("number of blobs", blobs.size(), expected, expected);
      for (Blob blob : blobs) {
        Fields.within("bytes of a blob", blob.size(), blobBytes, blobBytes);
      }
      for (Target target : targets) {
        if (!multicast && target.destinations() != 1) {
          throw new TilescopeException("a unicast WRITE_PACKED has one destination a target");
        }
      }
    }

    private Table target() {
      return multicast ? Target.RECTANGLE : Target.CORE;
    }

    private int blobsAt() {
      return Table.aligned(TABLE.headerBytes() + targets.size() * target().fieldBytes());
    }

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(
          to,
          at,
          type.code(),
          bit(multicast),
          bit(noStride),
          writeOffsetIndex,
          blobBytes,
          address,
          targets.size());
      int entry = at + TABLE.headerBytes();
      for (Target each : targets) {
        each.write(multicast, to, entry);
        entry += target().fieldBytes();
      }
      int blobAt = at + blobsAt();
      for (Blob blob : blobs) {
        blob.copyTo(to, blobAt);
        blobAt += Table.aligned(blobBytes);
      }
    }

    static WritePacked read(byte[] from, int at) {
      Values in = new Values(TABLE, from, at);
      return new WritePacked(
          Objects.requireNonNull(PackedType.BY_CODE.of(in.number())),
          in.flag(),
          in.flag(),
          in.integer(),
          in.integer(),
          in.number(),
          Target.all(MULTICAST.read(from, at) != 0, in.entries()),
          BLOBS.read(from, at, at + TABLE.tailAt(from, at)));
    }

    @Override
    public int sizeBytes() {
      return Math.addExact(blobsAt(), Math.multiplyExact(blobs.size(), Table.aligned(blobBytes)));
    }
  }

  /**
   * @param destinations cores that a rectangle holds; 1 for a core
   */
  record Target(int nocXy, long destinations) {
    static final Field PLACE = word("noc_xy", 0);

    static final Table RECTANGLE =
        Table.of(Target.class, "", PLACE, number("num_mcast_dests", 4, 32));
    static final Table CORE = Table.of(Target.class, "", PLACE, new OfCode());

    public static Target core(int nocXy) {
      return new Target(nocXy, 1);
    }

    private static List<Target> all(boolean isRectangle, Values in) {
      List<Target> all = new ArrayList<>(in.count());
      while (in.nextEntry()) {
        all.add(new Target(in.integer(), isRectangle ? in.number() : 1));
      }
      return all;
    }

    private void write(boolean isRectangle, byte[] to, int at) {
      if (isRectangle) {
        RECTANGLE.write(to, at, nocXy, destinations);
      } else {
        CORE.write(to, at, nocXy);
      }
    }
  }

  /**
   * Data of any size to rectangles of cores.
   *
   * @param alignmentBytes what the data of each part is padded to
   */
  record WritePackedLarge(
      PackedLargeType type,
      int alignmentBytes,
      int writeOffsetIndex,
      List<LargePart> parts,
      Blob data)
      implements WithData {
    static final String TEXT =
        "{type} {count} parts, {length:sum} bytes, offset {write_offset_index}";
    static final Table TABLE =
        Table.of(
            WritePackedLarge.class,
            TEXT,
            choice("type", 1, 8, PackedLargeType.values()),
            number("alignment", 4, 16).within(1, 0xFFFF),
            number("write_offset_index", 6, 16),
            Entries.of(MAX_LARGE_ENTRIES, LargePart.TABLE),
            new Data(DataLimit.ENTRIES));

    public WritePackedLarge {
      parts = List.copyOf(parts);
    }

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, type.code(), alignmentBytes, writeOffsetIndex, parts.size());
      TABLE.writeEntries(parts, to, at);
    }

    @Override
    public int sizeBytes() {
      return TABLE.sizeBytes(parts.size(), data.size());
    }
  }

  /**
   * @param lengthBytes 1 to 65536
   * @param unlink whether the NoC path is given up behind it
   */
  record LargePart(
      int nocXy, long address, int lengthBytes, int multicastDestinations, boolean unlink)
      implements Entry {
    static final Table TABLE =
        Table.of(
            LargePart.class,
            "",
            word("noc_xy", 0),
            number("addr", 4, 32),
            number("length", 8, 16).fromOne(),
            number("num_mcast_dests", 10, 8),
            flag("UNLINK", 11, 1));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, nocXy, address, lengthBytes, multicastDestinations, bit(unlink));
    }

    static List<LargePart> all(Values in) {
      List<LargePart> all = new ArrayList<>(in.count());
      while (in.nextEntry()) {
        all.add(new LargePart(in.integer(), in.number(), in.integer(), in.integer(), in.flag()));
      }
      return all;
    }
  }

  /** Data of any size to single cores. */
  record WritePackedLargeUnicast(
      PackedLargeType type,
      int alignmentBytes,
      int writeOffsetIndex,
      List<LargeUnicastPart> parts,
      Blob data)
      implements WithData {
    static final Table TABLE =
        Table.of(
            WritePackedLargeUnicast.class,
            WritePackedLarge.TEXT,
            choice("type", 1, 8, PackedLargeType.values()),
            number("alignment", 4, 16).within(1, 0xFFFF),
            number("write_offset_index", 6, 16),
            Entries.of(MAX_LARGE_ENTRIES, LargeUnicastPart.TABLE),
            new Data(DataLimit.ENTRIES));

    public WritePackedLargeUnicast {
      parts = List.copyOf(parts);
    }

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, type.code(), alignmentBytes, writeOffsetIndex, parts.size());
      TABLE.writeEntries(parts, to, at);
    }

    @Override
    public int sizeBytes() {
      return TABLE.sizeBytes(parts.size(), data.size());
    }
  }

  /**
   * @param address {@link #DISCARD_ADDRESS} if the data is to be dropped
   */
  record LargeUnicastPart(int nocXy, long address, long lengthBytes) implements Entry {
    static final Table TABLE =
        Table.of(
            LargeUnicastPart.class,
            "",
            word("noc_xy", 0),
            number("addr", 4, 32),
            number("length", 8, 32));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, nocXy, address, lengthBytes);
    }

    static List<LargeUnicastPart> all(Values in) {
      List<LargeUnicastPart> all = new ArrayList<>(in.count());
      while (in.nextEntry()) {
        all.add(new LargeUnicastPart(in.integer(), in.number(), in.number()));
      }
      return all;
    }
  }

  record Wait(Set<WaitFlag> flags, int stream, long address, long count)
      implements DispatchCommand {
    static final Field FLAGS = number("flags", 1, WaitFlag.BITS);
    static final Field STREAM = number("stream", 2, 16);
    static final Field COUNT = number("count", 8, 32);
    static final Table TABLE =
        Table.of(Wait.class, "", FLAGS, STREAM, number("addr", 4, 32), COUNT);

    public Wait {
      flags = Set.copyOf(flags);
    }

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, WaitFlag.bits(flags), stream, address, count);
    }
  }

  record Sink() implements DispatchCommand {
    static final Table TABLE = Table.of(Sink.class, "");
  }

  record Debug() implements DispatchCommand {
    static final Table TABLE = Table.of(Debug.class, "");
  }

  record Delay(long delay) implements DispatchCommand {
    static final Table TABLE = Table.of(Delay.class, "{delay}", number("delay", 4, 32));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, delay);
    }
  }

  record ExecBufEnd() implements DispatchCommand {
    static final Table TABLE = Table.of(ExecBufEnd.class, "");
  }

  /**
   * What later writes add to their addresses, by index.
   *
   * @param programHostId the lower 16 bits of the program's number
   */
  record SetWriteOffset(int programHostId, List<Long> offsetsBytes) implements DispatchCommand {
    private static final Table OFFSET = Table.of(Long.class, "", number("offset", 0, 32));
    static final Field HOST_ID = number("program_host_id", 2, 16);
    static final Table TABLE =
        Table.of(
            SetWriteOffset.class,
            "host_id={program_host_id} offsets {offset:each}",
            HOST_ID,
            new Entries(number("offset_count", 1, 8).within(0, MAX_WRITE_OFFSETS), OFFSET));

    public SetWriteOffset {
      offsetsBytes = List.copyOf(offsetsBytes);
    }

    static List<Long> offsets(Values in) {
      List<Long> all = new ArrayList<>(in.count());
      while (in.nextEntry()) {
        all.add(in.number());
      }
      return all;
    }

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, programHostId, offsetsBytes.size());
      int entry = at + TABLE.headerBytes();
      for (long offset : offsetsBytes) {
        OFFSET.write(to, entry, offset);
        entry += OFFSET.fieldBytes();
      }
    }

    @Override
    public int sizeBytes() {
      return TABLE.sizeBytes(offsetsBytes.size(), 0);
    }
  }

  record Terminate() implements DispatchCommand {
    static final Table TABLE = Table.of(Terminate.class, "");
  }

  /**
   * Starts all workers of a sub-device once {@code waitCount} of them have reported on the stream.
   *
   * @param multicastGoOffset 255 for no multicast
   */
  record SendGoSignal(
      GoMessage message,
      int multicastGoOffset,
      int unicasts,
      int nocDataStartIndex,
      long waitCount,
      long waitStream)
      implements DispatchCommand {
    static final Field MESSAGE = word("go_signal", 1);
    static final Field COUNT = number("wait_count", 8, 32);
    static final Field STREAM = number("wait_stream", 12, 32);
    static final Table TABLE =
        Table.of(
            SendGoSignal.class,
            "",
            MESSAGE,
            number("multicast_go_offset", 5, 8),
            number("num_unicast_txns", 6, 8),
            number("noc_data_start_index", 7, 8),
            COUNT,
            STREAM);

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(
          to,
          at,
          message.word(),
          multicastGoOffset,
          unicasts,
          nocDataStartIndex,
          waitCount,
          waitStream);
    }
  }

  /**
   * @param subDevices a bit a sub-device
   */
  record NotifySubordinateGoSignal(boolean waits, int subDevices) implements DispatchCommand {
    static final Table TABLE =
        Table.of(
            NotifySubordinateGoSignal.class,
            "wait={wait} bitmask={index_bitmask}",
            flag("wait", 1, 8),
            number("index_bitmask", 2, 16));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, bit(waits), subDevices);
    }
  }

  record SetNumWorkerSems(long count) implements DispatchCommand {
    static final Table TABLE =
        Table.of(SetNumWorkerSems.class, "count={count}", number("count", 4, 32));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, count);
    }
  }

  /** Where go signals go; the words lie in the data. */
  record SetGoSignalNocData(long count, Blob data) implements WithData {
    static final Table TABLE =
        Table.of(
            SetGoSignalNocData.class,
            "count={count}",
            number("count", 4, 32),
            new Data(DataLimit.WORDS));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, count);
    }
  }

  record SetSubDeviceWorkerCounts(long count, Blob data) implements WithData {
    static final Table TABLE =
        Table.of(
            SetSubDeviceWorkerCounts.class,
            "count={count}",
            number("count", 4, 32),
            new Data(DataLimit.WORDS));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, count);
    }
  }

  record RtProfilerFlush(long waitCount, long waitStream) implements DispatchCommand {
    static final Table TABLE =
        Table.of(
            RtProfilerFlush.class,
            "wait {wait_count} stream {wait_stream}",
            number("wait_count", 1, 32),
            number("wait_stream", 5, 32));

    @Override
    public void write(byte[] to, int at) {
      TABLE.write(to, at, waitCount, waitStream);
    }
  }
}
