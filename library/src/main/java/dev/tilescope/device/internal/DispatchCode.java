package dev.tilescope.device.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a dispatcher is told to do: byte 0 of a command is the ordinal. */
public enum DispatchCode {
  ILLEGAL(null),
  WRITE_LINEAR(DispatchCommand.WriteLinear.TABLE),
  WRITE_LINEAR_H(DispatchCommand.WriteLinear.TABLE_H),
  WRITE_LINEAR_H_HOST(DispatchCommand.WriteLinearHHost.TABLE),
  WRITE_PAGED(DispatchCommand.WritePaged.TABLE),
  WRITE_PACKED(DispatchCommand.WritePacked.TABLE),
  WRITE_PACKED_LARGE(DispatchCommand.WritePackedLarge.TABLE),
  WAIT(DispatchCommand.Wait.TABLE),
  SINK(DispatchCommand.Sink.TABLE),
  DEBUG(DispatchCommand.Debug.TABLE),
  DELAY(DispatchCommand.Delay.TABLE),
  EXEC_BUF_END(DispatchCommand.ExecBufEnd.TABLE),
  SET_WRITE_OFFSET(DispatchCommand.SetWriteOffset.TABLE),
  TERMINATE(DispatchCommand.Terminate.TABLE),
  SEND_GO_SIGNAL(DispatchCommand.SendGoSignal.TABLE),
  NOTIFY_SUBORDINATE_GO_SIGNAL(DispatchCommand.NotifySubordinateGoSignal.TABLE),
  SET_NUM_WORKER_SEMS(DispatchCommand.SetNumWorkerSems.TABLE),
  SET_GO_SIGNAL_NOC_DATA(DispatchCommand.SetGoSignalNocData.TABLE),
  WRITE_PACKED_LARGE_UNICAST(DispatchCommand.WritePackedLargeUnicast.TABLE),
  SET_SUB_DEVICE_WORKER_COUNTS(DispatchCommand.SetSubDeviceWorkerCounts.TABLE),
  RT_PROFILER_FLUSH(DispatchCommand.RtProfilerFlush.TABLE);

  private static final DispatchCode[] ALL = values();
  private static final Map<Class<?>, DispatchCode> BY_RECORD = new HashMap<>();

  static {
    for (int i = 1; i < ALL.length; i++) {
      BY_RECORD.putIfAbsent(ALL[i].table().type(), ALL[i]);
    }
  }

  private final @Nullable Table table;

  DispatchCode(@Nullable Table table) {
    this.table = table;
  }

  /** Of a record that stands for one code. */
  static DispatchCode of(DispatchCommand command) {
    return Objects.requireNonNull(BY_RECORD.get(command.getClass()));
  }

  Table table() {
    return Objects.requireNonNull(table);
  }

  static void write(DispatchCommand command, byte[] to, int at) {
    DispatchCode code = command.code();
    Words.put8(to, at, code.ordinal());
    command.write(to, at);
    if (command instanceof DispatchCommand.WithData written) {
      code.writeData(written, to, at);
    }
  }

  /** Data may be less than what the fields say, because the rest is relayed, but not more. */
  private void writeData(DispatchCommand.WithData command, byte[] to, int at) {
    Blob data = command.data();
    if (data.size() > 0 && table().tail() instanceof Tail.Data(DataLimit limit, _)) {
      Fields.within("bytes of data", data.size(), 0, limit.mostBytes(table(), to, at));
      data.copyTo(to, at + table().tailAt(to, at));
    }
  }

  /** Of bytes that have been checked. */
  static DispatchCommand read(byte[] from, int at, int end) {
    return (DispatchCommand) ALL[Words.u8(from, at)].table().read(from, at, end);
  }

  /** Whether bytes are a dispatch command of the length that its carrier says. */
  static DispatchCode check(byte[] bytes, int at, int lengthBytes) {
    int id = Words.u8(bytes, at);
    if (id == 0 || id >= ALL.length) {
      throw new CorruptCommandsException(
          at,
          "the number of a dispatch command must be 1 to %d, got %d".formatted(ALL.length - 1, id));
    }
    TableCheck.payload(ALL[id], ALL[id].table(), bytes, at, lengthBytes);
    return ALL[id];
  }
}
