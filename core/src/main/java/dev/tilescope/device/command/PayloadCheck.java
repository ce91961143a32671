package dev.tilescope.device.command;

import static dev.tilescope.device.command.Words.u16;
import static dev.tilescope.device.command.Words.u32;
import static dev.tilescope.device.command.Words.u8;

/**
 * Whether bytes are a dispatch command of the length that its carrier says. Allocates nothing
 * unless they are not.
 */
final class PayloadCheck {
  private PayloadCheck() {}

  static DispatchCode check(byte[] bytes, int at, int lengthBytes) {
    DispatchCode code = DispatchCode.of(u8(bytes, at));
    if (code == null || code == DispatchCode.ILLEGAL) {
      throw new CorruptCommandsException(
          at, "the number of a dispatch command must be 1 to 20, got " + u8(bytes, at));
    }
    switch (code) {
      case WRITE_LINEAR, WRITE_LINEAR_H -> writeLinear(code, bytes, at, lengthBytes);
      case WRITE_LINEAR_H_HOST -> writeLinearHost(bytes, at, lengthBytes);
      case WRITE_PAGED -> writePaged(bytes, at, lengthBytes);
      case WRITE_PACKED -> writePacked(bytes, at, lengthBytes);
      case WRITE_PACKED_LARGE -> writePackedLarge(bytes, at, lengthBytes);
      case WRITE_PACKED_LARGE_UNICAST -> writePackedLargeUnicast(bytes, at, lengthBytes);
      case WAIT -> waiting(bytes, at, lengthBytes);
      case SET_WRITE_OFFSET -> setWriteOffset(bytes, at, lengthBytes);
      case NOTIFY_SUBORDINATE_GO_SIGNAL -> {
        exactly(code, at, lengthBytes, DispatchCommand.SMALL_BYTES);
        zeroOrOne(code, "wait", bytes, at + 1);
      }
      case SET_GO_SIGNAL_NOC_DATA, SET_SUB_DEVICE_WORKER_COUNTS ->
          data(
              code,
              at,
              lengthBytes,
              DispatchCommand.SMALL_BYTES,
              DataLimit.words(u32(bytes, at + 4)));
      case SINK,
          DEBUG,
          DELAY,
          EXEC_BUF_END,
          TERMINATE,
          SEND_GO_SIGNAL,
          SET_NUM_WORKER_SEMS,
          RT_PROFILER_FLUSH ->
          exactly(code, at, lengthBytes, DispatchCommand.SMALL_BYTES);
      case ILLEGAL -> throw new AssertionError(code);
    }
    return code;
  }

  private static void writeLinear(DispatchCode code, byte[] bytes, int at, int lengthBytes) {
    atLeast(code, at, lengthBytes, DispatchCommand.LARGE_BYTES);
    long most = DataLimit.linear(Words.bits64(bytes, at + 16));
    data(code, at, lengthBytes, DispatchCommand.LARGE_BYTES, most);
  }

  private static void writeLinearHost(byte[] bytes, int at, int lengthBytes) {
    DispatchCode code = DispatchCode.WRITE_LINEAR_H_HOST;
    zeroOrOne(code, "is_event", bytes, at + 1);
    long most = DataLimit.host(Words.bits64(bytes, at + 8));
    data(code, at, lengthBytes, DispatchCommand.SMALL_BYTES, most);
  }

  private static void writePaged(byte[] bytes, int at, int lengthBytes) {
    DispatchCode code = DispatchCode.WRITE_PAGED;
    zeroOrOne(code, "is_dram", bytes, at + 1);
    long most = DataLimit.paged(u32(bytes, at + 8), u32(bytes, at + 12));
    data(code, at, lengthBytes, DispatchCommand.SMALL_BYTES, most);
  }

  private static void writePacked(byte[] bytes, int at, int lengthBytes) {
    DispatchCode code = DispatchCode.WRITE_PACKED;
    int flags = u8(bytes, at + 1);
    int known =
        DispatchCommand.WritePacked.MULTICAST_BIT | DispatchCommand.WritePacked.NO_STRIDE_BIT;
    int type = flags >>> DispatchCommand.WritePacked.TYPE_SHIFT;
    if ((flags & 0xF & ~known) != 0 || type >= PackedType.COUNT) {
      throw new CorruptCommandsException(
          at + 1, "flags of a %s are 0x%02x, which none has".formatted(code, flags));
    }
    int count = count(code, bytes, at, 0xFFFF);
    boolean multicast = (flags & DispatchCommand.WritePacked.MULTICAST_BIT) != 0;
    boolean noStride = (flags & DispatchCommand.WritePacked.NO_STRIDE_BIT) != 0;
    long needed =
        DispatchCommand.WritePacked.sizeBytes(multicast, noStride, count, u16(bytes, at + 6));
    exactly(code, at, lengthBytes, needed);
  }

  private static void writePackedLarge(byte[] bytes, int at, int lengthBytes) {
    DispatchCode code = DispatchCode.WRITE_PACKED_LARGE;
    int count = large(code, bytes, at, lengthBytes);
    int alignment = u16(bytes, at + 4);
    long most = 0;
    for (int i = 0; i < count; i++) {
      int entry = largeEntry(at, i);
      int flags = u8(bytes, entry + 11);
      if ((flags & ~DispatchCommand.WritePackedLarge.UNLINK_BIT) != 0) {
        throw new CorruptCommandsException(
            entry + 11,
            "flags of part %d of a %s are 0x%02x, which none has".formatted(i, code, flags));
      }
      most += Words.roundUp(u16(bytes, entry + 8) + 1L, alignment);
    }
    data(code, at, lengthBytes, DispatchCommand.WritePackedLarge.dataAt(count), most);
  }

  private static void writePackedLargeUnicast(byte[] bytes, int at, int lengthBytes) {
    DispatchCode code = DispatchCode.WRITE_PACKED_LARGE_UNICAST;
    int count = large(code, bytes, at, lengthBytes);
    long most = 0;
    for (int i = 0; i < count; i++) {
      most += Words.roundUp(u32(bytes, largeEntry(at, i) + 8), u16(bytes, at + 4));
    }
    data(code, at, lengthBytes, DispatchCommand.WritePackedLarge.dataAt(count), most);
  }

  static int largeEntry(int at, int index) {
    return at + DispatchCommand.SMALL_BYTES + index * DispatchCommand.WritePackedLarge.PART_BYTES;
  }

  private static int large(DispatchCode code, byte[] bytes, int at, int lengthBytes) {
    if (u8(bytes, at + 1) >= PackedLargeType.COUNT) {
      throw new CorruptCommandsException(
          at + 1, "type of a %s must be 0 to 2, got %d".formatted(code, u8(bytes, at + 1)));
    }
    if (u16(bytes, at + 4) == 0) {
      throw new CorruptCommandsException(at + 4, "alignment of a " + code + " must not be 0");
    }
    int count = count(code, bytes, at, DispatchCommand.MAX_LARGE_ENTRIES);
    atLeast(code, at, lengthBytes, DispatchCommand.WritePackedLarge.dataAt(count));
    return count;
  }

  private static void waiting(byte[] bytes, int at, int lengthBytes) {
    exactly(DispatchCode.WAIT, at, lengthBytes, DispatchCommand.SMALL_BYTES);
    int flags = u8(bytes, at + 1);
    if ((flags & ~WaitFlag.ALL_BITS) != 0) {
      throw new CorruptCommandsException(
          at + 1, "flags of a WAIT are 0x%02x, which none has".formatted(flags));
    }
  }

  private static void setWriteOffset(byte[] bytes, int at, int lengthBytes) {
    DispatchCode code = DispatchCode.SET_WRITE_OFFSET;
    int count = u8(bytes, at + 1);
    if (count > DispatchCommand.MAX_WRITE_OFFSETS) {
      throw new CorruptCommandsException(
          at + 1, "offset_count of a %s must be 0 to 4, got %d".formatted(code, count));
    }
    exactly(code, at, lengthBytes, DispatchCommand.SMALL_BYTES + count * Integer.BYTES);
  }

  private static int count(DispatchCode code, byte[] bytes, int at, int most) {
    int count = u16(bytes, at + 2);
    if (count < 1 || count > most) {
      throw new CorruptCommandsException(
          at + 2, "count of a %s must be 1 to %d, got %d".formatted(code, most, count));
    }
    return count;
  }

  private static void zeroOrOne(DispatchCode code, String field, byte[] bytes, int at) {
    int value = u8(bytes, at);
    if (value > 1) {
      throw new CorruptCommandsException(
          at, "%s of a %s must be 0 or 1, got %d".formatted(field, code, value));
    }
  }

  private static void data(
      DispatchCode code, int at, int lengthBytes, int headerBytes, long mostDataBytes) {
    atLeast(code, at, lengthBytes, headerBytes);
    if (lengthBytes - headerBytes > mostDataBytes) {
      throw new CorruptCommandsException(
          at,
          "%s says that it writes at most %d bytes, but %d lie behind it"
              .formatted(code, mostDataBytes, lengthBytes - headerBytes));
    }
  }

  private static void atLeast(DispatchCode code, int at, int lengthBytes, int neededBytes) {
    if (lengthBytes < neededBytes) {
      throw new CorruptCommandsException(
          at, "%s takes %d bytes, its carrier has %d".formatted(code, neededBytes, lengthBytes));
    }
  }

  private static void exactly(DispatchCode code, int at, int lengthBytes, long neededBytes) {
    if (lengthBytes != neededBytes) {
      throw new CorruptCommandsException(
          at, "%s takes %d bytes, its carrier has %d".formatted(code, neededBytes, lengthBytes));
    }
  }
}
