package dev.tilescope.device.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the prefetcher is told to do: byte 0 of a command is the ordinal. */
public enum PrefetchCode {
  ILLEGAL(null),
  RELAY_LINEAR(PrefetchCommand.RelayLinear.TABLE),
  RELAY_LINEAR_H(PrefetchCommand.RelayLinear.TABLE_H),
  RELAY_PAGED(PrefetchCommand.RelayPaged.TABLE),
  RELAY_PAGED_PACKED(PrefetchCommand.RelayPagedPacked.TABLE),
  RELAY_INLINE(PrefetchCommand.RelayInline.TABLE),
  RELAY_INLINE_NOFLUSH(PrefetchCommand.RelayInlineNoFlush.TABLE),
  EXEC_BUF(PrefetchCommand.ExecBuf.TABLE),
  EXEC_BUF_END(PrefetchCommand.ExecBufEnd.TABLE),
  STALL(PrefetchCommand.Stall.TABLE),
  DEBUG(PrefetchCommand.Debug.TABLE),
  TERMINATE(PrefetchCommand.Terminate.TABLE),
  PAGED_TO_RINGBUFFER(PrefetchCommand.PagedToRingbuffer.TABLE),
  SET_RINGBUFFER_OFFSET(PrefetchCommand.SetRingbufferOffset.TABLE),
  RELAY_RINGBUFFER(PrefetchCommand.RelayRingbuffer.TABLE),
  RELAY_LINEAR_PACKED(PrefetchCommand.RelayLinearPacked.TABLE),
  RELAY_LINEAR_PACKED_H(PrefetchCommand.RelayLinearPacked.TABLE_H);

  private static final PrefetchCode[] ALL = values();
  private static final Map<Class<?>, PrefetchCode> BY_RECORD = new HashMap<>();

  static {
    for (int i = 1; i < ALL.length; i++) {
      BY_RECORD.putIfAbsent(ALL[i].table().type(), ALL[i]);
    }
  }

  private final @Nullable Table table;

  PrefetchCode(@Nullable Table table) {
    this.table = table;
  }

  /** Of a record that stands for one code. */
  static PrefetchCode of(PrefetchCommand command) {
    return Objects.requireNonNull(BY_RECORD.get(command.getClass()));
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
    return table().tail() instanceof Tail.Payload;
  }
}
