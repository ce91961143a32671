package dev.tilescope.device.command;

import static dev.tilescope.device.command.Words.bits32;
import static dev.tilescope.device.command.Words.bits64;
import static dev.tilescope.device.command.Words.u16;
import static dev.tilescope.device.command.Words.u32;
import static dev.tilescope.device.command.Words.u8;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Makes a record of the payload that a cursor has checked; offsets as in {@link DispatchEncoder}.
 */
final class DispatchDecoder {
  private DispatchDecoder() {}

  static DispatchCommand read(CommandCursor cursor, byte[] from) {
    int at = cursor.payloadOffset();
    int end = at + cursor.payloadBytes();
    return switch (Objects.requireNonNull(cursor.dispatchCode())) {
      case WRITE_LINEAR -> writeLinear(false, from, at, end);
      case WRITE_LINEAR_H -> writeLinear(true, from, at, end);
      case WRITE_LINEAR_H_HOST -> writeLinearHost(from, at, end);
      case WRITE_PAGED -> writePaged(from, at, end);
      case WRITE_PACKED -> writePacked(cursor, from, at);
      case WRITE_PACKED_LARGE -> writePackedLarge(from, at, end);
      case WRITE_PACKED_LARGE_UNICAST -> writePackedLargeUnicast(from, at, end);
      case WAIT ->
          new DispatchCommand.Wait(
              WaitFlag.ofBits(u8(from, at + 1)),
              u16(from, at + 2),
              u32(from, at + 4),
              u32(from, at + 8));
      case SINK -> new DispatchCommand.Sink();
      case DEBUG -> new DispatchCommand.Debug();
      case DELAY -> new DispatchCommand.Delay(u32(from, at + 4));
      case EXEC_BUF_END -> new DispatchCommand.ExecBufEnd();
      case SET_WRITE_OFFSET -> setWriteOffset(from, at);
      case TERMINATE -> new DispatchCommand.Terminate();
      case SEND_GO_SIGNAL -> sendGoSignal(from, at);
      case NOTIFY_SUBORDINATE_GO_SIGNAL ->
          new DispatchCommand.NotifySubordinateGoSignal(u8(from, at + 1) != 0, u16(from, at + 2));
      case SET_NUM_WORKER_SEMS -> new DispatchCommand.SetNumWorkerSems(u32(from, at + 4));
      case SET_GO_SIGNAL_NOC_DATA ->
          new DispatchCommand.SetGoSignalNocData(
              u32(from, at + 4), rest(from, at + DispatchCommand.SMALL_BYTES, end));
      case SET_SUB_DEVICE_WORKER_COUNTS ->
          new DispatchCommand.SetSubDeviceWorkerCounts(
              u32(from, at + 4), rest(from, at + DispatchCommand.SMALL_BYTES, end));
      case RT_PROFILER_FLUSH ->
          new DispatchCommand.RtProfilerFlush(u32(from, at + 1), u32(from, at + 5));
      case ILLEGAL -> throw new AssertionError("the cursor lets no such command pass");
    };
  }

  private static Blob rest(byte[] from, int at, int end) {
    return Blob.copyOf(from, at, end - at);
  }

  private static DispatchCommand writeLinear(
      boolean throughHostSide, byte[] from, int at, int end) {
    return new DispatchCommand.WriteLinear(
        throughHostSide,
        u8(from, at + 1),
        u8(from, at + 2),
        bits32(from, at + 4),
        bits64(from, at + 8),
        bits64(from, at + 16),
        rest(from, at + DispatchCommand.LARGE_BYTES, end));
  }

  private static DispatchCommand writeLinearHost(byte[] from, int at, int end) {
    return new DispatchCommand.WriteLinearHHost(
        u8(from, at + 1) != 0,
        u8(from, at + 3),
        u8(from, at + 2),
        bits64(from, at + 8),
        rest(from, at + DispatchCommand.SMALL_BYTES, end));
  }

  private static DispatchCommand writePaged(byte[] from, int at, int end) {
    return new DispatchCommand.WritePaged(
        u8(from, at + 1) != 0,
        u16(from, at + 2),
        u32(from, at + 4),
        u32(from, at + 8),
        u32(from, at + 12),
        rest(from, at + DispatchCommand.SMALL_BYTES, end));
  }

  private static DispatchCommand writePacked(CommandCursor cursor, byte[] from, int at) {
    boolean noStride = (u8(from, at + 1) & DispatchCommand.WritePacked.NO_STRIDE_BIT) != 0;
    int count = cursor.packedCount();
    List<DispatchCommand.Target> targets = new ArrayList<>(count);
    List<Blob> blobs = new ArrayList<>(noStride ? 1 : count);
    for (int i = 0; i < count; i++) {
      int entry =
          at + DispatchCommand.SMALL_BYTES + i * DispatchCommand.WritePacked.MULTICAST_BYTES;
      long destinations = cursor.packedMulticast() ? u32(from, entry + 4) : 1;
      targets.add(new DispatchCommand.Target(cursor.packedNocXy(i), destinations));
      if (i == 0 || !noStride) {
        blobs.add(Blob.copyOf(from, cursor.packedBlobOffset(i), cursor.packedBlobBytes()));
      }
    }
    return new DispatchCommand.WritePacked(
        cursor.packedType(),
        cursor.packedMulticast(),
        noStride,
        u16(from, at + 4),
        cursor.packedBlobBytes(),
        cursor.packedAddress(),
        targets,
        blobs);
  }

  private static DispatchCommand writePackedLarge(byte[] from, int at, int end) {
    int count = u16(from, at + 2);
    List<DispatchCommand.LargePart> parts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int entry = PayloadCheck.largeEntry(at, i);
      parts.add(
          new DispatchCommand.LargePart(
              bits32(from, entry),
              u32(from, entry + 4),
              u16(from, entry + 8) + 1,
              u8(from, entry + 10),
              u8(from, entry + 11) != 0));
    }
    return new DispatchCommand.WritePackedLarge(
        PackedLargeType.of(u8(from, at + 1)),
        u16(from, at + 4),
        u16(from, at + 6),
        parts,
        rest(from, at + DispatchCommand.WritePackedLarge.dataAt(count), end));
  }

  private static DispatchCommand writePackedLargeUnicast(byte[] from, int at, int end) {
    int count = u16(from, at + 2);
    List<DispatchCommand.LargeUnicastPart> parts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int entry = PayloadCheck.largeEntry(at, i);
      parts.add(
          new DispatchCommand.LargeUnicastPart(
              bits32(from, entry), u32(from, entry + 4), u32(from, entry + 8)));
    }
    return new DispatchCommand.WritePackedLargeUnicast(
        PackedLargeType.of(u8(from, at + 1)),
        u16(from, at + 4),
        u16(from, at + 6),
        parts,
        rest(from, at + DispatchCommand.WritePackedLarge.dataAt(count), end));
  }

  private static DispatchCommand setWriteOffset(byte[] from, int at) {
    int count = u8(from, at + 1);
    List<Long> offsets = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      offsets.add(u32(from, at + DispatchCommand.SMALL_BYTES + i * Integer.BYTES));
    }
    return new DispatchCommand.SetWriteOffset(u16(from, at + 2), offsets);
  }

  private static DispatchCommand sendGoSignal(byte[] from, int at) {
    return new DispatchCommand.SendGoSignal(
        GoMessage.ofWord(bits32(from, at + 1)),
        u8(from, at + 5),
        u8(from, at + 6),
        u8(from, at + 7),
        u32(from, at + 8),
        u32(from, at + 12));
  }
}
