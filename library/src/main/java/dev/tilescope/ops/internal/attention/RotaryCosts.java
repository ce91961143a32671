package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Traffic;
import dev.tilescope.device.Work;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.attention.RotaryOperations.RotaryEmbeddingParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Costs;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * What it takes to turn rows in halves. Each tile of the input, once more as it is turned, of sin
 * and of cos is awaited by itself, and goes through the registers for each step. With a token_index
 * the row of sin and of cos is made tiles first.
 */
final class RotaryCosts {
  private RotaryCosts() {}

  /** One half negated, times cosines, times sines, and their sum. */
  private static final int STEPS = 4;

  static Work inHalves(Call<RotaryEmbeddingParams> call) {
    long width = RotaryOperations.width(call);
    boolean isDecode = call.params().tokenIdx() != null;
    long rows = rowsOfCore(call);
    long tiles = width * rows;
    long angles = isDecode ? 2 * width : 2 * tiles;
    long inputs = Costs.isInPlace(call.spec(0)) ? 0 : 2 * tiles;
    long steps = STEPS * tiles + (isDecode ? 2 * width : 0);
    long cycles = steps * Math.round(constant(call, "rotary.step.cycles"));
    Work work = RotaryOperations.cost(call);
    long queued = inputs == 0 || isDecode ? 0 : Math.round(tiles * queuedNanosOfTile(call));
    return work.withMoreCompute(Math.max(0, cycles - work.computeCyclesPerCore()))
        .withTraffic(
            new Traffic(inputs + angles, inputs + (isDecode ? 1 : angles)).queued(queued),
            work.writes());
  }

  private static double constant(Call<?> call, String name) {
    return CostConstants.inUse().of(name, call.device().board().architecture());
  }

  /** Rows of tiles of the input. */
  private static long rows(Call<?> call) {
    return call.spec(0).physicalHeight() / TensorSpec.TILE_SIDE;
  }

  private static long rowsOfCore(Call<?> call) {
    return Math.ceilDiv(rows(call), (long) RotaryOperations.cores(call).size());
  }

  /** The first cores have a row more than the others, unless all have as many. */
  private static long firstRow(Call<?> call, int core) {
    int cores = RotaryOperations.cores(call).size();
    return rows(call) / cores * core + Math.min(core, rows(call) % cores);
  }

  /** Twice the input and once each sin and cos. */
  private static double queuedNanosOfTile(Call<?> call) {
    long width = RotaryOperations.width(call);
    long angleRows = Math.max(1, call.spec(1).physicalHeight() / TensorSpec.TILE_SIDE);
    return 2 * queuedNanos(call, 0, core -> firstRow(call, core) * width)
        + 2 * queuedNanos(call, 1, core -> firstRow(call, core) % angleRows * width);
  }

  /**
   * Cores whose first pages are in the same bank go on in step: more than it can serve while one
   * waits queue up there, a share of the time.
   */
  private static double queuedNanos(Call<?> call, int input, IntToLongFunction firstPage) {
    if (!call.spec(input).memoryConfig().bufferType().isDram()) {
      return 0;
    }
    Architecture architecture = call.device().board().architecture();
    int cores = RotaryOperations.cores(call).size();
    long banks =
        IntStream.range(0, cores)
            .mapToLong(core -> firstPage.applyAsLong(core) % architecture.dramBanks())
            .distinct()
            .count();
    double nanosOfPage =
        call.spec(input).pageBytes() / constant(call, "dram.bank_read.bytes_per_nano");
    double served = constant(call, "dram.read_wait.nanos") / nanosOfPage;
    double queue = Math.max(0, (double) cores / Math.max(1, banks) - served);
    return constant(call, "dram.queue.share") * queue * nanosOfPage;
  }
}
