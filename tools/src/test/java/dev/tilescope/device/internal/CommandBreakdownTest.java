package dev.tilescope.device.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tilescope.device.internal.CommandBreakdown.Amount;
import dev.tilescope.device.internal.CommandBreakdown.Part;
import dev.tilescope.model.MetalTrace;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class CommandBreakdownTest {
  private static MetalTrace trace(byte[] commands, long bufferBytes, String... operations) {
    List<MetalTrace.Operation> named =
        Arrays.stream(operations).map(name -> new MetalTrace.Operation(7, name, 0, 448)).toList();
    return new MetalTrace(
        3, 0, List.of(0), "WORMHOLE_B0", 9999, 1024, 64, 1024, bufferBytes, commands, named);
  }

  @Test
  void theVectorIsDividedByKind() {
    CommandBreakdown breakdown =
        CommandBreakdown.of(trace(TraceVector.bytes(), 1024, "MatmulDeviceOperation"));
    assertThat(breakdown.kinds())
        .containsEntry(CommandKind.KERNEL_LAUNCHES, new Amount(2, 224))
        .containsEntry(CommandKind.DATA_MOVEMENT, new Amount(0, 0))
        .containsEntry(CommandKind.CCL, new Amount(0, 0))
        .containsEntry(CommandKind.SYNCHRONISATION, new Amount(3, 96))
        .containsEntry(CommandKind.PROGRAM_CONFIGURATION, new Amount(2, 160));
    assertThat(breakdown.parts().stream().map(part -> part.total()))
        .containsExactly(new Amount(6, 448), new Amount(1, 32));
    assertThat(breakdown.lastPageBytes()).isEqualTo(544);
    assertThat(breakdown.reasons())
        .containsExactly(
            "1 operation became 6 commands: 448 bytes each on average.",
            "Runtime arguments take 96 bytes: 1 write to 2 cores in all, 3 words each on average.",
            "No operation sends kernel binaries; 1 had theirs on the cores already.",
            "Launching takes 224 bytes: 1 message of 144 bytes, one a rectangle of cores, and go"
                + " signals.",
            "2 waits and notices take 64 bytes.",
            "Commands begin at multiples of 32 bytes: 32 bytes lie between them.",
            "544 zeros fill the last page of 1,024.");
  }

  @Test
  void commandsOfCollectiveOperationsAreOneKind() {
    CommandBreakdown breakdown =
        CommandBreakdown.of(trace(TraceVector.bytes(), 480, "AllGatherAsyncDeviceOperation"));
    assertThat(breakdown.kinds())
        .containsEntry(CommandKind.CCL, new Amount(6, 448))
        .containsEntry(CommandKind.SYNCHRONISATION, new Amount(1, 32));
    assertThat(breakdown.reasons())
        .contains("1 operation moves data between chips: all of its commands count as CCL.");
  }

  @Test
  void commandsBeforeBetweenAndBehindOperationsBelongToNone() {
    MetalTrace trace =
        new MetalTrace(
            1,
            0,
            List.of(),
            "WORMHOLE_B0",
            0,
            0,
            0,
            1024,
            1024,
            TraceVector.bytes(),
            List.of(
                new MetalTrace.Operation(1, "A", 64, 32),
                new MetalTrace.Operation(2, "B", 192, 192)));
    assertThat(CommandBreakdown.of(trace).parts())
        .extracting(
            part -> part.operation() == null ? "-" : part.operation().name(),
            part -> part.total().bytes())
        .containsExactly(
            tuple("-", 64L), tuple("A", 32L), tuple("-", 96L), tuple("B", 192L), tuple("-", 96L));
  }

  @Test
  void collectiveOperationsAreKnownByTheBeginningOfTheirNames() {
    assertThat(List.of("AllReduceAsyncDeviceOperation", "ttnn::all_gather", "ReduceScatter"))
        .allMatch(CommandKind::isCollective);
    assertThat(List.of("LayerNormPreAllGatherDeviceOperation", "Reduce", "ttnn::gather", ""))
        .noneMatch(CommandKind::isCollective);
  }

  @Test
  void binariesAreCountedOnceForTheOperationThatSendsThem() {
    DispatchCommand write =
        new DispatchCommand.WritePackedLarge(
            PackedLargeType.PROGRAM_BINARIES,
            16,
            2,
            List.of(new DispatchCommand.LargePart(0, 0, 4096, 64, true)),
            Blob.EMPTY);
    List<PrefetchCommand> commands =
        List.of(
            new PrefetchCommand.SetRingbufferOffset(0, false),
            new PrefetchCommand.RelayInlineNoFlush(Dispatcher.MASTER, write),
            new PrefetchCommand.RelayRingbuffer(
                List.of(new PrefetchCommand.RingbufferPart(0, 4096))),
            new PrefetchCommand.ExecBufEnd());
    CommandBreakdown breakdown =
        CommandBreakdown.of(trace(Commands.encode(commands, 32), 1024, "Matmul"));
    assertThat(breakdown.reasons())
        .contains(
            "1 operation sends kernel binaries, by 96 bytes of commands for 4,096 bytes that lie"
                + " elsewhere.");
  }

  @Provide
  Arbitrary<List<PrefetchCommand>> traces() {
    return AnyCommands.traces();
  }

  @Property(tries = 300, seed = "12")
  void sizesAddUpWhateverTheOperationsClaim(
      @ForAll("traces") List<PrefetchCommand> commands,
      @ForAll int offset,
      @ForAll int size,
      @ForAll boolean cut) {
    byte[] whole = Commands.encode(commands, 32);
    byte[] bytes = cut ? Arrays.copyOf(whole, whole.length - 1) : whole;
    MetalTrace trace =
        new MetalTrace(
            1,
            0,
            List.of(),
            "WORMHOLE_B0",
            0,
            0,
            0,
            1024,
            bytes.length + 100L,
            bytes,
            List.of(
                new MetalTrace.Operation(1, "A", offset, size),
                new MetalTrace.Operation(2, "AllGather", 64, 640),
                new MetalTrace.Operation(3, "B", size, offset)));
    CommandBreakdown breakdown = CommandBreakdown.of(trace);
    long kinds = breakdown.kinds().values().stream().mapToLong(Amount::bytes).sum();
    long parts = breakdown.parts().stream().map(Part::total).mapToLong(Amount::bytes).sum();
    assertThat(kinds).isEqualTo(breakdown.commandBytes()).isEqualTo(parts);
    assertThat(kinds + breakdown.undecodedBytes() + breakdown.lastPageBytes())
        .isEqualTo(trace.bufferBytes());
  }

  @Property(tries = 300, seed = "13")
  void everyCommandHasAText(@ForAll("traces") List<PrefetchCommand> commands) {
    CommandText text = new CommandText(CommandFormat.BLACKHOLE);
    for (PrefetchCommand command : commands) {
      String code =
          command instanceof PrefetchCommand.Inline inline
              ? inline.payload().code().name()
              : command.code().name();
      assertThat(text.of(command)).startsWith(code).doesNotContain("\n", "Optional", "@");
    }
  }
}
