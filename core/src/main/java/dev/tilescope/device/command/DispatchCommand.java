package dev.tilescope.device.command;

import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.Set;

/**
 * A command of a dispatcher, with the data that lies behind it. Where that data is relayed by later
 * prefetch commands, it is empty here.
 *
 * <p>Longer than most files: one record a command, and the commands belong together.
 */
public sealed interface DispatchCommand {
  int SMALL_BYTES = 16;
  int LARGE_BYTES = 32;

  /** Entries and blobs of packed writes begin at multiples of this. */
  int PACKED_ALIGNMENT_BYTES = 16;

  /** The most entries of WRITE_PACKED_LARGE and of its unicast form. */
  int MAX_LARGE_ENTRIES = 35;

  int MAX_WRITE_OFFSETS = 4;

  /** The address of a WRITE_PACKED_LARGE_UNICAST whose data is to be dropped. */
  long DISCARD_ADDRESS = 0xFFFF_FFFFL;

  DispatchCode code();

  /** With its data. */
  default int sizeBytes() {
    return SMALL_BYTES;
  }

  /** May come without its data, or without the rest of it, if that is relayed. */
  sealed interface WithData extends DispatchCommand {
    Blob data();
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
    public WriteLinear {
      Fields.u8("num_mcast_dests", multicastDestinations);
      Fields.u8("write_offset_index", writeOffsetIndex);
      Fields.data(data, DataLimit.linear(lengthBytes));
    }

    @Override
    public DispatchCode code() {
      return throughHostSide ? DispatchCode.WRITE_LINEAR_H : DispatchCode.WRITE_LINEAR;
    }

    @Override
    public int sizeBytes() {
      return LARGE_BYTES + data.size();
    }
  }

  /**
   * To the completion queue of the host.
   *
   * @param lengthBytes of all data and of the 16 bytes of the command itself
   */
  record WriteLinearHHost(boolean event, int device, int queue, long lengthBytes, Blob data)
      implements WithData {
    public WriteLinearHHost {
      Fields.u8("device", device);
      Fields.u8("cq", queue);
      Fields.data(data, DataLimit.host(lengthBytes));
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.WRITE_LINEAR_H_HOST;
    }

    @Override
    public int sizeBytes() {
      return SMALL_BYTES + data.size();
    }
  }

  record WritePaged(
      boolean dram, int startPage, long baseAddress, long pageBytes, long pages, Blob data)
      implements WithData {
    public WritePaged {
      Fields.u16("start_page", startPage);
      Fields.u32("base_addr", baseAddress);
      Fields.u32("page_size", pageBytes);
      Fields.u32("pages", pages);
      Fields.data(data, DataLimit.paged(pageBytes, pages));
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.WRITE_PAGED;
    }

    @Override
    public int sizeBytes() {
      return SMALL_BYTES + data.size();
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
    static final int MULTICAST_BIT = 1;
    static final int NO_STRIDE_BIT = 2;
    static final int TYPE_SHIFT = 4;
    static final int UNICAST_BYTES = 4;
    static final int MULTICAST_BYTES = 8;

    public WritePacked {
      Fields.u16("write_offset_index", writeOffsetIndex);
      Fields.u16("size", blobBytes);
      Fields.u32("addr", address);
      targets = List.copyOf(targets);
      blobs = List.copyOf(blobs);
      Fields.within("count", targets.size(), 1, 0xFFFF);
      int expected = noStride ? 1 : targets.size();
      Fields.within("number of blobs", blobs.size(), expected, expected);
      for (Blob blob : blobs) {
        Fields.within("bytes of a blob", blob.size(), blobBytes, blobBytes);
      }
      if (!multicast && targets.stream().anyMatch(t -> t.destinations() != 1)) {
        throw new TilescopeException("a unicast WRITE_PACKED has one destination a target");
      }
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.WRITE_PACKED;
    }

    @Override
    public int sizeBytes() {
      return Math.toIntExact(sizeBytes(multicast, noStride, targets.size(), blobBytes));
    }

    static long sizeBytes(boolean multicast, boolean noStride, int count, int blobBytes) {
      return blobsAt(multicast, count)
          + (noStride ? 1 : count) * Words.roundUp((long) blobBytes, PACKED_ALIGNMENT_BYTES);
    }

    /** Where the first blob begins, counted from the command. */
    static int blobsAt(boolean multicast, int count) {
      int targetBytes = multicast ? MULTICAST_BYTES : UNICAST_BYTES;
      return Words.roundUp(SMALL_BYTES + count * targetBytes, PACKED_ALIGNMENT_BYTES);
    }
  }

  /**
   * @param destinations cores that a rectangle holds; 1 for a core
   */
  record Target(int nocXy, long destinations) {
    public Target {
      Fields.u32("num_mcast_dests", destinations);
    }

    public static Target core(int nocXy) {
      return new Target(nocXy, 1);
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
    static final int PART_BYTES = 12;
    static final int UNLINK_BIT = 1;

    public WritePackedLarge {
      Fields.within("alignment", alignmentBytes, 1, 0xFFFF);
      Fields.u16("write_offset_index", writeOffsetIndex);
      parts = List.copyOf(parts);
      Fields.within("count", parts.size(), 1, MAX_LARGE_ENTRIES);
      long most = 0;
      for (LargePart part : parts) {
        most += Words.roundUp((long) part.lengthBytes(), alignmentBytes);
      }
      Fields.data(data, most);
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.WRITE_PACKED_LARGE;
    }

    @Override
    public int sizeBytes() {
      return dataAt(parts.size()) + data.size();
    }

    /** Where the data begins, counted from the command. */
    static int dataAt(int count) {
      return Words.roundUp(SMALL_BYTES + PART_BYTES * count, PACKED_ALIGNMENT_BYTES);
    }
  }

  /**
   * @param lengthBytes 1 to 65536
   * @param unlink whether the NoC path is given up behind it
   */
  record LargePart(
      int nocXy, long address, int lengthBytes, int multicastDestinations, boolean unlink) {
    public LargePart {
      Fields.u32("addr", address);
      Fields.within("length", lengthBytes, 1, 0x1_0000);
      Fields.u8("num_mcast_dests", multicastDestinations);
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
    public WritePackedLargeUnicast {
      Fields.within("alignment", alignmentBytes, 1, 0xFFFF);
      Fields.u16("write_offset_index", writeOffsetIndex);
      parts = List.copyOf(parts);
      Fields.within("count", parts.size(), 1, MAX_LARGE_ENTRIES);
      long most = 0;
      for (LargeUnicastPart part : parts) {
        most += Words.roundUp(part.lengthBytes(), alignmentBytes);
      }
      Fields.data(data, most);
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.WRITE_PACKED_LARGE_UNICAST;
    }

    @Override
    public int sizeBytes() {
      return WritePackedLarge.dataAt(parts.size()) + data.size();
    }
  }

  /**
   * @param address {@link #DISCARD_ADDRESS} if the data is to be dropped
   */
  record LargeUnicastPart(int nocXy, long address, long lengthBytes) {
    public LargeUnicastPart {
      Fields.u32("addr", address);
      Fields.u32("length", lengthBytes);
    }
  }

  record Wait(Set<WaitFlag> flags, int stream, long address, long count)
      implements DispatchCommand {
    public Wait {
      flags = Set.copyOf(flags);
      Fields.u16("stream", stream);
      Fields.u32("addr", address);
      Fields.u32("count", count);
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.WAIT;
    }
  }

  record Sink() implements DispatchCommand {
    @Override
    public DispatchCode code() {
      return DispatchCode.SINK;
    }
  }

  record Debug() implements DispatchCommand {
    @Override
    public DispatchCode code() {
      return DispatchCode.DEBUG;
    }
  }

  record Delay(long delay) implements DispatchCommand {
    public Delay {
      Fields.u32("delay", delay);
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.DELAY;
    }
  }

  record ExecBufEnd() implements DispatchCommand {
    @Override
    public DispatchCode code() {
      return DispatchCode.EXEC_BUF_END;
    }
  }

  /**
   * What later writes add to their addresses, by index.
   *
   * @param programHostId the lower 16 bits of the program's number
   */
  record SetWriteOffset(int programHostId, List<Long> offsetsBytes) implements DispatchCommand {
    public SetWriteOffset {
      Fields.u16("program_host_id", programHostId);
      offsetsBytes = List.copyOf(offsetsBytes);
      Fields.within("offset_count", offsetsBytes.size(), 0, MAX_WRITE_OFFSETS);
      offsetsBytes.forEach(offset -> Fields.u32("offset", offset));
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.SET_WRITE_OFFSET;
    }

    @Override
    public int sizeBytes() {
      return SMALL_BYTES + offsetsBytes.size() * Integer.BYTES;
    }
  }

  record Terminate() implements DispatchCommand {
    @Override
    public DispatchCode code() {
      return DispatchCode.TERMINATE;
    }
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
    public SendGoSignal {
      Fields.u8("multicast_go_offset", multicastGoOffset);
      Fields.u8("num_unicast_txns", unicasts);
      Fields.u8("noc_data_start_index", nocDataStartIndex);
      Fields.u32("wait_count", waitCount);
      Fields.u32("wait_stream", waitStream);
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.SEND_GO_SIGNAL;
    }
  }

  /**
   * @param subDevices a bit a sub-device
   */
  record NotifySubordinateGoSignal(boolean waits, int subDevices) implements DispatchCommand {
    public NotifySubordinateGoSignal {
      Fields.u16("index_bitmask", subDevices);
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.NOTIFY_SUBORDINATE_GO_SIGNAL;
    }
  }

  record SetNumWorkerSems(long count) implements DispatchCommand {
    public SetNumWorkerSems {
      Fields.u32("count", count);
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.SET_NUM_WORKER_SEMS;
    }
  }

  /** Where go signals go; the words lie in the data. */
  record SetGoSignalNocData(long count, Blob data) implements WithData {
    public SetGoSignalNocData {
      Fields.u32("count", count);
      Fields.data(data, DataLimit.words(count));
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.SET_GO_SIGNAL_NOC_DATA;
    }

    @Override
    public int sizeBytes() {
      return SMALL_BYTES + data.size();
    }
  }

  record SetSubDeviceWorkerCounts(long count, Blob data) implements WithData {
    public SetSubDeviceWorkerCounts {
      Fields.u32("count", count);
      Fields.data(data, DataLimit.words(count));
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.SET_SUB_DEVICE_WORKER_COUNTS;
    }

    @Override
    public int sizeBytes() {
      return SMALL_BYTES + data.size();
    }
  }

  record RtProfilerFlush(long waitCount, long waitStream) implements DispatchCommand {
    public RtProfilerFlush {
      Fields.u32("wait_count", waitCount);
      Fields.u32("wait_stream", waitStream);
    }

    @Override
    public DispatchCode code() {
      return DispatchCode.RT_PROFILER_FLUSH;
    }
  }
}
