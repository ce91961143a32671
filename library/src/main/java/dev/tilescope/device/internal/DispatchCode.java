package dev.tilescope.device.internal;

import dev.tilescope.device.internal.DispatchCommand.*;
import dev.tilescope.model.Coded;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a dispatcher is told to do: byte 0 of a command is the code. */
public enum DispatchCode implements Coded {
  ILLEGAL(0, null),
  WRITE_LINEAR(1, WriteLinear.TABLE),
  WRITE_LINEAR_H(2, WriteLinear.TABLE),
  WRITE_LINEAR_H_HOST(3, WriteLinearHHost.TABLE),
  WRITE_PAGED(4, WritePaged.TABLE),
  WRITE_PACKED(5, WritePacked.TABLE),
  WRITE_PACKED_LARGE(6, WritePackedLarge.TABLE),
  WAIT(7, Wait.TABLE),
  SINK(8, Sink.TABLE),
  DEBUG(9, Debug.TABLE),
  DELAY(10, Delay.TABLE),
  EXEC_BUF_END(11, ExecBufEnd.TABLE),
  SET_WRITE_OFFSET(12, SetWriteOffset.TABLE),
  TERMINATE(13, Terminate.TABLE),
  SEND_GO_SIGNAL(14, SendGoSignal.TABLE),
  NOTIFY_SUBORDINATE_GO_SIGNAL(15, NotifySubordinateGoSignal.TABLE),
  SET_NUM_WORKER_SEMS(16, SetNumWorkerSems.TABLE),
  SET_GO_SIGNAL_NOC_DATA(17, SetGoSignalNocData.TABLE),
  WRITE_PACKED_LARGE_UNICAST(18, WritePackedLargeUnicast.TABLE),
  SET_SUB_DEVICE_WORKER_COUNTS(19, SetSubDeviceWorkerCounts.TABLE),
  RT_PROFILER_FLUSH(20, RtProfilerFlush.TABLE);

  private static final DispatchCode[] ALL = values();
  private static final Map<Class<?>, DispatchCode> BY_RECORD = new HashMap<>();

  static {
    for (int i = 1; i < ALL.length; i++) {
      BY_RECORD.putIfAbsent(ALL[i].table().type(), ALL[i]);
    }
  }

  private final int code;
  private final @Nullable Table table;

  DispatchCode(int code, @Nullable Table table) {
    this.code = code;
    this.table = table;
  }

  /** Of a record that stands for one code. */
  static DispatchCode of(DispatchCommand command) {
    return Objects.requireNonNull(BY_RECORD.get(command.getClass()));
  }

  @Override
  public int code() {
    return code;
  }

  Table table() {
    return Objects.requireNonNull(table);
  }

  static void write(DispatchCommand command, byte[] to, int at) {
    DispatchCode code = command.code();
    Words.put8(to, at, code.code);
    command.write(to, at);
    if (command instanceof WithData written) {
      code.writeData(written, to, at);
    }
  }

  /** Data may be less than what the fields say, because the rest is relayed, but not more. */
  private void writeData(WithData command, byte[] to, int at) {
    Blob data = command.data();
    if (data.size() > 0 && table().tail() instanceof Tail.Data(DataLimit limit, _)) {
      Fields.within("bytes of data", data.size(), 0, limit.mostBytes(table(), to, at));
      data.copyTo(to, at + table().tailAt(to, at));
    }
  }

  /** Of bytes that have been checked. */
  static DispatchCommand read(byte[] from, int at, int end) {
    DispatchCode code = ALL[Words.u8(from, at)];
    Values in = new Values(code.table(), from, at, end);
    return switch (code) {
      case ILLEGAL -> throw new AssertionError("no checked command is illegal");
      case WRITE_LINEAR -> writeLinear(false, in);
      case WRITE_LINEAR_H -> writeLinear(true, in);
      case WRITE_LINEAR_H_HOST ->
          new WriteLinearHHost(in.flag(), in.integer(), in.integer(), in.number(), in.data());
      case WRITE_PAGED ->
          new WritePaged(in.flag(), in.integer(), in.number(), in.number(), in.number(), in.data());
      case WRITE_PACKED -> WritePacked.read(from, at);
      case WRITE_PACKED_LARGE ->
          new WritePackedLarge(
              largeType(in), in.integer(), in.integer(), LargePart.all(in.entries()), in.data());
      case WAIT -> new Wait(WaitFlag.ofBits(in.integer()), in.integer(), in.number(), in.number());
      case SINK -> new Sink();
      case DEBUG -> new Debug();
      case DELAY -> new Delay(in.number());
      case EXEC_BUF_END -> new ExecBufEnd();
      case SET_WRITE_OFFSET ->
          new SetWriteOffset(in.integer(), SetWriteOffset.offsets(in.entries()));
      case TERMINATE -> new Terminate();
      case SEND_GO_SIGNAL ->
          new SendGoSignal(
              GoMessage.ofWord(in.integer()),
              in.integer(),
              in.integer(),
              in.integer(),
              in.number(),
              in.number());
      case NOTIFY_SUBORDINATE_GO_SIGNAL -> new NotifySubordinateGoSignal(in.flag(), in.integer());
      case SET_NUM_WORKER_SEMS -> new SetNumWorkerSems(in.number());
      case SET_GO_SIGNAL_NOC_DATA -> new SetGoSignalNocData(in.number(), in.data());
      case WRITE_PACKED_LARGE_UNICAST ->
          new WritePackedLargeUnicast(
              largeType(in),
              in.integer(),
              in.integer(),
              LargeUnicastPart.all(in.entries()),
              in.data());
      case SET_SUB_DEVICE_WORKER_COUNTS -> new SetSubDeviceWorkerCounts(in.number(), in.data());
      case RT_PROFILER_FLUSH -> new RtProfilerFlush(in.number(), in.number());
    };
  }

  private static WriteLinear writeLinear(boolean throughHostSide, Values in) {
    return new WriteLinear(
        throughHostSide,
        in.integer(),
        in.integer(),
        in.integer(),
        in.number(),
        in.number(),
        in.data());
  }

  private static PackedLargeType largeType(Values in) {
    return Objects.requireNonNull(PackedLargeType.BY_CODE.of(in.number()));
  }

  /** Whether bytes are a dispatch command of the length that its carrier says. */
  static DispatchCode check(byte[] bytes, int at, int lengthBytes) {
    int id = Words.u8(bytes, at);
    if (id == 0 || id >= ALL.length) {
      throw new CorruptCommandsException(
          at,
          "the number of a dispatch command must be 1 to %d, got %d".formatted(ALL.length - 1, id));
    }
    check(ALL[id], bytes, at, lengthBytes);
    return ALL[id];
  }

  /** Traces are full of the first six: with a constant table, what is asked of it is constant. */
  private static void check(DispatchCode code, byte[] bytes, int at, int lengthBytes) {
    switch (code) {
      case WRITE_PACKED -> TableCheck.payload(code, WritePacked.TABLE, bytes, at, lengthBytes);
      case WRITE_PACKED_LARGE ->
          TableCheck.payload(code, WritePackedLarge.TABLE, bytes, at, lengthBytes);
      case WAIT -> TableCheck.payload(code, Wait.TABLE, bytes, at, lengthBytes);
      case SET_WRITE_OFFSET ->
          TableCheck.payload(code, SetWriteOffset.TABLE, bytes, at, lengthBytes);
      case SEND_GO_SIGNAL -> TableCheck.payload(code, SendGoSignal.TABLE, bytes, at, lengthBytes);
      case NOTIFY_SUBORDINATE_GO_SIGNAL ->
          TableCheck.payload(code, NotifySubordinateGoSignal.TABLE, bytes, at, lengthBytes);
      case ILLEGAL,
          WRITE_LINEAR,
          WRITE_LINEAR_H,
          WRITE_LINEAR_H_HOST,
          WRITE_PAGED,
          WRITE_PACKED_LARGE_UNICAST,
          SINK,
          DEBUG,
          DELAY,
          EXEC_BUF_END,
          TERMINATE,
          SET_NUM_WORKER_SEMS,
          SET_GO_SIGNAL_NOC_DATA,
          SET_SUB_DEVICE_WORKER_COUNTS,
          RT_PROFILER_FLUSH ->
          TableCheck.payload(code, code.table(), bytes, at, lengthBytes);
    }
  }
}
