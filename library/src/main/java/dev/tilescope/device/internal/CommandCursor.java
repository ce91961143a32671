package dev.tilescope.device.internal;

import static dev.tilescope.device.internal.Words.u32;

import dev.tilescope.device.internal.DispatchCommand.SendGoSignal;
import dev.tilescope.device.internal.DispatchCommand.SetWriteOffset;
import dev.tilescope.device.internal.DispatchCommand.Target;
import dev.tilescope.device.internal.DispatchCommand.Wait;
import dev.tilescope.device.internal.DispatchCommand.WritePacked;
import dev.tilescope.device.internal.PrefetchCommand.RelayInline;
import java.util.Objects;
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
    if (limit - at < Table.UNIT_BYTES) {
      throw new CorruptCommandsException(
          limit,
          "the commands end after %d bytes without EXEC_BUF_END (%s)"
              .formatted(limit, limit == at ? "cut" : "cut inside the command at " + at));
    }
    PrefetchCode found = PrefetchCode.at(bytes, at);
    // All three that carry a command are alike, and a table that is constant here makes most of
    // what is asked of it so.
    if (found.isInline()) {
      int size = checkedSize(found, RelayInline.TABLE, at);
      int stride = strideOf(found, RelayInline.TABLE, at, size);
      dispatchCode = checkedPayload(found, at, size);
      strideBytes = stride;
    } else {
      Table table = found.table();
      strideBytes = strideOf(found, table, at, checkedSize(found, table, at));
      dispatchCode = null;
    }
    code = found;
    offset = at;
    return true;
  }

  private int checkedSize(PrefetchCode found, Table table, int at) {
    if (!table.check().isSound(bytes, at)) {
      table.check().explain(found, bytes, at);
    }
    return table.check().sizing().tailAt(bytes, at);
  }

  /** What the size makes it, which has to be what the command says where it says anything. */
  private int strideOf(PrefetchCode found, Table table, int at, int size) {
    int stride = Words.roundUp(size, alignmentBytes);
    int field = table.strideAt();
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

  private DispatchCode checkedPayload(PrefetchCode found, int at, int size) {
    int payload = at + Table.UNIT_BYTES;
    DispatchCode inside = DispatchCode.check(bytes, payload, size - Table.UNIT_BYTES);
    if (found == PrefetchCode.EXEC_BUF_END && inside != DispatchCode.EXEC_BUF_END) {
      throw new CorruptCommandsException(
          payload, "EXEC_BUF_END of the prefetcher must carry the dispatcher's, got " + inside);
    }
    return inside;
  }

  /** The command, of which {@code next()} has said that it is sound. */
  PrefetchCommand command() {
    return code.read(bytes, offset);
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
    long code = RelayInline.DISPATCHER.read(bytes, offset);
    return Objects.requireNonNull(Dispatcher.BY_CODE.of(code));
  }

  /** A field of the dispatch command. */
  private long read(Field field) {
    return field.read(bytes, payloadOffset());
  }

  /** Where the dispatch command begins. */
  private int payloadOffset() {
    return offset + Table.UNIT_BYTES;
  }

  /** Of SET_WRITE_OFFSET. */
  int programHostId() {
    return (int) read(SetWriteOffset.HOST_ID);
  }

  /** Of WRITE_PACKED. */
  public PackedType packedType() {
    return Objects.requireNonNull(PackedType.BY_CODE.of(read(WritePacked.TYPE)));
  }

  /** The core, or the rectangle of cores, that a WRITE_PACKED writes to. */
  int packedNocXy(int target) {
    int entry = WritePacked.TARGETS.offset(bytes, payloadOffset(), target);
    return (int) Target.PLACE.read(bytes, payloadOffset() + Table.UNIT_BYTES + entry);
  }

  /** Where the blob for a target of WRITE_PACKED begins, counted from the first command. */
  public int packedBlobOffset(int target) {
    int at = payloadOffset();
    return at + WritePacked.TABLE.tailAt(bytes, at) + WritePacked.BLOBS.offset(bytes, at, target);
  }

  /** Of WAIT. */
  public boolean waits(WaitFlag flag) {
    return (read(Wait.FLAGS) & flag.bit()) != 0;
  }

  /** Of WAIT and SEND_GO_SIGNAL: how many workers must have reported. */
  public long waitCount() {
    return read(dispatchCode == DispatchCode.WAIT ? Wait.COUNT : SendGoSignal.COUNT);
  }

  /** Of WAIT and SEND_GO_SIGNAL. */
  long waitStream() {
    return read(dispatchCode == DispatchCode.WAIT ? Wait.STREAM : SendGoSignal.STREAM);
  }

  /** Of SEND_GO_SIGNAL; {@link GoMessage} takes it apart. */
  public int goWord() {
    return (int) read(SendGoSignal.MESSAGE);
  }

  /**
   * The number of the launched program, from a launch message.
   *
   * @param launchOffset where the message begins; see {@link #packedBlobOffset}
   */
  public long launchHostId(int launchOffset) {
    return wordAt(launchOffset + LaunchMessage.HOST_ASSIGNED_ID.at()) & 0xFFFF_FFFFL;
  }

  /** A bit for every processor that a launch message starts. */
  int launchEnables(int launchOffset) {
    return wordAt(launchOffset + LaunchMessage.ENABLES.at());
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
