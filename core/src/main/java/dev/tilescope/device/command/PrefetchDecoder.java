package dev.tilescope.device.command;

import static dev.tilescope.device.command.Words.bits32;
import static dev.tilescope.device.command.Words.bits64;
import static dev.tilescope.device.command.Words.u16;
import static dev.tilescope.device.command.Words.u32;
import static dev.tilescope.device.command.Words.u8;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Makes a record of the command that a cursor has checked; offsets as in {@link PrefetchEncoder}.
 */
final class PrefetchDecoder {
  private PrefetchDecoder() {}

  static PrefetchCommand read(CommandCursor cursor, byte[] from) {
    int at = cursor.offset();
    return switch (cursor.code()) {
      case RELAY_LINEAR -> relayLinear(false, from, at);
      case RELAY_LINEAR_H -> relayLinear(true, from, at);
      case RELAY_PAGED -> relayPaged(from, at);
      case RELAY_PAGED_PACKED -> relayPagedPacked(from, at);
      case RELAY_INLINE ->
          new PrefetchCommand.RelayInline(cursor.dispatcher(), DispatchDecoder.read(cursor, from));
      case RELAY_INLINE_NOFLUSH ->
          new PrefetchCommand.RelayInlineNoFlush(
              cursor.dispatcher(), DispatchDecoder.read(cursor, from));
      case EXEC_BUF ->
          new PrefetchCommand.ExecBuf(u32(from, at + 4), u32(from, at + 8), u32(from, at + 12));
      case EXEC_BUF_END -> new PrefetchCommand.ExecBufEnd(cursor.dispatcher());
      case STALL -> new PrefetchCommand.Stall();
      case DEBUG ->
          new PrefetchCommand.Debug(
              u16(from, at + 2),
              Blob.copyOf(from, at + PrefetchEncoder.ENTRIES_AT, (int) u32(from, at + 4)));
      case TERMINATE -> new PrefetchCommand.Terminate();
      case PAGED_TO_RINGBUFFER -> pagedToRingbuffer(from, at);
      case SET_RINGBUFFER_OFFSET ->
          new PrefetchCommand.SetRingbufferOffset(u32(from, at + 1), u8(from, at + 8) != 0);
      case RELAY_RINGBUFFER -> relayRingbuffer(from, at);
      case RELAY_LINEAR_PACKED -> relayLinearPacked(false, from, at);
      case RELAY_LINEAR_PACKED_H -> relayLinearPacked(true, from, at);
      case ILLEGAL -> throw new AssertionError("the cursor lets no such command pass");
    };
  }

  private static PrefetchCommand relayLinear(boolean fromHostSide, byte[] from, int at) {
    return new PrefetchCommand.RelayLinear(
        fromHostSide, bits32(from, at + 4), bits64(from, at + 8), bits64(from, at + 16));
  }

  private static PrefetchCommand relayPaged(byte[] from, int at) {
    int flags = u16(from, at + 2);
    return new PrefetchCommand.RelayPaged(
        u8(from, at + 1),
        (flags & PrefetchEncoder.DRAM_BIT) != 0,
        flags & ~PrefetchEncoder.DRAM_BIT,
        u32(from, at + 4),
        u32(from, at + 8),
        u32(from, at + 12));
  }

  private static PrefetchCommand relayPagedPacked(byte[] from, int at) {
    return new PrefetchCommand.RelayPagedPacked(
        u32(from, at + 4),
        entries(
            from,
            at,
            PrefetchCommand.RelayPagedPacked.PART_BYTES,
            e ->
                new PrefetchCommand.PagedPart(
                    u16(from, e), u16(from, e + 2), u32(from, e + 4), u32(from, e + 8))));
  }

  private static PrefetchCommand pagedToRingbuffer(byte[] from, int at) {
    return new PrefetchCommand.PagedToRingbuffer(
        u8(from, at + 1) != 0,
        u8(from, at + 2),
        u8(from, at + 3),
        u32(from, at + 4),
        u32(from, at + 8),
        u32(from, at + 12));
  }

  private static PrefetchCommand relayRingbuffer(byte[] from, int at) {
    return new PrefetchCommand.RelayRingbuffer(
        entries(
            from,
            at,
            PrefetchCommand.RelayRingbuffer.PART_BYTES,
            e -> new PrefetchCommand.RingbufferPart(u32(from, e), u32(from, e + 4))));
  }

  private static PrefetchCommand relayLinearPacked(boolean fromHostSide, byte[] from, int at) {
    return new PrefetchCommand.RelayLinearPacked(
        fromHostSide,
        bits32(from, at + 4),
        u32(from, at + 8),
        entries(
            from,
            at,
            PrefetchCommand.RelayLinearPacked.PART_BYTES,
            e -> new PrefetchCommand.LinearPart(bits64(from, e), u32(from, e + 8))));
  }

  /** As many as the 16 bits behind the command's number say. */
  private static <T> List<T> entries(byte[] from, int at, int entryBytes, IntFunction<T> entry) {
    int count = u16(from, at + 2);
    List<T> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      entries.add(entry.apply(at + PrefetchEncoder.ENTRIES_AT + i * entryBytes));
    }
    return entries;
  }
}
