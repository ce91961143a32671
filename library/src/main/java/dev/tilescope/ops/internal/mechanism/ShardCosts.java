package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Traffic;
import dev.tilescope.device.Work;
import dev.tilescope.model.Layout;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorSpec;

/**
 * The work of programs that bring a tensor from one place to another. Each core of a shard moves
 * its shard: it asks for all pages and waits once, so that they follow each other as fast as the
 * NoC takes them. Rows that come from DRAM are awaited one by one, since their place there and in
 * L1 may be aligned otherwise. A shard that stays on its core is copied within L1. Where several
 * cores take part, some begin later than others.
 */
public final class ShardCosts {
  private ShardCosts() {}

  public static <P extends Record> Work of(Call<P> call) {
    TensorSpec input = call.spec(0);
    TensorSpec output = call.outputSpec();
    if (Costs.isInPlace(input) && Costs.isInPlace(output)) {
      return sharded(call, input, output);
    }
    if (Costs.isInPlace(output)) {
      long pages = shardPages(output);
      boolean isAwaited = input.layout() == Layout.ROW_MAJOR && isDram(input);
      return isAwaited
          ? work(call, cores(output)).withTraffic(new Traffic(pages, pages), Traffic.NONE)
          : streaming(call, output, isDram(input) ? 0 : input.bufferBytes() / l1Rate(call));
    }
    if (Costs.isInPlace(input)) {
      double rate = isDram(output) ? dramRate(call) : l1Rate(call);
      return streaming(call, input, output.bufferBytes() / rate);
    }
    return interleaved(call, output);
  }

  /** Rows of the margin and of the image, which mostly stay on their core. */
  public static <P extends Record> Work ofHalo(Call<P> call) {
    TensorSpec output = call.outputSpec();
    return Costs.isInPlace(output)
        ? copying(call, output, call.device().board().architecture())
        : interleaved(call, output);
  }

  private static <P extends Record> Work interleaved(Call<P> call, TensorSpec output) {
    int cores = CircularBuffers.sharing(output.pageCount(), call).size();
    Work work = work(call, cores);
    if (output.layout() == Layout.TILE) {
      return work;
    }
    long rows = Math.ceilDiv(output.pageCount(), cores);
    return work.withTraffic(new Traffic(rows, rows), new Traffic(rows, rows));
  }

  private static <P extends Record> Work sharded(
      Call<P> call, TensorSpec input, TensorSpec output) {
    Architecture architecture = call.device().board().architecture();
    if (grid(input).equals(grid(output))) {
      return copying(call, output, architecture);
    }
    return streaming(call, output, output.bufferBytes() / l1Rate(call));
  }

  private static double l1Rate(Call<?> call) {
    return constant("shards.l1.bytes_per_nano", call);
  }

  /** To DRAM; what it gives, every program gets alike. */
  private static double dramRate(Call<?> call) {
    return constant("shards.dram_write.bytes_per_nano", call);
  }

  private static double constant(String name, Call<?> call) {
    return CostConstants.inUse().of(name, call.device().board().architecture());
  }

  /**
   * @param shards whose cores move them
   * @param sharedNanos what the cores have in common takes for all shards
   */
  private static <P extends Record> Work streaming(
      Call<P> call, TensorSpec shards, double sharedNanos) {
    double pageNanos =
        Math.max(
            constant("shards.page.nanos", call),
            shards.pageBytes() / constant("shards.core.bytes_per_nano", call));
    double startNanos = cores(shards) > 1 ? constant("shards.start.nanos", call) : 0;
    double nanos = startNanos + Math.max(shardPages(shards) * pageNanos, sharedNanos);
    return work(call, cores(shards))
        .withTraffic(Traffic.NONE, Traffic.NONE)
        .withMoreCompute(cycles(nanos, call.device().board().architecture()));
  }

  static long cycles(String constant, Architecture architecture) {
    return cycles(CostConstants.inUse().of(constant, architecture), architecture);
  }

  private static long cycles(double nanos, Architecture architecture) {
    return Math.round(nanos * architecture.clockMhz() / 1000);
  }

  private static <P extends Record> Work copying(
      Call<P> call, TensorSpec output, Architecture architecture) {
    return Costs.computing(
            copyCycles(output, architecture), cores(output), Costs.inputs(call), output)
        .withIdealComputeCycles(0);
  }

  private static long copyCycles(TensorSpec shards, Architecture architecture) {
    double bytes = (double) shardPages(shards) * shards.pageBytes();
    return cycles(
        bytes / CostConstants.inUse().of("shard_copy.bytes_per_nano", architecture), architecture);
  }

  private static <P extends Record> Work work(Call<P> call, int cores) {
    return Costs.work(0, cores, Costs.inputs(call), call.outputSpec());
  }

  private static boolean isDram(TensorSpec spec) {
    return spec.memoryConfig().bufferType().isDram();
  }

  private static Object grid(TensorSpec spec) {
    ShardSpec shards = spec.memoryConfig().shardSpec();
    return shards == null ? spec.memoryConfig() : shards.grid();
  }

  /** Cores that hold shards. */
  static int cores(TensorSpec spec) {
    ShardSpec shards = spec.memoryConfig().shardSpec();
    return shards == null ? 1 : shards.grid().size();
  }

  /** Of the fullest core, which takes rows of numbers for tiles as long as they come. */
  static long shardTiles(TensorSpec spec) {
    ShardSpec shards = spec.memoryConfig().shardSpec();
    return shards == null || spec.layout() == Layout.TILE
        ? shardPages(spec)
        : Math.ceilDiv(
            (long) shards.height() * shards.width(), TensorSpec.TILE_SIDE * TensorSpec.TILE_SIDE);
  }

  /** Pages of the fullest core. */
  static long shardPages(TensorSpec spec) {
    ShardSpec shards = spec.memoryConfig().shardSpec();
    if (shards == null) {
      return spec.pageCount();
    }
    long side = spec.layout() == Layout.TILE ? TensorSpec.TILE_SIDE : 1;
    long across = spec.layout() == Layout.TILE ? Math.ceilDiv(shards.width(), side) : 1;
    return Math.ceilDiv(shards.height(), side) * across;
  }
}
