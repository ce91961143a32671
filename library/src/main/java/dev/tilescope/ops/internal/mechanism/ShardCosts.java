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
 * its shard: it asks for all pages and waits once, but rows that come from DRAM are awaited one by
 * one, since their place there and in L1 may be aligned otherwise. A shard that stays on its core
 * is copied within L1.
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
      return work(call, cores(output))
          .withTraffic(new Traffic(pages, isAwaited ? pages : 1), Traffic.NONE);
    }
    if (Costs.isInPlace(input)) {
      return work(call, cores(input))
          .withTraffic(Traffic.NONE, new Traffic(shardPages(input), rowsOfPages(input)));
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
    return Costs.computing(0, cores(output), Costs.inputs(call), output)
        .withTraffic(
            new Traffic(shardPages(output), 1, output.pageBytes(), Traffic.Route.SPREAD),
            Traffic.NONE);
  }

  private static <P extends Record> Work copying(
      Call<P> call, TensorSpec output, Architecture architecture) {
    return Costs.computing(
            copyCycles(output, architecture), cores(output), Costs.inputs(call), output)
        .withIdealComputeCycles(0);
  }

  private static long copyCycles(TensorSpec shards, Architecture architecture) {
    double bytes = (double) shardPages(shards) * shards.pageBytes();
    double nanos = bytes / CostConstants.inUse().of("shard_copy.bytes_per_nano", architecture);
    return Math.round(nanos * architecture.clockMhz() / 1000);
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

  /** Rows of tiles of a shard; rows of numbers are written together. */
  private static long rowsOfPages(TensorSpec spec) {
    ShardSpec shards = spec.memoryConfig().shardSpec();
    return shards == null || spec.layout() != Layout.TILE
        ? 1
        : Math.ceilDiv(shards.height(), TensorSpec.TILE_SIDE);
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
