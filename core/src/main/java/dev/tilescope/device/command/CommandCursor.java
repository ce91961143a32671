package dev.tilescope.device.command;

import static dev.tilescope.device.command.Words.u16;
import static dev.tilescope.device.command.Words.u32;
import static dev.tilescope.device.command.Words.u8;

import org.jspecify.annotations.Nullable;

/**
 * Walks over the commands of a trace without allocating, so that a replay costs no garbage:
 *
 * <pre>{@code
 * while (cursor.next()) {
 *   if (cursor.dispatchCode() == DispatchCode.SEND_GO_SIGNAL) { … cursor.goWord() … }
 * }
 * }</pre>
 *
 * <p>{@code next()} checks the whole command, so the fields that belong to it can be read without
 * fear; asking for a field of another command is an error of the caller and gives any number.
 * Everything that is wrong with the bytes is a {@link CorruptCommandsException}. One thread at a
 * time.
 *
 * <p>A little over the usual length, because checks and getters read the same offsets.
 */
public final class CommandCursor {
  private final byte[] bytes;
  private final int limit;
  private final int alignmentBytes;

  private int offset;
  private int strideBytes;
  private PrefetchCode code = PrefetchCode.ILLEGAL;
  private @Nullable DispatchCode dispatchCode;

  /**
   * @param alignmentBytes see {@link CommandFormat#alignmentBytes()}
   */
  public CommandCursor(byte[] commands, int alignmentBytes) {
    this.bytes = commands;
    this.limit = commands.length;
    this.alignmentBytes = CommandWriter.checkedAlignment(alignmentBytes);
  }

  /** Before the first command again. */
  public void reset() {
    offset = 0;
    strideBytes = 0;
    code = PrefetchCode.ILLEGAL;
    dispatchCode = null;
  }

  /**
   * Goes to the next command.
   *
   * @return false behind EXEC_BUF_END, whatever lies there
   */
  public boolean next() {
    if (code == PrefetchCode.EXEC_BUF_END) {
      return false;
    }
    int at = offset + strideBytes;
    if (limit - at < PrefetchCommand.SMALL_BYTES) {
      throw new CorruptCommandsException(
          limit,
          "the commands end after %d bytes without EXEC_BUF_END (%s)"
              .formatted(limit, limit == at ? "cut" : "cut inside the command at " + at));
    }
    PrefetchCode found = codeAt(at);
    int size = sizeAt(found, at);
    int stride = strideOf(found, at, size);
    dispatchCode = found.isInline() ? checkedPayload(found, at) : null;
    code = found;
    offset = at;
    strideBytes = stride;
    return true;
  }

  private PrefetchCode codeAt(int at) {
    int id = u8(bytes, at);
    PrefetchCode found = PrefetchCode.of(id);
    if (found == null || found == PrefetchCode.ILLEGAL) {
      throw new CorruptCommandsException(
          at,
          "the number of a command must be 1 to 16, got "
              + id
              + (id == 0 ? " (padding, or the commands end without EXEC_BUF_END)" : ""));
    }
    return found;
  }

  private int sizeAt(PrefetchCode found, int at) {
    return switch (found) {
      case RELAY_LINEAR, RELAY_LINEAR_H -> PrefetchCommand.LARGE_BYTES;
      case RELAY_PAGED_PACKED, RELAY_LINEAR_PACKED, RELAY_LINEAR_PACKED_H ->
          listSize(found, at, PrefetchCommand.MAX_PACKED_ENTRIES, 12);
      case RELAY_RINGBUFFER -> listSize(found, at, PrefetchCommand.MAX_RINGBUFFER_ENTRIES, 8);
      case RELAY_INLINE, RELAY_INLINE_NOFLUSH, EXEC_BUF_END, DEBUG -> dataSize(found, at);
      case PAGED_TO_RINGBUFFER -> {
        zeroOrOne(found, "flags", at + 1);
        yield PrefetchCommand.SMALL_BYTES;
      }
      case SET_RINGBUFFER_OFFSET -> {
        zeroOrOne(found, "update_wp", at + 8);
        yield PrefetchCommand.SMALL_BYTES;
      }
      case ILLEGAL, RELAY_PAGED, EXEC_BUF, STALL, TERMINATE -> PrefetchCommand.SMALL_BYTES;
    };
  }

  private int listSize(PrefetchCode found, int at, int most, int entryBytes) {
    int count = u16(bytes, at + 2);
    if (count < 1 || count > most) {
      throw new CorruptCommandsException(
          at + 2, "count of a %s must be 1 to %d, got %d".formatted(found, most, count));
    }
    return PrefetchCommand.SMALL_BYTES + count * entryBytes;
  }

  private int dataSize(PrefetchCode found, int at) {
    long length = u32(bytes, at + 4);
    long most = CommandWriter.MAX_COMMAND_BYTES - PrefetchCommand.SMALL_BYTES;
    int least = found.isInline() ? DispatchCommand.SMALL_BYTES : 0;
    if (length < least || length > most) {
      throw new CorruptCommandsException(
          at + 4, "length of a %s must be %d to %d, got %d".formatted(found, least, most, length));
    }
    return PrefetchCommand.SMALL_BYTES + (int) length;
  }

  /** What the size makes it, which has to be what the command says where it says anything. */
  private int strideOf(PrefetchCode found, int at, int size) {
    int stride = Words.roundUp(size, alignmentBytes);
    int field = strideField(found);
    if (field > 0 && u32(bytes, at + field) != stride) {
      throw new CorruptCommandsException(
          at + field,
          "stride of a %s of %d bytes must be %d where commands are aligned to %d, got %d"
              .formatted(found, size, stride, alignmentBytes, u32(bytes, at + field)));
    }
    if (limit - at < stride) {
      throw new CorruptCommandsException(
          limit,
          "the commands end after %d bytes, inside the %s at %d, which takes %d"
              .formatted(limit, found, at, stride));
    }
    return stride;
  }

  private static int strideField(PrefetchCode found) {
    return switch (found) {
      case RELAY_INLINE, RELAY_INLINE_NOFLUSH, EXEC_BUF_END, DEBUG, RELAY_PAGED_PACKED -> 8;
      case RELAY_RINGBUFFER -> 4;
      case RELAY_LINEAR_PACKED, RELAY_LINEAR_PACKED_H -> 12;
      case ILLEGAL,
          RELAY_LINEAR,
          RELAY_LINEAR_H,
          RELAY_PAGED,
          EXEC_BUF,
          STALL,
          TERMINATE,
          PAGED_TO_RINGBUFFER,
          SET_RINGBUFFER_OFFSET ->
          0;
    };
  }

  private DispatchCode checkedPayload(PrefetchCode found, int at) {
    zeroOrOne(found, "dispatcher_type", at + 1);
    int payload = at + PrefetchCommand.SMALL_BYTES;
    DispatchCode inside = PayloadCheck.check(bytes, payload, (int) u32(bytes, at + 4));
    if (found == PrefetchCode.EXEC_BUF_END && inside != DispatchCode.EXEC_BUF_END) {
      throw new CorruptCommandsException(
          payload, "EXEC_BUF_END of the prefetcher must carry the dispatcher's, got " + inside);
    }
    return inside;
  }

  private void zeroOrOne(PrefetchCode found, String field, int at) {
    int value = u8(bytes, at);
    if (value > 1) {
      throw new CorruptCommandsException(
          at, "%s of a %s must be 0 or 1, got %d".formatted(field, found, value));
    }
  }

  /** Where the command begins. */
  public int offset() {
    return offset;
  }

  /** With its padding; the next command begins so much later. */
  int strideBytes() {
    return strideBytes;
  }

  public PrefetchCode code() {
    return code;
  }

  /** Null if the command carries none. */
  public @Nullable DispatchCode dispatchCode() {
    return dispatchCode;
  }

  public Dispatcher dispatcher() {
    return u8(bytes, offset + 1) == 0 ? Dispatcher.MASTER : Dispatcher.SUBORDINATE;
  }

  /** Where the dispatch command begins. */
  int payloadOffset() {
    return offset + PrefetchCommand.SMALL_BYTES;
  }

  int payloadBytes() {
    return (int) u32(bytes, offset + 4);
  }

  /** Of SET_WRITE_OFFSET. */
  int programHostId() {
    return u16(bytes, payloadOffset() + 2);
  }

  /** Of WRITE_PACKED. */
  public PackedType packedType() {
    return PackedType.of(u8(bytes, payloadOffset() + 1) >>> DispatchCommand.WritePacked.TYPE_SHIFT);
  }

  boolean packedMulticast() {
    return packedBit(DispatchCommand.WritePacked.MULTICAST_BIT);
  }

  private boolean packedBit(int bit) {
    return (u8(bytes, payloadOffset() + 1) & bit) != 0;
  }

  /** Targets of WRITE_PACKED, parts of WRITE_PACKED_LARGE. */
  int packedCount() {
    return u16(bytes, payloadOffset() + 2);
  }

  /** Of one blob of WRITE_PACKED. */
  int packedBlobBytes() {
    return u16(bytes, payloadOffset() + 6);
  }

  long packedAddress() {
    return u32(bytes, payloadOffset() + 8);
  }

  /** The core, or the rectangle of cores, that a WRITE_PACKED writes to. */
  int packedNocXy(int target) {
    int each =
        packedMulticast()
            ? DispatchCommand.WritePacked.MULTICAST_BYTES
            : DispatchCommand.WritePacked.UNICAST_BYTES;
    return Words.bits32(bytes, payloadOffset() + DispatchCommand.SMALL_BYTES + target * each);
  }

  /** Where the blob for a target of WRITE_PACKED begins, counted from the first command. */
  public int packedBlobOffset(int target) {
    int index = packedBit(DispatchCommand.WritePacked.NO_STRIDE_BIT) ? 0 : target;
    int each = Words.roundUp(packedBlobBytes(), DispatchCommand.PACKED_ALIGNMENT_BYTES);
    return payloadOffset()
        + DispatchCommand.WritePacked.blobsAt(packedMulticast(), packedCount())
        + index * each;
  }

  /** Of WAIT. */
  public boolean waits(WaitFlag flag) {
    return (u8(bytes, payloadOffset() + 1) & flag.bit()) != 0;
  }

  /** Of WAIT and SEND_GO_SIGNAL: how many workers must have reported. */
  public long waitCount() {
    return u32(bytes, payloadOffset() + 8);
  }

  /** Of WAIT and SEND_GO_SIGNAL. */
  long waitStream() {
    return dispatchCode == DispatchCode.WAIT
        ? u16(bytes, payloadOffset() + 2)
        : u32(bytes, payloadOffset() + 12);
  }

  /** Of SEND_GO_SIGNAL; {@link GoMessage} takes it apart. */
  public int goWord() {
    return Words.bits32(bytes, payloadOffset() + 1);
  }

  /**
   * The number of the launched program, from a launch message.
   *
   * @param launchOffset where the message begins; see {@link #packedBlobOffset}
   */
  public long launchHostId(int launchOffset) {
    return wordAt(launchOffset + LaunchMessage.HOST_ASSIGNED_ID_AT) & 0xFFFF_FFFFL;
  }

  /** A bit for every processor that a launch message starts. */
  int launchEnables(int launchOffset) {
    return wordAt(launchOffset + LaunchMessage.ENABLES_AT);
  }

  /** Any word of the trace. */
  public int wordAt(int byteOffset) {
    if (byteOffset < 0 || byteOffset > limit - Integer.BYTES) {
      throw new CorruptCommandsException(
          byteOffset, "a word should lie here, but there are only " + limit + " bytes");
    }
    return Words.bits32(bytes, byteOffset);
  }
}
