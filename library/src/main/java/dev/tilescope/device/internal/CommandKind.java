package dev.tilescope.device.internal;

import java.util.List;
import java.util.Locale;

/** What the bytes of a trace are spent on. */
public enum CommandKind {
  /** Launch messages and go signals. */
  KERNEL_LAUNCHES("kernel launches"),
  /** Set-up of circular buffers, and transfers. */
  DATA_MOVEMENT("data movement"),
  /** Every command of a collective operation, whatever it does. */
  CCL("CCL"),
  /** Barriers, waits, events, and the end of the trace. */
  SYNCHRONISATION("synchronisation"),
  /** Where a program's configuration lies, runtime arguments, semaphores and binaries. */
  PROGRAM_CONFIGURATION("program configuration");

  /** How names of collective operations begin, without namespace, underscores and case. */
  private static final List<String> COLLECTIVES =
      List.of(
          "allgather",
          "allreduce",
          "reducescatter",
          "allbroadcast",
          "broadcast",
          "alltoall",
          "pointtopoint",
          "sendasync",
          "recvasync",
          "barrier");

  private final String title;

  CommandKind(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }

  /**
   * Whether an operation moves data between chips, by its name: {@code AllGatherDeviceOperation} or
   * {@code ttnn::all_gather}, but not {@code LayerNormPreAllGather}, which only prepares for one.
   */
  static boolean isCollective(String operation) {
    String name = operation.substring(operation.lastIndexOf(':') + 1);
    String plain = name.replace("_", "").toLowerCase(Locale.ROOT);
    return COLLECTIVES.stream().anyMatch(plain::startsWith);
  }

  /** Of a command that belongs to no collective operation. */
  static CommandKind of(PrefetchCommand command) {
    return switch (command) {
      case PrefetchCommand.Inline inline -> of(inline.payload());
      case PrefetchCommand.RelayLinear _,
          PrefetchCommand.RelayPaged _,
          PrefetchCommand.RelayLinearPacked _ ->
          DATA_MOVEMENT;
      case PrefetchCommand.RelayPagedPacked _,
          PrefetchCommand.PagedToRingbuffer _,
          PrefetchCommand.SetRingbufferOffset _,
          PrefetchCommand.RelayRingbuffer _,
          PrefetchCommand.Debug _ ->
          PROGRAM_CONFIGURATION;
      case PrefetchCommand.ExecBuf _, PrefetchCommand.Stall _, PrefetchCommand.Terminate _ ->
          SYNCHRONISATION;
    };
  }

  private static CommandKind of(DispatchCommand command) {
    return switch (command) {
      case DispatchCommand.WritePacked write -> of(write.type());
      case DispatchCommand.WritePackedLarge write ->
          write.type() == PackedLargeType.CBS_SEMS_CRTAS ? DATA_MOVEMENT : PROGRAM_CONFIGURATION;
      case DispatchCommand.WriteLinearHHost write ->
          write.event() ? SYNCHRONISATION : DATA_MOVEMENT;
      case DispatchCommand.SendGoSignal _ -> KERNEL_LAUNCHES;
      case DispatchCommand.WriteLinear _, DispatchCommand.WritePaged _ -> DATA_MOVEMENT;
      case DispatchCommand.Wait _,
          DispatchCommand.Sink _,
          DispatchCommand.Delay _,
          DispatchCommand.ExecBufEnd _,
          DispatchCommand.Terminate _,
          DispatchCommand.NotifySubordinateGoSignal _,
          DispatchCommand.RtProfilerFlush _ ->
          SYNCHRONISATION;
      case DispatchCommand.WritePackedLargeUnicast _,
          DispatchCommand.SetWriteOffset _,
          DispatchCommand.SetNumWorkerSems _,
          DispatchCommand.SetGoSignalNocData _,
          DispatchCommand.SetSubDeviceWorkerCounts _,
          DispatchCommand.Debug _ ->
          PROGRAM_CONFIGURATION;
    };
  }

  private static CommandKind of(PackedType type) {
    return switch (type) {
      case LAUNCH, GO_MSG_INDEX -> KERNEL_LAUNCHES;
      case EVENT -> SYNCHRONISATION;
      case NONE, RTA, SEMS -> PROGRAM_CONFIGURATION;
    };
  }
}
