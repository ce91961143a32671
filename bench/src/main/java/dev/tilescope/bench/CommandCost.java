package dev.tilescope.bench;

import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.device.internal.CommandCursor;
import dev.tilescope.device.internal.CommandFormat;
import dev.tilescope.device.internal.CommandWriter;
import dev.tilescope.device.internal.Commands;
import dev.tilescope.device.internal.DecodedCommands.Located;
import dev.tilescope.device.internal.PrefetchCommand;
import dev.tilescope.internal.demo.Bert;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What does a command of a metal trace cost to write, to walk over and to read? CPU time of the
 * commands of BERT tiny, medians of rounds.
 *
 * <pre>
 * mvn -B -q -pl bench -am package -DskipTests
 * java --add-modules jdk.incubator.vector -cp 'bench/target/benchmarks.jar:bench/target/lib/*' \
 *     dev.tilescope.bench.CommandCost
 * </pre>
 */
public final class CommandCost {
  private static final int ROUNDS = 15;
  private static final int TIMES = 1000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CommandCost() {}

  public static void main(String[] arguments) {
    byte[] bytes = trace();
    int alignment = CommandFormat.WORMHOLE_B0.alignmentBytes();
    List<PrefetchCommand> commands =
        Commands.decode(bytes, alignment).commands().stream().map(Located::command).toList();
    CommandCursor cursor = new CommandCursor(bytes, alignment);
    int count = commands.size();
    System.out.printf(
        "%d commands: write %.0f ns, walk over %.1f ns, read %.0f ns of CPU time each%n",
        count,
        nanos(count, () -> write(commands, alignment)),
        nanos(count, () -> walk(cursor)),
        nanos(count, () -> Commands.decode(bytes, alignment).sizeBytes()));
  }

  private static byte[] trace() {
    DeviceOptions options = DeviceOptions.DEFAULT.withTraceRegionBytes(30_000_000);
    try (MeshDevice device = MeshDevice.open(Board.named("n150"), options)) {
      Bert bert = new Bert(Bert.Size.TINY, device);
      Bert.Inputs inputs = bert.inputs(1);
      bert.logits(inputs, (_, _, _) -> {}).close();
      MeshTrace trace = MeshTrace.beginCapture(device);
      bert.logits(inputs, (_, _, _) -> {});
      trace.endCapture();
      return trace.contents().commands();
    }
  }

  private static long write(List<PrefetchCommand> commands, int alignment) {
    CommandWriter writer = new CommandWriter(alignment);
    for (PrefetchCommand command : commands) {
      writer.append(command);
    }
    return writer.size();
  }

  private static long walk(CommandCursor cursor) {
    long sum = 0;
    cursor.reset();
    while (cursor.next()) {
      sum += cursor.offset();
    }
    return sum;
  }

  private static double nanos(int commands, LongSupplier work) {
    double[] rounds = new double[ROUNDS];
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long before = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < TIMES; i++) {
        sum += work.getAsLong();
      }
      rounds[round] = (THREADS.getCurrentThreadCpuTime() - before) / (double) TIMES / commands;
    }
    Arrays.sort(rounds);
    return sum == 0 ? 0 : rounds[ROUNDS / 2];
  }
}
