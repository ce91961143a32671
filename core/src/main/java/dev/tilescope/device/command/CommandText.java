package dev.tilescope.device.command;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A command on one line, with the words of its fields. */
public final class CommandText {
  private final CommandFormat format;

  public CommandText(CommandFormat format) {
    this.format = format;
  }

  public String of(PrefetchCommand command) {
    return switch (command) {
      case PrefetchCommand.RelayInline c -> of(c.payload()) + to(c.dispatcher());
      case PrefetchCommand.RelayInlineNoFlush c ->
          of(c.payload()) + to(c.dispatcher()) + " [data follows]";
      case PrefetchCommand.ExecBufEnd c -> c.code() + to(c.dispatcher());
      case PrefetchCommand.RelayLinear c ->
          say(
              "%s from %s addr=0x%x length=%s",
              c.code(),
              format.unicastText(c.nocXy()),
              c.address(),
              Long.toUnsignedString(c.lengthBytes()));
      case PrefetchCommand.RelayPaged c ->
          say(
              "%s %s page %d on, base=0x%x, %d pages of %d, last short of %d",
              c.code(),
              c.dram() ? "DRAM" : "L1",
              c.startPage(),
              c.baseAddress(),
              c.pages(),
              c.pageBytes(),
              c.lengthAdjustBytes());
      case PrefetchCommand.RelayPagedPacked c ->
          say("%s %d parts, %d bytes", c.code(), c.parts().size(), c.totalLengthBytes());
      case PrefetchCommand.ExecBuf c ->
          say(
              "%s base=0x%x, %d pages of 2^%d",
              c.code(), c.baseAddress(), c.pages(), c.logPageSize());
      case PrefetchCommand.Debug c -> say("%s key=%d size=%d", c.code(), c.key(), c.data().size());
      case PrefetchCommand.PagedToRingbuffer c ->
          say(
              "%s base=0x%x length=%d page %d on of 2^%d%s, wp_offset_update=%d",
              c.code(),
              c.baseAddress(),
              c.lengthBytes(),
              c.startPage(),
              c.logPageSize(),
              c.resetToStart() ? ", from the start" : "",
              c.writeOffsetUpdateBytes());
      case PrefetchCommand.SetRingbufferOffset c ->
          say("%s offset=%d update_wp=%d", c.code(), c.offsetBytes(), bit(c.updateWritePointer()));
      case PrefetchCommand.RelayRingbuffer c ->
          say(
              "%s %d parts, %d bytes",
              c.code(),
              c.parts().size(),
              c.parts().stream().mapToLong(PrefetchCommand.RingbufferPart::lengthBytes).sum());
      case PrefetchCommand.RelayLinearPacked c ->
          say(
              "%s from %s, %d parts, %d bytes",
              c.code(), format.unicastText(c.nocXy()), c.parts().size(), c.totalLengthBytes());
      case PrefetchCommand.Stall _, PrefetchCommand.Terminate _ -> command.code().toString();
    };
  }

  private static String to(Dispatcher dispatcher) {
    return dispatcher == Dispatcher.SUBORDINATE ? " [subordinate]" : "";
  }

  private String of(DispatchCommand command) {
    return switch (command) {
      case DispatchCommand.WriteLinear c ->
          say(
              "%s to %s, %d dests, offset %d, addr=0x%x length=%s",
              c.code(),
              place(c.multicastDestinations() > 0, c.nocXy()),
              Math.max(1, c.multicastDestinations()),
              c.writeOffsetIndex(),
              c.address(),
              Long.toUnsignedString(c.lengthBytes()));
      case DispatchCommand.WriteLinearHHost c ->
          say(
              "%s is_event=%d device=%d cq=%d length=%s",
              c.code(),
              bit(c.event()),
              c.device(),
              c.queue(),
              Long.toUnsignedString(c.lengthBytes()));
      case DispatchCommand.WritePaged c ->
          say(
              "%s %s page %d on, base=0x%x, %d pages of %d",
              c.code(),
              c.dram() ? "DRAM" : "L1",
              c.startPage(),
              c.baseAddress(),
              c.pages(),
              c.pageBytes());
      case DispatchCommand.WritePacked c -> packed(c);
      case DispatchCommand.WritePackedLarge c ->
          say(
              "%s %s %d parts, %d bytes, offset %d",
              c.code(),
              c.type(),
              c.parts().size(),
              c.parts().stream().mapToLong(DispatchCommand.LargePart::lengthBytes).sum(),
              c.writeOffsetIndex());
      case DispatchCommand.WritePackedLargeUnicast c ->
          say(
              "%s %s %d parts, %d bytes, offset %d",
              c.code(),
              c.type(),
              c.parts().size(),
              c.parts().stream().mapToLong(DispatchCommand.LargeUnicastPart::lengthBytes).sum(),
              c.writeOffsetIndex());
      case DispatchCommand.Wait c -> waiting(c);
      case DispatchCommand.Delay c -> say("%s %d", c.code(), c.delay());
      case DispatchCommand.SetWriteOffset c ->
          say(
              "%s host_id=%d offsets %s",
              c.code(),
              c.programHostId(),
              c.offsetsBytes().stream().map(String::valueOf).collect(Collectors.joining(",")));
      case DispatchCommand.SendGoSignal c -> goSignal(c);
      case DispatchCommand.NotifySubordinateGoSignal c ->
          say("%s wait=%d bitmask=%d", c.code(), bit(c.waits()), c.subDevices());
      case DispatchCommand.SetNumWorkerSems c -> say("%s count=%d", c.code(), c.count());
      case DispatchCommand.SetGoSignalNocData c -> say("%s count=%d", c.code(), c.count());
      case DispatchCommand.SetSubDeviceWorkerCounts c -> say("%s count=%d", c.code(), c.count());
      case DispatchCommand.RtProfilerFlush c ->
          say("%s wait %d stream %d", c.code(), c.waitCount(), c.waitStream());
      case DispatchCommand.Sink _,
          DispatchCommand.Debug _,
          DispatchCommand.ExecBufEnd _,
          DispatchCommand.Terminate _ ->
          command.code().toString();
    };
  }

  private String packed(DispatchCommand.WritePacked c) {
    if (c.type() == PackedType.LAUNCH && c.blobBytes() == LaunchMessage.BYTES) {
      LaunchMessage first = LaunchMessage.decode(c.blobs().getFirst());
      return say(
          "%s LAUNCH %s, host_id %d enables 0x%x preload 0x%x",
          c.code(), targets(c), first.hostAssignedId(), first.enables(), first.preload());
    }
    return say(
        "%s %s %s, %s each%s",
        c.code(),
        c.type(),
        targets(c),
        c.blobBytes() % Integer.BYTES == 0
            ? c.blobBytes() / Integer.BYTES + " words"
            : c.blobBytes() + " bytes",
        c.noStride() ? ", the same to all" : "");
  }

  /** One rectangle is named; of several, and of single cores, there may be too many. */
  private String targets(DispatchCommand.WritePacked c) {
    int count = c.targets().size();
    if (!c.multicast()) {
      return say("unicast %d core%s", count, count == 1 ? "" : "s");
    }
    String first = format.multicastText(c.targets().getFirst().nocXy());
    return count == 1 ? "mcast " + first : say("mcast %s and %d more", first, count - 1);
  }

  private static String waiting(DispatchCommand.Wait c) {
    List<WaitFlag> flags = new ArrayList<>(c.flags());
    Collections.sort(flags);
    String names = flags.stream().map(Enum::name).collect(Collectors.joining("|"));
    String address = c.address() == 0 ? "" : say(" addr=0x%x", c.address());
    return say(
        "%s flags=%s stream=%d count=%d%s",
        c.code(), names.isEmpty() ? "0" : names, c.stream(), c.count(), address);
  }

  private static String goSignal(DispatchCommand.SendGoSignal c) {
    GoMessage message = c.message();
    GoMessage.Signal signal = GoMessage.Signal.of(message.signal());
    return say(
        "%s %s master (%d,%d) wait %d stream %d",
        c.code(),
        signal == null ? say("0x%02x", message.signal()) : signal,
        message.masterX(),
        message.masterY(),
        c.waitCount(),
        c.waitStream());
  }

  private String place(boolean multicast, int nocXy) {
    return multicast ? format.multicastText(nocXy) : format.unicastText(nocXy);
  }

  private static int bit(boolean flag) {
    return flag ? 1 : 0;
  }

  private static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
