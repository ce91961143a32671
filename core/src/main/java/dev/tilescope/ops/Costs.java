package dev.tilescope.ops;

import dev.tilescope.device.CostModel;
import dev.tilescope.model.TensorSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The work of common shapes of operation, for the modelled device time. Rates per core and cycle:
 * the matrix engine multiplies 8x16 by 16x16 (a tile product takes 16 cycles at low fidelity) and
 * does 128 element-wise results (8 cycles a tile); the vector unit is taken to have 32 lanes.
 */
final class Costs {
  static final int CYCLES_PER_TILE_PRODUCT = 16;
  static final int CYCLES_PER_ELEMENTWISE_TILE = 8;
  static final int CYCLES_PER_VECTOR_UNIT_TILE = 32;

  /** Of a program that is not run. */
  static final CostModel.Work NONE = new CostModel.Work(0, 0, 0, false, false, 1, 1);

  private Costs() {}

  static CostModel.Work of(
      long cyclesPerTile, int cores, List<TensorSpec> inputs, TensorSpec output) {
    long tiles = Math.max(1, output.shape().volume() / 1024);
    return work(Math.ceilDiv(tiles, cores) * cyclesPerTile, cores, inputs, output);
  }

  static CostModel.Work work(
      long computeCyclesPerCore, int cores, List<TensorSpec> inputs, TensorSpec output) {
    return new CostModel.Work(
        computeCyclesPerCore,
        inputs.stream().mapToLong(TensorSpec::bufferBytes).sum(),
        output.bufferBytes(),
        inputs.stream().anyMatch(in -> in.memoryConfig().bufferType().isDram()),
        output.memoryConfig().bufferType().isDram(),
        output.pageBytes(),
        cores);
  }

  /** Of an operation that reads its inputs and writes one result. */
  static <P extends Record> CostModel.Work moving(Call<P> call) {
    return work(0, CircularBuffers.perPage(call).size(), inputs(call), call.outputSpec());
  }

  /** How often the engine works through its operands; once if nothing is asked. */
  static int passes(@Nullable ComputeKernelConfig config) {
    return config == null ? 1 : config.mathFidelity().passes();
  }

  static <P extends Record> List<TensorSpec> inputs(Call<P> call) {
    return call.given().stream().map(in -> in.spec()).toList();
  }
}
