package dev.tilescope.device.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import dev.tilescope.model.TilescopeException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CommandsTest {
  @Provide
  Arbitrary<List<PrefetchCommand>> traces() {
    return AnyCommands.traces();
  }

  @Property(tries = 400, seed = "7")
  void anyCommandsComeBackAndGiveTheSameBytes(
      @ForAll("traces") List<PrefetchCommand> commands, @ForAll boolean blackhole) {
    int alignment = blackhole ? 64 : 32;
    byte[] bytes = Commands.encode(commands, alignment);
    DecodedCommands decoded = Commands.decode(bytes, alignment);
    assertThat(decoded.problem()).isNull();
    assertThat(decoded.sizeBytes()).isEqualTo(bytes.length);
    assertThat(records(decoded)).isEqualTo(commands);
    assertThat(decoded.commands()).allMatch(c -> c.offset() % alignment == 0);
    assertThat(Commands.encode(records(decoded), alignment)).isEqualTo(bytes);
  }

  private static List<PrefetchCommand> records(DecodedCommands decoded) {
    return decoded.commands().stream().map(DecodedCommands.Located::command).toList();
  }

  @Property(tries = 400, seed = "8")
  void aCutTraceIsReadUpToTheCut(
      @ForAll("traces") List<PrefetchCommand> commands, @ForAll @IntRange(max = 9999) int cut) {
    byte[] bytes = Commands.encode(commands, 32);
    int length = (int) (cut / 10_000.0 * bytes.length);
    DecodedCommands decoded = Commands.decode(Arrays.copyOf(bytes, length), 32);
    int whole = decoded.commands().size();
    assertThat(records(decoded)).isEqualTo(commands.subList(0, whole));
    assertThat(decoded.problem()).isNotNull();
    assertThat(decoded.problem().offset()).isEqualTo(length);
    assertThat(decoded.sizeBytes()).isLessThanOrEqualTo(length);
  }

  @Property(tries = 1000, seed = "9")
  void cursorAndDecoderAgreeOnFlippedBits(
      @ForAll("traces") List<PrefetchCommand> commands,
      @ForAll @IntRange(max = 9999) int where,
      @ForAll @IntRange(max = 7) int bit) {
    byte[] bytes = Commands.encode(commands, 64);
    bytes[(int) (where / 10_000.0 * bytes.length)] ^= (byte) (1 << bit);
    DecodedCommands decoded = Commands.decode(bytes, 64);
    List<Integer> offsets = new ArrayList<>();
    Throwable thrown = catchThrowable(() -> walk(bytes, offsets));
    assertThat(offsets)
        .isEqualTo(decoded.commands().stream().map(DecodedCommands.Located::offset).toList());
    if (thrown != null) {
      assertThat(thrown).isInstanceOf(CorruptCommandsException.class);
      assertThat(decoded.problem()).isNotNull();
      assertThat(((CorruptCommandsException) thrown).offset())
          .isEqualTo(decoded.problem().offset());
    }
    assertThat(Commands.encode(records(decoded), 64)).hasSize(decoded.sizeBytes());
  }

  private static void walk(byte[] bytes, List<Integer> offsets) {
    CommandCursor cursor = new CommandCursor(bytes, 64);
    while (cursor.next()) {
      offsets.add(cursor.offset());
    }
  }

  @Property(tries = 1000, seed = "10")
  void noiseEndsInAProblemAndNothingElse(@ForAll byte[] noise, @ForAll boolean blackhole) {
    DecodedCommands decoded = Commands.decode(noise, blackhole ? 64 : 32);
    assertThat(decoded.problem()).isNotNull();
  }

  @Test
  void aBadByteIsNamedWithItsOffset() {
    byte[] bytes = TraceVector.bytes();
    bytes[81] = (byte) 0x50;
    DecodedCommands decoded = Commands.decode(bytes, 32);
    assertThat(decoded.sizeBytes()).isEqualTo(64);
    assertThat(decoded.problem())
        .isEqualTo(new DecodedCommands.Problem(81, "flags of a WAIT are 0x50, which none has"));
  }

  @Test
  void aTraceForAnotherArchitectureIsRefusedAtItsFirstStride() {
    DecodedCommands decoded = Commands.decode(TraceVector.bytes(), 64);
    assertThat(decoded.commands()).hasSize(1);
    assertThat(decoded.problem()).isNotNull();
    assertThat(decoded.problem().offset()).isEqualTo(72);
    assertThat(decoded.problem().sentence()).contains("must be 64", "aligned to 64, got 32");
  }

  @Test
  void zerosBehindTheEndArePaddingAndAnythingElseIsNot() {
    byte[] page = Arrays.copyOf(TraceVector.bytes(), 1024);
    assertThat(Commands.decode(page, 32).problem()).isNull();
    page[1000] = 9;
    DecodedCommands decoded = Commands.decode(page, 32);
    assertThat(decoded.sizeBytes()).isEqualTo(480);
    assertThat(decoded.problem()).isNotNull();
    assertThat(decoded.problem().offset()).isEqualTo(1000);
  }

  @Test
  void aCommandThatNoPrefetcherTakesIsRefused() {
    CommandWriter writer = new CommandWriter(32);
    Blob large = Blob.of(new byte[128 * 1024]);
    assertThatThrownBy(() -> writer.append(new PrefetchCommand.Debug(1, large)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("131104 bytes", "at most 131072");
    assertThat(writer.size()).isZero();
  }

  @Test
  void fieldsThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> write(new DispatchCommand.SetWriteOffset(65536, List.of())))
        .hasMessage("command field program_host_id must be 0 to 65535, got 65536");
    assertThatThrownBy(
            () -> write(new DispatchCommand.SetWriteOffset(1, List.of(0L, 0L, 0L, 0L, 0L))))
        .hasMessage("command field offset_count must be 0 to 4, got 5");
    assertThatThrownBy(() -> new CommandWriter(48)).hasMessageContaining("power of two");
    assertThatThrownBy(() -> CommandFormat.ofArchitecture("quasar"))
        .hasMessageContaining("\"quasar\"", "wormhole_b0");
  }

  private static byte[] write(DispatchCommand command) {
    return Commands.encode(List.of(new PrefetchCommand.RelayInline(command)), 32);
  }

  @Test
  void moreDataThanACommandSaysIsRefused() {
    Blob data = Blob.of(new byte[17]);
    assertThatThrownBy(() -> write(new DispatchCommand.WriteLinear(false, 0, 0, 0, 0, 16, data)))
        .hasMessage("command field bytes of data must be 0 to 16, got 17");
    assertThatThrownBy(() -> write(new DispatchCommand.SetGoSignalNocData(4, data)))
        .hasMessage("command field bytes of data must be 0 to 16, got 17");
  }

  @Test
  void aRefusedCommandLeavesNothingBehind() {
    CommandWriter writer = new CommandWriter(32);
    assertThatThrownBy(() -> writer.append(new PrefetchCommand.ExecBuf(-1L >>> 32, 1, 1L << 32)))
        .hasMessage("command field pages must be 0 to 4294967295, got 4294967296");
    writer.append(new PrefetchCommand.Stall());
    writer.append(new PrefetchCommand.ExecBufEnd());
    List<PrefetchCommand> sound =
        List.of(new PrefetchCommand.Stall(), new PrefetchCommand.ExecBufEnd());
    assertThat(writer.toBytes()).isEqualTo(Commands.encode(sound, 32));
  }

  @Property(tries = 200, seed = "11")
  void launchMessagesComeBack(@ForAll byte[] noise) {
    byte[] bytes = Arrays.copyOf(noise, LaunchMessage.BYTES);
    LaunchMessage message = LaunchMessage.decode(Blob.of(bytes));
    assertThat(LaunchMessage.decode(message.encode())).isEqualTo(message);
  }

  @Test
  void walkingAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    CommandCursor cursor = new CommandCursor(TraceVector.bytes(), 32);
    long sum = replay(cursor, 20_000);
    long before = threads.getCurrentThreadAllocatedBytes();
    sum += replay(cursor, 10_000);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(sum).isPositive();
    assertThat(allocated).as("bytes for 10,000 walks").isLessThan(1024);
  }

  private static long replay(CommandCursor cursor, int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      cursor.reset();
      while (cursor.next()) {
        sum += cursor.strideBytes();
        if (cursor.dispatchCode() == DispatchCode.WRITE_PACKED) {
          sum += cursor.wordAt(cursor.packedBlobOffset(0)) + cursor.packedNocXy(0);
        }
      }
    }
    return sum;
  }
}
