package dev.tilescope.ops;

import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.options.AllGatherAsyncOptions;
import dev.tilescope.ops.options.AvgPoolWindow;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.Conv2dSliceConfig;
import dev.tilescope.ops.options.Conv2dSliceConfig.SliceType;
import dev.tilescope.ops.options.Conv3dConfig;
import dev.tilescope.ops.options.Conv3dOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.LayerNormProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.MaxPoolWindow;
import dev.tilescope.ops.options.NormOptions;
import dev.tilescope.ops.options.PoolImages;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.ops.options.ReduceScatterAsyncOptions;
import dev.tilescope.ops.options.SdpaProgramConfig;
import dev.tilescope.ops.options.SoftmaxProgramConfig;
import dev.tilescope.ops.options.SparseMatmulOptions;
import dev.tilescope.ops.options.ValuesAndIndices;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The calls of {@code program-buffers.txt} whose arguments cannot be written as text. */
final class ProgramCalls {
  private static final Conv3dConfig VOLUMES =
      Conv3dConfig.DEFAULT
          .withCOutBlock(32)
          .withCInBlock(32)
          .withComputeWithStorageGridSize(new CoreGrid(8, 8));
  private static final TensorMemoryLayout HEIGHT = TensorMemoryLayout.HEIGHT_SHARDED;
  private static final Conv2dSliceConfig BY_ROWS = new Conv2dSliceConfig(SliceType.DRAM_HEIGHT, 2);
  private static final Conv2dSliceConfig IN_L1 = new Conv2dSliceConfig(SliceType.L1_FULL, 0);

  static final Map<String, Consumer<List<Tensor>>> BY_NAME =
      Map.ofEntries(
          Map.entry(
              "pad_tiles",
              in -> Ttnn.pad(in.getFirst(), new int[][] {{0, 0}, {0, 0}, {0, 64}, {0, 32}}, 0)),
          Map.entry(
              "pad_rows",
              in -> Ttnn.pad(in.getFirst(), new int[][] {{0, 0}, {0, 0}, {0, 28}, {0, 14}}, 0)),
          Map.entry(
              "pad_rows_in_front",
              in -> Ttnn.pad(in.getFirst(), new int[][] {{0, 0}, {0, 0}, {1, 1}, {3, 2}}, 0)),
          Map.entry(
              "rms_norm_of_strips",
              in -> Ttnn.rmsNorm(in.get(0), norm(in.get(0), 8, 4).withWeight(in.get(1)))),
          Map.entry(
              "layer_norm_of_blocks",
              in -> Ttnn.layerNorm(in.getFirst(), norm(in.getFirst(), 4, 8))),
          Map.entry(
              "softmax_of_shards",
              in ->
                  Ttnn.softmaxInPlace(
                      in.getFirst(),
                      -1,
                      new SoftmaxProgramConfig.ShardedMultiCore(new CoreGrid(2, 4), 4, 1, 4),
                      null,
                      true)),
          Map.entry(
              "all_gather_async",
              in ->
                  Experimental.allGatherAsync(
                      in.getFirst(),
                      3,
                      List.of(),
                      AllGatherAsyncOptions.DEFAULT.withClusterAxis(1))),
          Map.entry(
              "reduce_scatter_minimal_async",
              in ->
                  Experimental.reduceScatterMinimalAsync(
                      in.getFirst(),
                      3,
                      List.of(),
                      ReduceScatterAsyncOptions.DEFAULT.withClusterAxis(1))),
          Map.entry(
              "concatenate_heads",
              in -> Experimental.concatenateHeads(in.getFirst(), new CoreCoord(12, 9))),
          Map.entry(
              "joint_sdpa",
              in ->
                  OperationCall.of("transformer.joint_scaled_dot_product_attention")
                      .with(in.toArray())
                      .withArgument("joint_strategy", "rear")
                      .withArgument(
                          "program_config", SdpaProgramConfig.of(new CoreGrid(8, 8), 128, 128))
                      .run()),
          Map.entry("conv3d_by_default", in -> conv3d(in, 32, List.of(3, 3, 3), null)),
          Map.entry("conv3d_of_one_place", in -> conv3d(in, 96, List.of(1, 1, 1), null)),
          Map.entry(
              "conv3d_in_two_blocks",
              in -> conv3d(in, 64, List.of(3, 3, 3), VOLUMES.withHOutBlock(4).withWOutBlock(8))),
          Map.entry(
              "conv3d_across", in -> conv3d(in, 32, List.of(1, 3, 3), VOLUMES.withWOutBlock(32))),
          Map.entry("conv2d_by_rows", in -> convolved(in, HEIGHT, BY_ROWS, Layout.TILE)),
          Map.entry("conv2d_by_columns", in -> convolvedInSteps(in)),
          Map.entry(
              "conv2d_of_blocks",
              in -> convolved(in, TensorMemoryLayout.BLOCK_SHARDED, BY_ROWS, Layout.TILE)),
          Map.entry("max_pool2d_by_rows", in -> pooledByRows(in.getFirst())),
          Map.entry("avg_pool2d_in_tiles", in -> averaged(in.getFirst())),
          Map.entry("max_pool2d_with_indices", in -> pooledWithIndices(in.getFirst())),
          Map.entry("sparse_matmul", in -> sparse(in, new CoreGrid(1, 4), 2, 1)),
          Map.entry("sparse_matmul_in_two_steps", in -> sparse(in, new CoreGrid(1, 4), 1, 1)),
          Map.entry("sparse_matmul_of_two_columns", in -> sparse(in, new CoreGrid(2, 2), 2, 2)));

  private ProgramCalls() {}

  /** A 3x3 kernel with a margin of one over one square image, weights as the device takes them. */
  private static Tensor convolved(
      List<Tensor> in, TensorMemoryLayout shards, Conv2dSliceConfig slices, Layout result) {
    return Ttnn.conv2d(
        in.get(0), in.get(1), sizes(in), options(shards, slices, result).withPadding(1, 1));
  }

  private static Tensor convolvedInSteps(List<Tensor> in) {
    Conv2dSliceConfig columns = new Conv2dSliceConfig(SliceType.DRAM_WIDTH, 4);
    Conv2dOptions options = options(HEIGHT, columns, Layout.ROW_MAJOR);
    return Ttnn.conv2d(in.get(0), in.get(1), sizes(in), options.withPadding(1, 1).withStride(2, 2));
  }

  private static Conv2dSizes sizes(List<Tensor> in) {
    int side = side(in.get(0));
    return Conv2dSizes.of(in.get(0).shape().dim(3), in.get(1).shape().dim(3))
        .withImages(1, side, side)
        .withKernelSize(3, 3);
  }

  private static int side(Tensor image) {
    return (int) Math.round(Math.sqrt(image.shape().dim(2)));
  }

  private static Conv2dOptions options(
      TensorMemoryLayout shards, Conv2dSliceConfig slices, Layout result) {
    return Conv2dOptions.DEFAULT
        .withSliceConfig(slices)
        .withConvConfig(Conv2dConfig.DEFAULT.withShardLayout(shards).withOutputLayout(result));
  }

  private static PoolImages image(Tensor input) {
    return new PoolImages(1, side(input), side(input), input.shape().dim(3));
  }

  private static PoolOptions pool(Conv2dSliceConfig slices) {
    return PoolOptions.DEFAULT.withAppliedShardScheme(HEIGHT).withDramSliceConfig(slices);
  }

  private static Tensor pooledByRows(Tensor input) {
    return Ttnn.maxPool2d(
        input,
        image(input),
        MaxPoolWindow.of(3, 3).withStride(2, 2).withPadding(1, 1),
        pool(BY_ROWS));
  }

  private static Tensor averaged(Tensor input) {
    return Ttnn.avgPool2d(
        input,
        image(input),
        AvgPoolWindow.of(2, 2).withStride(2, 2),
        pool(IN_L1).withOutputLayout(Layout.TILE));
  }

  private static ValuesAndIndices pooledWithIndices(Tensor input) {
    return Ttnn.maxPool2dWithIndices(
        input, image(input), MaxPoolWindow.of(2, 2).withStride(2, 2), pool(IN_L1));
  }

  /** One row of tiles and four columns of them on each core, where they are. */
  private static NormOptions norm(Tensor input, int width, int height) {
    return NormOptions.DEFAULT
        .withMemoryConfig(input.memoryConfig())
        .withProgramConfig(
            new LayerNormProgramConfig.ShardedMultiCore(
                new CoreGrid(height, width), 4, 1, 4, false));
  }

  private static void conv3d(
      List<Tensor> in, int channels, List<Integer> kernel, Conv3dConfig config) {
    Conv3dOptions options = Conv3dOptions.DEFAULT.withConfig(config);
    Experimental.conv3d(
        in.get(0),
        in.get(1),
        DataType.BFLOAT16,
        channels,
        kernel,
        in.size() < 3 ? options : options.withBiasTensor(in.get(2)));
  }

  private static void sparse(List<Tensor> in, CoreGrid grid, int in0BlockW, int perCoreN) {
    Ttnn.sparseMatmul(
        in.get(0),
        in.get(1),
        in.get(2),
        MultiCoreReuseMultiCast1D.on(grid).withIn0BlockW(in0BlockW).withPerCoreN(perCoreN),
        SparseMatmulOptions.DEFAULT);
  }
}
