package dev.tilescope.device.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TraceVectorTest {
  private static final CommandFormat WORMHOLE = CommandFormat.WORMHOLE_B0;

  @Test
  void theVectorDecodesToExactlyTheListedCommands() {
    DecodedCommands decoded = Commands.decode(TraceVector.bytes(), 32);
    assertThat(decoded.problem()).isNull();
    assertThat(decoded.sizeBytes()).isEqualTo(480);
    assertThat(decoded.commands()).containsExactlyElementsOf(expected());
  }

  private static List<DecodedCommands.Located> expected() {
    return List.of(
        at(0, 64, new DispatchCommand.SetWriteOffset(7, List.of(0L, 35008L, 36032L, 0L))),
        at(64, 32, new DispatchCommand.Wait(Set.of(WaitFlag.WAIT_STREAM), 48, 0, 64)),
        at(96, 96, runtimeArguments()),
        at(192, 192, launch()),
        at(384, 32, new DispatchCommand.NotifySubordinateGoSignal(true, 1)),
        new DecodedCommands.Located(
            416,
            32,
            new PrefetchCommand.RelayInline(
                Dispatcher.SUBORDINATE,
                new DispatchCommand.SendGoSignal(
                    GoMessage.of(GoMessage.Signal.GO, 18, 26, 0), 0, 0, 0, 64, 48))),
        new DecodedCommands.Located(448, 32, new PrefetchCommand.ExecBufEnd()));
  }

  private static DecodedCommands.Located at(int offset, int stride, DispatchCommand command) {
    return new DecodedCommands.Located(offset, stride, new PrefetchCommand.RelayInline(command));
  }

  private static DispatchCommand.WritePacked runtimeArguments() {
    return new DispatchCommand.WritePacked(
        PackedType.RTA,
        false,
        false,
        1,
        12,
        0,
        List.of(
            DispatchCommand.Target.core(WORMHOLE.unicast(18, 18)),
            DispatchCommand.Target.core(WORMHOLE.unicast(19, 18))),
        List.of(Blob.ofWords(0x1000, 4, 0), Blob.ofWords(0x1000, 4, 4)));
  }

  private static DispatchCommand.WritePacked launch() {
    int cores = WORMHOLE.multicast(18, 18, 19, 18);
    return new DispatchCommand.WritePacked(
        PackedType.LAUNCH,
        true,
        false,
        0,
        LaunchMessage.BYTES,
        96,
        List.of(new DispatchCommand.Target(cores, 2)),
        List.of(launchMessage().encode()));
  }

  private static LaunchMessage launchMessage() {
    LaunchMessage.ArgumentOffsets none = new LaunchMessage.ArgumentOffsets(0, 0);
    return new LaunchMessage(
        List.of(35008L, 0L, 0L, 0L),
        List.of(0, 0, 0, 0),
        0,
        0,
        List.of(none, none, none, none, none),
        0,
        0,
        List.of(0L, 0L, 0L, 0L, 0L),
        List.of(0L, 0L, 0L, 0L, 0L),
        0,
        0,
        0,
        0,
        0,
        7,
        0x1F,
        List.of(0, 0, 0, 0, 0),
        0,
        0,
        0,
        LaunchMessage.PRELOAD);
  }

  @Test
  void theVectorEncodesToTheSameBytes() {
    List<PrefetchCommand> commands =
        Commands.decode(TraceVector.bytes(), 32).commands().stream()
            .map(DecodedCommands.Located::command)
            .toList();
    assertThat(Commands.encode(commands, 32)).isEqualTo(TraceVector.bytes());
  }

  @Test
  void theCursorReadsWhatAReplayNeeds() {
    CommandCursor cursor = new CommandCursor(TraceVector.bytes(), 32);
    seek(cursor, DispatchCode.SET_WRITE_OFFSET);
    assertThat(cursor.programHostId()).isEqualTo(7);
    seek(cursor, DispatchCode.WAIT);
    assertThat(cursor.waits(WaitFlag.WAIT_STREAM)).isTrue();
    assertThat(cursor.waits(WaitFlag.BARRIER)).isFalse();
    assertThat(List.of(cursor.waitStream(), cursor.waitCount())).containsExactly(48L, 64L);
    seek(cursor, DispatchCode.WRITE_PACKED);
    assertThat(cursor.packedType()).isEqualTo(PackedType.RTA);
    assertThat(cursor.packedNocXy(1)).isEqualTo(WORMHOLE.unicast(19, 18));
    assertThat(cursor.wordAt(cursor.packedBlobOffset(1) + 8)).isEqualTo(4);
    seek(cursor, DispatchCode.WRITE_PACKED);
    int launch = cursor.packedBlobOffset(0);
    assertThat(cursor.launchHostId(launch)).isEqualTo(7);
    assertThat(cursor.launchEnables(launch)).isEqualTo(0x1F);
    seek(cursor, DispatchCode.SEND_GO_SIGNAL);
    assertThat(cursor.dispatcher()).isEqualTo(Dispatcher.SUBORDINATE);
    assertThat(GoMessage.ofWord(cursor.goWord()))
        .isEqualTo(GoMessage.of(GoMessage.Signal.GO, 18, 26, 0));
    assertThat(List.of(cursor.waitStream(), cursor.waitCount())).containsExactly(48L, 64L);
    seek(cursor, DispatchCode.EXEC_BUF_END);
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.next()).isFalse();
  }

  private static void seek(CommandCursor cursor, DispatchCode code) {
    do {
      assertThat(cursor.next()).isTrue();
    } while (cursor.dispatchCode() != code);
  }

  @Test
  void sizesOnWormholeAreThoseOfTheBoard() {
    assertThat(stride(new DispatchCommand.SetWriteOffset(1, List.of(0L, 0L, 0L, 0L))))
        .isEqualTo(64);
    assertThat(stride(launch())).isEqualTo(192);
    List<DispatchCommand.Target> cores = Collections.nCopies(64, DispatchCommand.Target.core(0));
    List<Blob> arguments = Collections.nCopies(64, Blob.ofWords(new int[16]));
    assertThat(
            stride(
                new DispatchCommand.WritePacked(
                    PackedType.RTA, false, false, 1, 64, 0, cores, arguments)))
        .isEqualTo(4384);
  }

  private static int stride(DispatchCommand command) {
    return Commands.encode(List.of(new PrefetchCommand.RelayInline(command)), 32).length;
  }

  @Test
  void placesOnTheNocArePackedAsEachArchitectureDoes() {
    assertThat(WORMHOLE.unicast(18, 18)).isEqualTo(0x4920);
    assertThat(WORMHOLE.multicast(18, 18, 19, 18)).isEqualTo(0x04924930);
    CommandFormat blackhole = CommandFormat.BLACKHOLE;
    assertThat(blackhole.unicast(1, 2)).isEqualTo(1 | 2 << 6);
    int range = blackhole.multicast(1, 2, 3, 4);
    assertThat(range).isEqualTo(3 | 4 << 6 | 1 << 12 | 2 << 18);
    assertThat(blackhole.multicastText(range)).isEqualTo("(1,2)-(3,4)");
  }
}
