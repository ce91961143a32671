package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.Work;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The work of common shapes of operation, for the modelled device time. Rates per core and cycle:
 * the matrix engine multiplies 8x16 by 16x16 (a tile product takes 16 cycles at low fidelity) and
 * does 128 element-wise results (8 cycles a tile); the vector unit is taken to have 32 lanes.
 */
public final class Costs {
  public static final int CYCLES_PER_TILE_PRODUCT = 16;

  private static final int PIECES_PER_TILE = 2 * TensorSpec.TILE_SIDE;

  private Costs() {}

  /** Of an operation that does the same to each tile of its result. */
  public static Work of(TileWork perTile, int cores, List<TensorSpec> inputs, TensorSpec output) {
    return of(perTile, Math.ceilDiv(tiles(output), cores), cores, inputs, output);
  }

  /** As many numbers as a tile holds are one where there are none. */
  private static long tiles(TensorSpec output) {
    return output.layout() == Layout.TILE
        ? output.pageCount()
        : Math.max(1, output.shape().volume() / 1024);
  }

  /** The same, on as many cores as the result has pages, or on those of its shards. */
  public static <P extends Record> Work ofPages(TileWork perTile, Call<P> call) {
    return ofTiles(perTile, CircularBuffers.perPage(call).size(), call);
  }

  /**
   * The same, but shards are worked on by the cores on which they lie, if inputs and result are all
   * sharded. Nothing is read then during which the engines could be set up. Otherwise shards are
   * read and written as other tensors are.
   *
   * @param cores if the tiles are spread
   */
  public static <P extends Record> Work ofTiles(TileWork perTile, int cores, Call<P> call) {
    List<TensorSpec> inputs = inputs(call);
    TensorSpec output = call.outputSpec();
    if (!isInPlace(output) || !areInPlace(inputs)) {
      long tiles = Math.ceilDiv(tiles(output), cores);
      return work(tiles * perTile.cycles(), cores, inputs, output)
          .withIdealComputeCycles(tiles * perTile.idealCycles());
    }
    Architecture architecture = call.device().board().architecture();
    return of(perTile, ShardCosts.shardTiles(output), ShardCosts.cores(output), inputs, output)
        .withMoreCompute(ShardCosts.cycles("shards.setup.nanos", architecture));
  }

  /**
   * @param tiles of the busiest core
   */
  public static Work of(
      TileWork perTile, long tiles, int cores, List<TensorSpec> inputs, TensorSpec output) {
    return computing(tiles * perTile.cycles(), cores, inputs, output)
        .withIdealComputeCycles(tiles * perTile.idealCycles());
  }

  /** Of an operation that works on shards where they lie: what is not sharded is moved. */
  public static Work computing(
      long computeCyclesPerCore, int cores, List<TensorSpec> inputs, TensorSpec output) {
    return work(computeCyclesPerCore, cores, inputs, output, false);
  }

  private static boolean areInPlace(List<TensorSpec> specs) {
    for (TensorSpec spec : specs) {
      if (!isInPlace(spec)) {
        return false;
      }
    }
    return true;
  }

  public static boolean isInPlace(TensorSpec spec) {
    return spec.memoryConfig().isSharded() && spec.memoryConfig().bufferType().isL1();
  }

  /** Of an operation that moves all it is given. */
  public static Work work(
      long computeCyclesPerCore, int cores, List<TensorSpec> inputs, TensorSpec output) {
    return work(computeCyclesPerCore, cores, inputs, output, true);
  }

  private static Work work(
      long computeCyclesPerCore,
      int cores,
      List<TensorSpec> inputs,
      TensorSpec output,
      boolean movesShards) {
    long readBytes = 0;
    boolean readsDram = false;
    for (TensorSpec input : inputs) {
      if (movesShards || !isInPlace(input)) {
        readBytes += input.bufferBytes();
        readsDram |= input.memoryConfig().bufferType().isDram();
      }
    }
    return new Work(
            computeCyclesPerCore,
            readBytes,
            movesShards || !isInPlace(output) ? output.bufferBytes() : 0,
            readsDram,
            output.memoryConfig().bufferType().isDram(),
            output.pageBytes(),
            cores)
        .withInputs(Math.max(1, inputs.size()));
  }

  /** Of an operation that reads its inputs and writes one result. */
  public static <P extends Record> Work moving(Call<P> call) {
    return work(0, CircularBuffers.perPage(call).size(), inputs(call), call.outputSpec());
  }

  /**
   * Of an operation whose tiles are put together from half rows of other tiles, by a data-movement
   * processor.
   *
   * @param cyclesPerPiece what it takes for each
   */
  public static <P extends Record> Work inPieces(Call<P> call, int cyclesPerPiece) {
    TensorSpec output = call.outputSpec();
    int cores = CircularBuffers.perPage(call).size();
    long cycles = Math.ceilDiv(output.pageCount(), cores) * PIECES_PER_TILE * cyclesPerPiece;
    return work(cycles, cores, inputs(call), output).withIdealComputeCycles(0);
  }

  /** The length of rows; 1 without dimensions. */
  public static int last(Shape shape) {
    return shape.rank() == 0 ? 1 : shape.dim(-1);
  }

  public static <P extends Record> List<TensorSpec> inputs(Call<P> call) {
    List<Tensor> given = call.given();
    List<TensorSpec> specs = new ArrayList<>(given.size());
    given.forEach(tensor -> specs.add(tensor.spec()));
    return specs;
  }
}
