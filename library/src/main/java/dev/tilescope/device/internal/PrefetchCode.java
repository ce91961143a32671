package dev.tilescope.device.internal;

import dev.tilescope.device.internal.PrefetchCommand.*;
import dev.tilescope.model.Coded;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the prefetcher is told to do: byte 0 of a command is the code. */
public enum PrefetchCode implements Coded {
  ILLEGAL(0, null),
  RELAY_LINEAR(1, RelayLinear.TABLE),
  RELAY_LINEAR_H(2, RelayLinear.TABLE),
  RELAY_PAGED(3, RelayPaged.TABLE),
  RELAY_PAGED_PACKED(4, RelayPagedPacked.TABLE),
  RELAY_INLINE(5, RelayInline.TABLE),
  RELAY_INLINE_NOFLUSH(6, RelayInlineNoFlush.TABLE),
  EXEC_BUF(7, ExecBuf.TABLE),
  EXEC_BUF_END(8, ExecBufEnd.TABLE),
  STALL(9, Stall.TABLE),
  DEBUG(10, Debug.TABLE),
  TERMINATE(11, Terminate.TABLE),
  PAGED_TO_RINGBUFFER(12, PagedToRingbuffer.TABLE),
  SET_RINGBUFFER_OFFSET(13, SetRingbufferOffset.TABLE),
  RELAY_RINGBUFFER(14, RelayRingbuffer.TABLE),
  RELAY_LINEAR_PACKED(15, RelayLinearPacked.TABLE),
  RELAY_LINEAR_PACKED_H(16, RelayLinearPacked.TABLE);

  private static final PrefetchCode[] ALL = values();
  private static final Map<Class<?>, PrefetchCode> BY_RECORD = new HashMap<>();

  static {
    for (int i = 1; i < ALL.length; i++) {
      BY_RECORD.putIfAbsent(ALL[i].table().type(), ALL[i]);
    }
  }

  private final int code;
  private final @Nullable Table table;
  private final boolean isInline;

  PrefetchCode(int code, @Nullable Table table) {
    this.code = code;
    this.isInline = table != null && table.tail() instanceof Tail.Payload;
    this.table = table;
  }

  /** Of a record that stands for one code. */
  static PrefetchCode of(PrefetchCommand command) {
    return Objects.requireNonNull(BY_RECORD.get(command.getClass()));
  }

  @Override
  public int code() {
    return code;
  }

  Table table() {
    return Objects.requireNonNull(table);
  }

  static PrefetchCode at(byte[] bytes, int at) {
    int id = Words.u8(bytes, at);
    if (id == 0 || id >= ALL.length) {
      throw new CorruptCommandsException(
          at,
          "the number of a command must be 1 to %d, got %d%s"
              .formatted(
                  ALL.length - 1,
                  id,
                  id == 0 ? " (padding, or the commands end without EXEC_BUF_END)" : ""));
    }
    return ALL[id];
  }

  /** Whether a command for a dispatcher lies inside. */
  boolean isInline() {
    return isInline;
  }

  /** Without its stride. */
  void write(PrefetchCommand command, byte[] to, int at) {
    Words.put8(to, at, code);
    command.write(to, at);
  }

  /** Of bytes that have been checked. */
  PrefetchCommand read(byte[] from, int at) {
    Values in = new Values(table(), from, at, at + table().sizeAt(from, at));
    return switch (this) {
      case ILLEGAL -> throw new AssertionError("no checked command is illegal");
      case RELAY_LINEAR -> new RelayLinear(false, in.integer(), in.number(), in.number());
      case RELAY_LINEAR_H -> new RelayLinear(true, in.integer(), in.number(), in.number());
      case RELAY_PAGED ->
          new RelayPaged(
              in.integer(), in.flag(), in.integer(), in.number(), in.number(), in.number());
      case RELAY_PAGED_PACKED -> new RelayPagedPacked(in.number(), PagedPart.all(in.entries()));
      case RELAY_INLINE -> new RelayInline(dispatcher(in), in.payload());
      case RELAY_INLINE_NOFLUSH -> new RelayInlineNoFlush(dispatcher(in), in.payload());
      case EXEC_BUF -> new ExecBuf(in.number(), in.number(), in.number());
      case EXEC_BUF_END -> new ExecBufEnd(dispatcher(in));
      case STALL -> new Stall();
      case DEBUG -> new Debug(in.integer(), in.data());
      case TERMINATE -> new Terminate();
      case PAGED_TO_RINGBUFFER ->
          new PagedToRingbuffer(
              in.flag(), in.integer(), in.integer(), in.number(), in.number(), in.number());
      case SET_RINGBUFFER_OFFSET -> new SetRingbufferOffset(in.number(), in.flag());
      case RELAY_RINGBUFFER -> new RelayRingbuffer(RingbufferPart.all(in.entries()));
      case RELAY_LINEAR_PACKED -> linearPacked(false, in);
      case RELAY_LINEAR_PACKED_H -> linearPacked(true, in);
    };
  }

  private static RelayLinearPacked linearPacked(boolean fromHostSide, Values in) {
    return new RelayLinearPacked(
        fromHostSide, in.integer(), in.number(), LinearPart.all(in.entries()));
  }

  private static Dispatcher dispatcher(Values in) {
    return Objects.requireNonNull(Dispatcher.BY_CODE.of(in.number()));
  }
}
