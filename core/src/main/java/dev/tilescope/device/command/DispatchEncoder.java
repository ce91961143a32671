package dev.tilescope.device.command;

import static dev.tilescope.device.command.Words.put16;
import static dev.tilescope.device.command.Words.put32;
import static dev.tilescope.device.command.Words.put64;
import static dev.tilescope.device.command.Words.put8;

/**
 * Writes dispatch commands into zeroed bytes. Byte 0 is the number of the command; then, by offset:
 *
 * <pre>
 * WRITE_LINEAR(_H)              1 num_mcast_dests 8, 2 write_offset_index 8, 4 noc_xy, 8 addr 64,
 *                               16 length 64; 32 data
 * WRITE_LINEAR_H_HOST           1 is_event 8, 2 cq 8, 3 device 8, 8 length 64; 16 data
 * WRITE_PAGED                   1 is_dram 8, 2 start_page 16, 4 base_addr, 8 page_size, 12 pages;
 *                               16 data
 * WRITE_PACKED                  1 type &lt;&lt; 4 | NO_STRIDE &lt;&lt; 1 | MCAST, 2 count 16,
 *                               4 write_offset_index 16, 6 size 16, 8 addr; 16 targets: noc_xy, and
 *                               num_dests if MCAST; at the next multiple of 16 the blobs, each
 *                               padded to 16
 * WRITE_PACKED_LARGE(_UNICAST)  1 type 8, 2 count 16, 4 alignment 16, 6 write_offset_index 16; 16
 *                               entries of 12 bytes: noc_xy, addr, length - 1 16, num_mcast_dests 8,
 *                               flags 8 (UNICAST: noc_xy, addr, length); at the next multiple of 16
 *                               data
 * WAIT                          1 flags 8, 2 stream 16, 4 addr, 8 count
 * DELAY                         4 delay
 * SET_WRITE_OFFSET              1 offset_count 8, 2 program_host_id 16; 16 offsets
 * SEND_GO_SIGNAL                1 go_signal, 5 multicast_go_offset 8, 6 num_unicast_txns 8,
 *                               7 noc_data_start_index 8, 8 wait_count, 12 wait_stream
 * NOTIFY_SUBORDINATE_GO_SIGNAL  1 wait 8, 2 index_bitmask 16
 * SET_NUM_WORKER_SEMS,          4 count; 16 data (none for the first)
 * SET_GO_SIGNAL_NOC_DATA,
 * SET_SUB_DEVICE_WORKER_COUNTS
 * RT_PROFILER_FLUSH             1 wait_count, 5 wait_stream
 * </pre>
 */
final class DispatchEncoder {
  private DispatchEncoder() {}

  static void write(DispatchCommand command, byte[] to, int at) {
    put8(to, at, command.code().ordinal());
    switch (command) {
      case DispatchCommand.WriteLinear c -> writeLinear(c, to, at);
      case DispatchCommand.WriteLinearHHost c -> writeLinearHost(c, to, at);
      case DispatchCommand.WritePaged c -> writePaged(c, to, at);
      case DispatchCommand.WritePacked c -> writePacked(c, to, at);
      case DispatchCommand.WritePackedLarge c -> writePackedLarge(c, to, at);
      case DispatchCommand.WritePackedLargeUnicast c -> writePackedLargeUnicast(c, to, at);
      case DispatchCommand.Wait c -> waiting(c, to, at);
      case DispatchCommand.Delay c -> put32(to, at + 4, c.delay());
      case DispatchCommand.SetWriteOffset c -> setWriteOffset(c, to, at);
      case DispatchCommand.SendGoSignal c -> sendGoSignal(c, to, at);
      case DispatchCommand.NotifySubordinateGoSignal c -> notifySubordinate(c, to, at);
      case DispatchCommand.SetNumWorkerSems c -> put32(to, at + 4, c.count());
      case DispatchCommand.SetGoSignalNocData c -> counted(c.count(), c.data(), to, at);
      case DispatchCommand.SetSubDeviceWorkerCounts c -> counted(c.count(), c.data(), to, at);
      case DispatchCommand.RtProfilerFlush c -> profilerFlush(c, to, at);
      case DispatchCommand.Sink _,
          DispatchCommand.Debug _,
          DispatchCommand.ExecBufEnd _,
          DispatchCommand.Terminate _ -> {}
    }
  }

  private static void writeLinear(DispatchCommand.WriteLinear c, byte[] to, int at) {
    put8(to, at + 1, c.multicastDestinations());
    put8(to, at + 2, c.writeOffsetIndex());
    put32(to, at + 4, c.nocXy());
    put64(to, at + 8, c.address());
    put64(to, at + 16, c.lengthBytes());
    c.data().copyTo(to, at + DispatchCommand.LARGE_BYTES);
  }

  private static void writeLinearHost(DispatchCommand.WriteLinearHHost c, byte[] to, int at) {
    put8(to, at + 1, c.event() ? 1 : 0);
    put8(to, at + 2, c.queue());
    put8(to, at + 3, c.device());
    put64(to, at + 8, c.lengthBytes());
    c.data().copyTo(to, at + DispatchCommand.SMALL_BYTES);
  }

  private static void writePaged(DispatchCommand.WritePaged c, byte[] to, int at) {
    put8(to, at + 1, c.dram() ? 1 : 0);
    put16(to, at + 2, c.startPage());
    put32(to, at + 4, c.baseAddress());
    put32(to, at + 8, c.pageBytes());
    put32(to, at + 12, c.pages());
    c.data().copyTo(to, at + DispatchCommand.SMALL_BYTES);
  }

  private static void writePacked(DispatchCommand.WritePacked c, byte[] to, int at) {
    int flags =
        c.type().ordinal() << DispatchCommand.WritePacked.TYPE_SHIFT
            | (c.noStride() ? DispatchCommand.WritePacked.NO_STRIDE_BIT : 0)
            | (c.multicast() ? DispatchCommand.WritePacked.MULTICAST_BIT : 0);
    put8(to, at + 1, flags);
    put16(to, at + 2, c.targets().size());
    put16(to, at + 4, c.writeOffsetIndex());
    put16(to, at + 6, c.blobBytes());
    put32(to, at + 8, c.address());
    packedTargets(c, to, at + DispatchCommand.SMALL_BYTES);
    int blobAt = at + DispatchCommand.WritePacked.blobsAt(c.multicast(), c.targets().size());
    for (Blob blob : c.blobs()) {
      blob.copyTo(to, blobAt);
      blobAt += Words.roundUp(c.blobBytes(), DispatchCommand.PACKED_ALIGNMENT_BYTES);
    }
  }

  private static void packedTargets(DispatchCommand.WritePacked c, byte[] to, int first) {
    int entry = first;
    for (DispatchCommand.Target target : c.targets()) {
      put32(to, entry, target.nocXy());
      entry += DispatchCommand.WritePacked.UNICAST_BYTES;
      if (c.multicast()) {
        put32(to, entry, target.destinations());
        entry += Integer.BYTES;
      }
    }
  }

  private static void writePackedLarge(DispatchCommand.WritePackedLarge c, byte[] to, int at) {
    int count = c.parts().size();
    largeHeader(c.type(), count, c.alignmentBytes(), c.writeOffsetIndex(), to, at);
    int entry = at + DispatchCommand.SMALL_BYTES;
    for (DispatchCommand.LargePart part : c.parts()) {
      put32(to, entry, part.nocXy());
      put32(to, entry + 4, part.address());
      put16(to, entry + 8, part.lengthBytes() - 1);
      put8(to, entry + 10, part.multicastDestinations());
      put8(to, entry + 11, part.unlink() ? DispatchCommand.WritePackedLarge.UNLINK_BIT : 0);
      entry += DispatchCommand.WritePackedLarge.PART_BYTES;
    }
    c.data().copyTo(to, at + DispatchCommand.WritePackedLarge.dataAt(count));
  }

  private static void writePackedLargeUnicast(
      DispatchCommand.WritePackedLargeUnicast c, byte[] to, int at) {
    int count = c.parts().size();
    largeHeader(c.type(), count, c.alignmentBytes(), c.writeOffsetIndex(), to, at);
    int entry = at + DispatchCommand.SMALL_BYTES;
    for (DispatchCommand.LargeUnicastPart part : c.parts()) {
      put32(to, entry, part.nocXy());
      put32(to, entry + 4, part.address());
      put32(to, entry + 8, part.lengthBytes());
      entry += DispatchCommand.WritePackedLarge.PART_BYTES;
    }
    c.data().copyTo(to, at + DispatchCommand.WritePackedLarge.dataAt(count));
  }

  private static void largeHeader(
      PackedLargeType type,
      int count,
      int alignmentBytes,
      int writeOffsetIndex,
      byte[] to,
      int at) {
    put8(to, at + 1, type.ordinal());
    put16(to, at + 2, count);
    put16(to, at + 4, alignmentBytes);
    put16(to, at + 6, writeOffsetIndex);
  }

  private static void waiting(DispatchCommand.Wait c, byte[] to, int at) {
    put8(to, at + 1, WaitFlag.bits(c.flags()));
    put16(to, at + 2, c.stream());
    put32(to, at + 4, c.address());
    put32(to, at + 8, c.count());
  }

  private static void setWriteOffset(DispatchCommand.SetWriteOffset c, byte[] to, int at) {
    put8(to, at + 1, c.offsetsBytes().size());
    put16(to, at + 2, c.programHostId());
    int entry = at + DispatchCommand.SMALL_BYTES;
    for (long offset : c.offsetsBytes()) {
      put32(to, entry, offset);
      entry += Integer.BYTES;
    }
  }

  private static void sendGoSignal(DispatchCommand.SendGoSignal c, byte[] to, int at) {
    put32(to, at + 1, c.message().word());
    put8(to, at + 5, c.multicastGoOffset());
    put8(to, at + 6, c.unicasts());
    put8(to, at + 7, c.nocDataStartIndex());
    put32(to, at + 8, c.waitCount());
    put32(to, at + 12, c.waitStream());
  }

  private static void notifySubordinate(
      DispatchCommand.NotifySubordinateGoSignal c, byte[] to, int at) {
    put8(to, at + 1, c.waits() ? 1 : 0);
    put16(to, at + 2, c.subDevices());
  }

  private static void counted(long count, Blob data, byte[] to, int at) {
    put32(to, at + 4, count);
    data.copyTo(to, at + DispatchCommand.SMALL_BYTES);
  }

  private static void profilerFlush(DispatchCommand.RtProfilerFlush c, byte[] to, int at) {
    put32(to, at + 1, c.waitCount());
    put32(to, at + 5, c.waitStream());
  }
}
