package dev.tilescope.device.command;

import static dev.tilescope.device.command.Words.put16;
import static dev.tilescope.device.command.Words.put32;
import static dev.tilescope.device.command.Words.put64;
import static dev.tilescope.device.command.Words.put8;

/**
 * Writes prefetch commands into zeroed bytes. Byte 0 is the number of the command; then, by offset:
 *
 * <pre>
 * RELAY_LINEAR(_H)         4 noc_xy, 8 addr 64, 16 length 64                     (32 bytes)
 * RELAY_PAGED              1 start_page 8, 2 is_dram bit 15 | length_adjust, 4 base_addr,
 *                          8 page_size, 12 pages
 * RELAY_PAGED_PACKED       2 count 16, 4 total_length, 8 stride; 16 entries of 12 bytes:
 *                          start_page 16, log_page_size 16, base_addr, length
 * RELAY_INLINE(_NOFLUSH),  1 dispatcher 8, 4 length, 8 stride; 16 a dispatch command
 * EXEC_BUF_END
 * EXEC_BUF                 4 base_addr, 8 log_page_size, 12 pages
 * DEBUG                    2 key 16, 4 size, 8 stride; 16 data
 * PAGED_TO_RINGBUFFER      1 flags 8, 2 log2_page_size 8, 3 start_page 8, 4 wp_offset_update,
 *                          8 base_addr, 12 length
 * SET_RINGBUFFER_OFFSET    1 offset, 8 update_wp 8
 * RELAY_RINGBUFFER         2 count 16, 4 stride; 16 entries of 8 bytes: start, length
 * RELAY_LINEAR_PACKED(_H)  2 count 16, 4 noc_xy, 8 total_length, 12 stride; 16 entries of 12 bytes:
 *                          addr 64, length
 * </pre>
 */
final class PrefetchEncoder {
  static final int ENTRIES_AT = PrefetchCommand.SMALL_BYTES;
  static final int DRAM_BIT = 0x8000;

  private PrefetchEncoder() {}

  static void write(PrefetchCommand command, byte[] to, int at, int strideBytes) {
    put8(to, at, command.code().ordinal());
    switch (command) {
      case PrefetchCommand.RelayLinear c -> relayLinear(c, to, at);
      case PrefetchCommand.RelayPaged c -> relayPaged(c, to, at);
      case PrefetchCommand.RelayPagedPacked c -> relayPagedPacked(c, to, at, strideBytes);
      case PrefetchCommand.Inline c -> inline(c, to, at, strideBytes);
      case PrefetchCommand.ExecBuf c -> execBuf(c, to, at);
      case PrefetchCommand.Debug c -> debug(c, to, at, strideBytes);
      case PrefetchCommand.PagedToRingbuffer c -> pagedToRingbuffer(c, to, at);
      case PrefetchCommand.SetRingbufferOffset c -> setRingbufferOffset(c, to, at);
      case PrefetchCommand.RelayRingbuffer c -> relayRingbuffer(c, to, at, strideBytes);
      case PrefetchCommand.RelayLinearPacked c -> relayLinearPacked(c, to, at, strideBytes);
      case PrefetchCommand.Stall _, PrefetchCommand.Terminate _ -> {}
    }
  }

  private static void relayLinear(PrefetchCommand.RelayLinear c, byte[] to, int at) {
    put32(to, at + 4, c.nocXy());
    put64(to, at + 8, c.address());
    put64(to, at + 16, c.lengthBytes());
  }

  private static void relayPaged(PrefetchCommand.RelayPaged c, byte[] to, int at) {
    put8(to, at + 1, c.startPage());
    put16(to, at + 2, (c.dram() ? DRAM_BIT : 0) | c.lengthAdjustBytes());
    put32(to, at + 4, c.baseAddress());
    put32(to, at + 8, c.pageBytes());
    put32(to, at + 12, c.pages());
  }

  private static void relayPagedPacked(
      PrefetchCommand.RelayPagedPacked c, byte[] to, int at, int strideBytes) {
    put16(to, at + 2, c.parts().size());
    put32(to, at + 4, c.totalLengthBytes());
    put32(to, at + 8, strideBytes);
    int entry = at + ENTRIES_AT;
    for (PrefetchCommand.PagedPart part : c.parts()) {
      put16(to, entry, part.startPage());
      put16(to, entry + 2, part.logPageSize());
      put32(to, entry + 4, part.baseAddress());
      put32(to, entry + 8, part.lengthBytes());
      entry += PrefetchCommand.RelayPagedPacked.PART_BYTES;
    }
  }

  private static void inline(PrefetchCommand.Inline c, byte[] to, int at, int strideBytes) {
    DispatchCommand payload = c.payload();
    put8(to, at + 1, c.dispatcher().ordinal());
    put32(to, at + 4, payload.sizeBytes());
    put32(to, at + 8, strideBytes);
    DispatchEncoder.write(payload, to, at + ENTRIES_AT);
  }

  private static void execBuf(PrefetchCommand.ExecBuf c, byte[] to, int at) {
    put32(to, at + 4, c.baseAddress());
    put32(to, at + 8, c.logPageSize());
    put32(to, at + 12, c.pages());
  }

  private static void debug(PrefetchCommand.Debug c, byte[] to, int at, int strideBytes) {
    put16(to, at + 2, c.key());
    put32(to, at + 4, c.data().size());
    put32(to, at + 8, strideBytes);
    c.data().copyTo(to, at + ENTRIES_AT);
  }

  private static void pagedToRingbuffer(PrefetchCommand.PagedToRingbuffer c, byte[] to, int at) {
    put8(to, at + 1, c.resetToStart() ? 1 : 0);
    put8(to, at + 2, c.logPageSize());
    put8(to, at + 3, c.startPage());
    put32(to, at + 4, c.writeOffsetUpdateBytes());
    put32(to, at + 8, c.baseAddress());
    put32(to, at + 12, c.lengthBytes());
  }

  private static void setRingbufferOffset(
      PrefetchCommand.SetRingbufferOffset c, byte[] to, int at) {
    put32(to, at + 1, c.offsetBytes());
    put8(to, at + 8, c.updateWritePointer() ? 1 : 0);
  }

  private static void relayRingbuffer(
      PrefetchCommand.RelayRingbuffer c, byte[] to, int at, int strideBytes) {
    put16(to, at + 2, c.parts().size());
    put32(to, at + 4, strideBytes);
    int entry = at + ENTRIES_AT;
    for (PrefetchCommand.RingbufferPart part : c.parts()) {
      put32(to, entry, part.startBytes());
      put32(to, entry + 4, part.lengthBytes());
      entry += PrefetchCommand.RelayRingbuffer.PART_BYTES;
    }
  }

  private static void relayLinearPacked(
      PrefetchCommand.RelayLinearPacked c, byte[] to, int at, int strideBytes) {
    put16(to, at + 2, c.parts().size());
    put32(to, at + 4, c.nocXy());
    put32(to, at + 8, c.totalLengthBytes());
    put32(to, at + 12, strideBytes);
    int entry = at + ENTRIES_AT;
    for (PrefetchCommand.LinearPart part : c.parts()) {
      put64(to, entry, part.address());
      put32(to, entry + 8, part.lengthBytes());
      entry += PrefetchCommand.RelayLinearPacked.PART_BYTES;
    }
  }
}
