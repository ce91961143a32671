package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.attention.FusedHeadOperations;
import dev.tilescope.ops.internal.attention.FusedHeadOperations.SplitFusedArguments;
import dev.tilescope.ops.internal.attention.FusedRotaryOperations;
import dev.tilescope.ops.internal.attention.FusedRotaryOperations.FusedRotaryArguments;
import dev.tilescope.ops.internal.attention.HalfRotaryOperations;
import dev.tilescope.ops.internal.attention.HalfRotaryOperations.RotaryHfArguments;
import dev.tilescope.ops.internal.attention.IndexedRotaryOperations;
import dev.tilescope.ops.internal.attention.IndexedRotaryOperations.RotaryEmbeddingIndexedArguments;
import dev.tilescope.ops.internal.attention.ModelHeadOperations;
import dev.tilescope.ops.internal.attention.ModelHeadOperations.ConcatenateHeadsArguments;
import dev.tilescope.ops.internal.attention.ModelHeadOperations.FalconHeadsArguments;
import dev.tilescope.ops.internal.attention.NlpOperations;
import dev.tilescope.ops.internal.attention.NlpOperations.ConcatHeadsArguments;
import dev.tilescope.ops.internal.attention.NlpOperations.ConcatHeadsDecodeArguments;
import dev.tilescope.ops.internal.attention.NlpOperations.CreateHeadsArguments;
import dev.tilescope.ops.internal.attention.NlpOperations.CreateHeadsDecodeArguments;
import dev.tilescope.ops.internal.attention.NlpOperations.RotaryArguments;
import dev.tilescope.ops.internal.attention.NlpOperations.RotaryLlamaArguments;
import dev.tilescope.ops.internal.cache.PaddedCacheOperations;
import dev.tilescope.ops.internal.cache.PaddedCacheOperations.UpdatePaddedKvCacheArguments;
import dev.tilescope.ops.internal.cache.PagedOperations;
import dev.tilescope.ops.internal.cache.PagedOperations.PagedFillArguments;
import dev.tilescope.ops.internal.cache.PagedOperations.PagedFusedUpdateArguments;
import dev.tilescope.ops.internal.cache.PagedOperations.PagedUpdateArguments;
import dev.tilescope.ops.internal.cache.ZeroPaddedCacheOperations;
import dev.tilescope.ops.internal.cache.ZeroPaddedCacheOperations.ZeroPaddedKvCacheArguments;
import dev.tilescope.ops.internal.collective.AsyncCollectiveOperations;
import dev.tilescope.ops.internal.collective.AsyncCollectiveOperations.AllGatherAsyncArguments;
import dev.tilescope.ops.internal.collective.AsyncCollectiveOperations.AllReduceAsyncArguments;
import dev.tilescope.ops.internal.collective.AsyncCollectiveOperations.ReduceScatterAsyncArguments;
import dev.tilescope.ops.internal.convolution.Conv3dOperations;
import dev.tilescope.ops.internal.convolution.Conv3dOperations.Conv3dArguments;
import dev.tilescope.ops.internal.convolution.Conv3dWeights;
import dev.tilescope.ops.internal.convolution.Conv3dWeights.PrepareConv3dWeightsArguments;
import dev.tilescope.ops.internal.convolution.DeformableAttentionOperations;
import dev.tilescope.ops.internal.convolution.DeformableAttentionOperations.DeformableAttentionArguments;
import dev.tilescope.ops.internal.creation.DropoutOperations;
import dev.tilescope.ops.internal.creation.DropoutOperations.DropoutArguments;
import dev.tilescope.ops.internal.elementwise.ExperimentalGradientOperations;
import dev.tilescope.ops.internal.elementwise.ExperimentalGradientOperations.GeluBwArguments;
import dev.tilescope.ops.internal.matmul.AttnMatmulOperations;
import dev.tilescope.ops.internal.matmul.AttnMatmulOperations.AttnMatmulArguments;
import dev.tilescope.ops.internal.matmul.AttnMatmulOperations.FromCacheArguments;
import dev.tilescope.ops.internal.matmul.AttnMatmulOperations.GroupAttnMatmulArguments;
import dev.tilescope.ops.internal.matmul.GatheredMatmulOperations;
import dev.tilescope.ops.internal.matmul.GatheredMatmulOperations.AllGatherMatmulArguments;
import dev.tilescope.ops.internal.matmul.MinimalMatmulOperations;
import dev.tilescope.ops.internal.matmul.MinimalMatmulOperations.MinimalMatmulArguments;
import dev.tilescope.ops.internal.matmul.MinimalMatmulOperations.MinimalMatmulSplitArguments;
import dev.tilescope.ops.internal.movement.BroadcastOperations;
import dev.tilescope.ops.internal.movement.BroadcastOperations.BroadcastToArguments;
import dev.tilescope.ops.internal.movement.ChannelOrderOperations;
import dev.tilescope.ops.internal.movement.ChannelOrderOperations.ConvertToChwArguments;
import dev.tilescope.ops.internal.movement.ChannelOrderOperations.ConvertToHwcArguments;
import dev.tilescope.ops.internal.movement.CopyCastOperations;
import dev.tilescope.ops.internal.movement.CopyCastOperations.CopyCastArguments;
import dev.tilescope.ops.internal.movement.PaddedSliceOperations;
import dev.tilescope.ops.internal.movement.PaddedSliceOperations.PaddedSliceArguments;
import dev.tilescope.ops.internal.movement.RowViewOperations;
import dev.tilescope.ops.internal.movement.ShapeOperations.ViewArguments;
import dev.tilescope.ops.internal.movement.SliceWriteOperations;
import dev.tilescope.ops.internal.movement.SliceWriteOperations.SliceWriteArguments;
import dev.tilescope.ops.internal.reduction.FastReduceOperations;
import dev.tilescope.ops.internal.reduction.FastReduceOperations.FastReduceArguments;
import dev.tilescope.ops.internal.reduction.PrefixScanOperations;
import dev.tilescope.ops.internal.reduction.PrefixScanOperations.PrefixScanArguments;
import dev.tilescope.ops.internal.reduction.StateSpaceOperations;
import dev.tilescope.ops.internal.reduction.StateSpaceOperations.RepeatMultiplyArguments;
import dev.tilescope.ops.internal.reduction.StateSpaceOperations.SumReduceArguments;
import dev.tilescope.ops.options.AllGatherAsyncOptions;
import dev.tilescope.ops.options.AllGatherMatmulOptions;
import dev.tilescope.ops.options.AllReduceOptions;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv3dOptions;
import dev.tilescope.ops.options.CreateHeadsDecodeOptions;
import dev.tilescope.ops.options.CreateHeadsOptions;
import dev.tilescope.ops.options.GlobalSemaphore;
import dev.tilescope.ops.options.MinimalMatmulOptions;
import dev.tilescope.ops.options.PagedFillOptions;
import dev.tilescope.ops.options.PagedFusedUpdateOptions;
import dev.tilescope.ops.options.PagedUpdateOptions;
import dev.tilescope.ops.options.ReduceScatterAsyncOptions;
import dev.tilescope.ops.options.RotaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code ttnn.experimental}: heads, rotary embeddings and paged caches of language models, and
 * collectives with semaphores.
 *
 * <p>Generated from the declarations, which each method names in its one line: to change one,
 * change its declaration and run {@code mvn -Pgenerate}.
 */
public final class Experimental {
  private Experimental() {}

  /**
   * Every device of a group gets the parts of all, one after the other along a dimension. As {@code
   * all_gather}, with semaphores that the caller owns.
   *
   * <p>TT-NN's {@code ttnn.experimental.all_gather_async}.
   *
   * @param inputTensor each device's part
   * @param dim the dimension along which the parts follow each other; a negative one counts from
   *     the end
   * @param multiDeviceGlobalSemaphore semaphores of the caller; traced, as the modelled devices
   *     wait for each other by themselves
   * @return a tensor whose dimension {@code dim} is multiplied by the number of devices in the
   *     group
   * @throws TilescopeException if more links or workers are asked for than there are, or the
   *     dimension would exceed 2^31-1
   */
  public static Tensor allGatherAsync(
      Tensor inputTensor, int dim, List<GlobalSemaphore> multiDeviceGlobalSemaphore) {
    return AsyncCollectiveOperations.ALL_GATHER_ASYNC.call(
        new AllGatherAsyncArguments(
            inputTensor, dim, multiDeviceGlobalSemaphore, AllGatherAsyncOptions.DEFAULT));
  }

  /**
   * Every device of a group gets the parts of all, one after the other along a dimension. As {@code
   * all_gather}, with semaphores that the caller owns.
   *
   * <p>TT-NN's {@code ttnn.experimental.all_gather_async}.
   *
   * @param inputTensor each device's part
   * @param dim the dimension along which the parts follow each other; a negative one counts from
   *     the end
   * @param multiDeviceGlobalSemaphore semaphores of the caller; traced, as the modelled devices
   *     wait for each other by themselves
   * @param options the keyword arguments, each with its default
   * @return a tensor whose dimension {@code dim} is multiplied by the number of devices in the
   *     group
   * @throws TilescopeException if more links or workers are asked for than there are, or the
   *     dimension would exceed 2^31-1
   */
  public static Tensor allGatherAsync(
      Tensor inputTensor,
      int dim,
      List<GlobalSemaphore> multiDeviceGlobalSemaphore,
      AllGatherAsyncOptions options) {
    return AsyncCollectiveOperations.ALL_GATHER_ASYNC.call(
        new AllGatherAsyncArguments(inputTensor, dim, multiDeviceGlobalSemaphore, options));
  }

  /**
   * The product of rows that are gathered from all devices along their last dimension, with a
   * matrix. The modelled device runs two programs one after the other, where TT-NN's multiplies
   * what has come while more is on its way; its time is that of both.
   *
   * <p>TT-NN's {@code ttnn.experimental.all_gather_matmul_async}.
   *
   * @param inputTensor the tensor to work on
   * @param weightTensor the right matrix, {@code [1, 1, k, n]}
   * @param dim the dimension to work along; a negative one counts from the end
   * @param multiDeviceGlobalSemaphore semaphores of the caller; traced, as the modelled devices
   *     wait for each other by themselves
   * @param allGatherCoreGridOffset traced: where TT-NN's gathering cores begin
   * @return two tensors: what was gathered, and the product
   * @throws TilescopeException if the dimension is not the last of four, the batch is not 1, or the
   *     program config is neither for one nor for two dimensions of cores
   */
  public static List<Tensor> allGatherMatmulAsync(
      Tensor inputTensor,
      Tensor weightTensor,
      int dim,
      List<GlobalSemaphore> multiDeviceGlobalSemaphore,
      CoreCoord allGatherCoreGridOffset) {
    return GatheredMatmulOperations.ALL_GATHER_MATMUL_ASYNC.call(
        new AllGatherMatmulArguments(
            inputTensor,
            weightTensor,
            null,
            dim,
            multiDeviceGlobalSemaphore,
            allGatherCoreGridOffset,
            AllGatherMatmulOptions.DEFAULT));
  }

  /**
   * The product of rows that are gathered from all devices along their last dimension, with a
   * matrix. The modelled device runs two programs one after the other, where TT-NN's multiplies
   * what has come while more is on its way; its time is that of both.
   *
   * <p>TT-NN's {@code ttnn.experimental.all_gather_matmul_async}.
   *
   * @param inputTensor the tensor to work on
   * @param weightTensor the right matrix, {@code [1, 1, k, n]}
   * @param dim the dimension to work along; a negative one counts from the end
   * @param multiDeviceGlobalSemaphore semaphores of the caller; traced, as the modelled devices
   *     wait for each other by themselves
   * @param allGatherCoreGridOffset traced: where TT-NN's gathering cores begin
   * @param options the keyword arguments, each with its default
   * @return two tensors: what was gathered, and the product
   * @throws TilescopeException if the dimension is not the last of four, the batch is not 1, or the
   *     program config is neither for one nor for two dimensions of cores
   */
  public static List<Tensor> allGatherMatmulAsync(
      Tensor inputTensor,
      Tensor weightTensor,
      int dim,
      List<GlobalSemaphore> multiDeviceGlobalSemaphore,
      CoreCoord allGatherCoreGridOffset,
      AllGatherMatmulOptions options) {
    return GatheredMatmulOperations.ALL_GATHER_MATMUL_ASYNC.call(
        new AllGatherMatmulArguments(
            inputTensor,
            weightTensor,
            null,
            dim,
            multiDeviceGlobalSemaphore,
            allGatherCoreGridOffset,
            options));
  }

  /**
   * The product of rows that are gathered from all devices along their last dimension, with a
   * matrix. The modelled device runs two programs one after the other, where TT-NN's multiplies
   * what has come while more is on its way; its time is that of both.
   *
   * <p>TT-NN's {@code ttnn.experimental.all_gather_matmul_async}.
   *
   * @param inputTensor the tensor to work on
   * @param weightTensor the right matrix, {@code [1, 1, k, n]}
   * @param persistentOutputBuffer tensor for what is gathered, instead of a new one
   * @param dim the dimension to work along; a negative one counts from the end
   * @param multiDeviceGlobalSemaphore semaphores of the caller; traced, as the modelled devices
   *     wait for each other by themselves
   * @param allGatherCoreGridOffset traced: where TT-NN's gathering cores begin
   * @param options the keyword arguments, each with its default
   * @return two tensors: what was gathered, and the product
   * @throws TilescopeException if the dimension is not the last of four, the batch is not 1, or the
   *     program config is neither for one nor for two dimensions of cores
   */
  public static List<Tensor> allGatherMatmulAsync(
      Tensor inputTensor,
      Tensor weightTensor,
      @Nullable Tensor persistentOutputBuffer,
      int dim,
      List<GlobalSemaphore> multiDeviceGlobalSemaphore,
      CoreCoord allGatherCoreGridOffset,
      AllGatherMatmulOptions options) {
    return GatheredMatmulOperations.ALL_GATHER_MATMUL_ASYNC.call(
        new AllGatherMatmulArguments(
            inputTensor,
            weightTensor,
            persistentOutputBuffer,
            dim,
            multiDeviceGlobalSemaphore,
            allGatherCoreGridOffset,
            options));
  }

  /**
   * Every device of a group gets the sum over all. With {@code buffer_tensor} in one program: all
   * send their shards into that buffer, where the cores of the result add them up. Without it as
   * {@code all_reduce}, with semaphores that the caller owns.
   *
   * <p>TT-NN's {@code ttnn.experimental.all_reduce_async}.
   *
   * @param inputTensor each device's summand
   * @return a tensor of the input's shape, the same on every device of the group
   * @throws TilescopeException if more links are asked for than there are; with {@code
   *     buffer_tensor}, the number of devices is odd, a tensor is not width sharded, or the
   *     buffer's shards are too small or lack a core of the result
   */
  public static Tensor allReduceAsync(Tensor inputTensor) {
    return AsyncCollectiveOperations.ALL_REDUCE_ASYNC.call(
        new AllReduceAsyncArguments(
            inputTensor,
            null,
            null,
            null,
            null,
            null,
            null,
            AllReduceOptions.DEFAULT,
            false,
            false,
            false));
  }

  /**
   * Every device of a group gets the sum over all. With {@code buffer_tensor} in one program: all
   * send their shards into that buffer, where the cores of the result add them up. Without it as
   * {@code all_reduce}, with semaphores that the caller owns.
   *
   * <p>TT-NN's {@code ttnn.experimental.all_reduce_async}.
   *
   * @param inputTensor each device's summand
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape, the same on every device of the group
   * @throws TilescopeException if more links are asked for than there are; with {@code
   *     buffer_tensor}, the number of devices is odd, a tensor is not width sharded, or the
   *     buffer's shards are too small or lack a core of the result
   */
  public static Tensor allReduceAsync(Tensor inputTensor, AllReduceOptions options) {
    return AsyncCollectiveOperations.ALL_REDUCE_ASYNC.call(
        new AllReduceAsyncArguments(
            inputTensor, null, null, null, null, null, null, options, false, false, false));
  }

  /**
   * Every device of a group gets the sum over all. With {@code buffer_tensor} in one program: all
   * send their shards into that buffer, where the cores of the result add them up. Without it as
   * {@code all_reduce}, with semaphores that the caller owns.
   *
   * <p>TT-NN's {@code ttnn.experimental.all_reduce_async}.
   *
   * @param inputTensor each device's summand
   * @param bufferTensor on every core of the result room for the shards of all devices
   * @param multiDeviceGlobalSemaphore tells when the shards are there; it is taken and traced
   * @param barrierSemaphores with {@code rs_global_semaphores} two, for the two steps that make the
   *     sum
   * @param rsGlobalSemaphores of the reduce-scatter
   * @param agGlobalSemaphores of the all-gather
   * @param dtype data type of the result with {@code buffer_tensor}, the input's unless given
   * @param options the keyword arguments, each with its default
   * @param useNoc1Only taken; it changes neither values nor the modelled time (default False)
   * @param useOptimalCclForLlama taken; on a board it chooses other cores to send from (default
   *     False)
   * @param fp32DestAcc taken; it changes neither values nor the modelled time (default False)
   * @return a tensor of the input's shape, the same on every device of the group
   * @throws TilescopeException if more links are asked for than there are; with {@code
   *     buffer_tensor}, the number of devices is odd, a tensor is not width sharded, or the
   *     buffer's shards are too small or lack a core of the result
   */
  public static Tensor allReduceAsync(
      Tensor inputTensor,
      @Nullable Tensor bufferTensor,
      @Nullable GlobalSemaphore multiDeviceGlobalSemaphore,
      @Nullable List<GlobalSemaphore> barrierSemaphores,
      @Nullable List<GlobalSemaphore> rsGlobalSemaphores,
      @Nullable List<GlobalSemaphore> agGlobalSemaphores,
      @Nullable DataType dtype,
      AllReduceOptions options,
      boolean useNoc1Only,
      boolean useOptimalCclForLlama,
      boolean fp32DestAcc) {
    return AsyncCollectiveOperations.ALL_REDUCE_ASYNC.call(
        new AllReduceAsyncArguments(
            inputTensor,
            bufferTensor,
            multiDeviceGlobalSemaphore,
            barrierSemaphores,
            rsGlobalSemaphores,
            agGlobalSemaphores,
            dtype,
            options,
            useNoc1Only,
            useOptimalCclForLlama,
            fp32DestAcc));
  }

  /**
   * The product of one row of each user and head with the user's own matrix: {@code a} is {@code
   * [1, heads, users, k]} and {@code b} is {@code [users, 1, k, n]}.
   *
   * <p>TT-NN's {@code ttnn.experimental.attn_matmul}.
   *
   * @param inputTensorA the rows, {@code [1, heads, users, k]}
   * @param inputTensorB the matrices, {@code [users, 1, k, n]}
   * @param computeWithStorageGridSize the cores that may be used, a rectangle from the corner (0,
   *     0)
   * @return a tensor {@code [1, heads, users, n]} in tiles
   * @throws TilescopeException if the users or the inner dimensions differ, there is more than one
   *     key head, or the cores are more than there are
   */
  public static Tensor attnMatmul(
      Tensor inputTensorA, Tensor inputTensorB, CoreCoord computeWithStorageGridSize) {
    return AttnMatmulOperations.ATTN_MATMUL.call(
        new AttnMatmulArguments(
            inputTensorA, inputTensorB, computeWithStorageGridSize, null, null, null, null));
  }

  /**
   * The product of one row of each user and head with the user's own matrix: {@code a} is {@code
   * [1, heads, users, k]} and {@code b} is {@code [users, 1, k, n]}.
   *
   * <p>TT-NN's {@code ttnn.experimental.attn_matmul}.
   *
   * @param inputTensorA the rows, {@code [1, heads, users, k]}
   * @param inputTensorB the matrices, {@code [users, 1, k, n]}
   * @param computeWithStorageGridSize the cores that may be used, a rectangle from the corner (0,
   *     0)
   * @param dtype data type of the result; that of the input unless given
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a tensor {@code [1, heads, users, n]} in tiles
   * @throws TilescopeException if the users or the inner dimensions differ, there is more than one
   *     key head, or the cores are more than there are
   */
  public static Tensor attnMatmul(
      Tensor inputTensorA,
      Tensor inputTensorB,
      CoreCoord computeWithStorageGridSize,
      @Nullable DataType dtype,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {
    return AttnMatmulOperations.ATTN_MATMUL.call(
        new AttnMatmulArguments(
            inputTensorA,
            inputTensorB,
            computeWithStorageGridSize,
            dtype,
            computeKernelConfig,
            memoryConfig,
            outputTensor));
  }

  /**
   * The product of one row of each user and head with the first tokens of the user's own cache:
   * {@code a} is {@code [1, heads, users, k]} and {@code b} is {@code [users, 1, cache, n]}, whose
   * tokens are the columns if they are transposed.
   *
   * <p>TT-NN's {@code ttnn.experimental.attn_matmul_from_cache}.
   *
   * @param inputTensorA the rows, {@code [1, heads, users, k]}
   * @param inputTensorB the caches, {@code [users, 1, cache, n]}
   * @param numTokens how many tokens are read, rounded up to tiles of 32
   * @param transposeHw whether the tokens are the columns of the product
   * @param computeWithStorageGridSize the cores that may be used, a rectangle from the corner (0,
   *     0)
   * @return a tensor {@code [1, heads, users, n]} in tiles, of as many columns as tokens where they
   *     are transposed
   * @throws TilescopeException if the users or the inner dimensions differ, there is more than one
   *     key head, the cache has fewer tokens, or the cores are more than there are
   */
  public static Tensor attnMatmulFromCache(
      Tensor inputTensorA,
      Tensor inputTensorB,
      int numTokens,
      boolean transposeHw,
      CoreCoord computeWithStorageGridSize) {
    return AttnMatmulOperations.ATTN_MATMUL_FROM_CACHE.call(
        new FromCacheArguments(
            inputTensorA,
            inputTensorB,
            numTokens,
            transposeHw,
            computeWithStorageGridSize,
            null,
            null,
            null,
            null));
  }

  /**
   * The product of one row of each user and head with the first tokens of the user's own cache:
   * {@code a} is {@code [1, heads, users, k]} and {@code b} is {@code [users, 1, cache, n]}, whose
   * tokens are the columns if they are transposed.
   *
   * <p>TT-NN's {@code ttnn.experimental.attn_matmul_from_cache}.
   *
   * @param inputTensorA the rows, {@code [1, heads, users, k]}
   * @param inputTensorB the caches, {@code [users, 1, cache, n]}
   * @param numTokens how many tokens are read, rounded up to tiles of 32
   * @param transposeHw whether the tokens are the columns of the product
   * @param computeWithStorageGridSize the cores that may be used, a rectangle from the corner (0,
   *     0)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param dtype data type of the result; that of the input unless given
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a tensor {@code [1, heads, users, n]} in tiles, of as many columns as tokens where they
   *     are transposed
   * @throws TilescopeException if the users or the inner dimensions differ, there is more than one
   *     key head, the cache has fewer tokens, or the cores are more than there are
   */
  public static Tensor attnMatmulFromCache(
      Tensor inputTensorA,
      Tensor inputTensorB,
      int numTokens,
      boolean transposeHw,
      CoreCoord computeWithStorageGridSize,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Nullable Tensor outputTensor) {
    return AttnMatmulOperations.ATTN_MATMUL_FROM_CACHE.call(
        new FromCacheArguments(
            inputTensorA,
            inputTensorB,
            numTokens,
            transposeHw,
            computeWithStorageGridSize,
            memoryConfig,
            dtype,
            computeKernelConfig,
            outputTensor));
  }

  /**
   * A tensor repeated along its dimensions of one element, and along new ones in front, up to a
   * shape of rank 4 at most. Tiles, interleaved.
   *
   * <p>TT-NN's {@code ttnn.experimental.broadcast_to}.
   *
   * @param input the tensor to repeat
   * @param outputShape the shape of the result
   * @return a tensor of the given shape and the input's dtype
   * @throws TilescopeException if the shapes do not broadcast, the input is not in tiles, or a
   *     tensor is sharded
   */
  public static Tensor broadcastTo(Tensor input, Shape outputShape) {
    return BroadcastOperations.BROADCAST_TO.call(
        new BroadcastToArguments(input, outputShape, null, null));
  }

  /**
   * A tensor repeated along its dimensions of one element, and along new ones in front, up to a
   * shape of rank 4 at most. Tiles, interleaved.
   *
   * <p>TT-NN's {@code ttnn.experimental.broadcast_to}.
   *
   * @param input the tensor to repeat
   * @param outputShape the shape of the result
   * @param memoryConfig where the result is placed; unless given where the tensor to write to or
   *     the input is
   * @param output tensor to write to instead of a new one
   * @return a tensor of the given shape and the input's dtype
   * @throws TilescopeException if the shapes do not broadcast, the input is not in tiles, or a
   *     tensor is sharded
   */
  public static Tensor broadcastTo(
      Tensor input,
      Shape outputShape,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor output) {
    return BroadcastOperations.BROADCAST_TO.call(
        new BroadcastToArguments(input, outputShape, memoryConfig, output));
  }

  /**
   * Puts the heads of BERT large side by side, in a program for 16 heads of 64 and 384 rows.
   *
   * <p>TT-NN's {@code ttnn.experimental.concatenate_heads}.
   *
   * @param inputTensor the heads, {@code [b, 16, 384, 64]}
   * @param computeWithStorageGridSize the cores that may be used, as columns and rows
   * @return a tensor {@code [b, 1, 384, 1024]}
   * @throws TilescopeException if the input is not 7 to 9 batches of {@code [16, 384, 64]},
   *     something is sharded, or the cores are not a column for each 32 rows and a row for each
   *     batch
   */
  public static Tensor concatenateHeads(Tensor inputTensor, CoreCoord computeWithStorageGridSize) {
    return ModelHeadOperations.CONCATENATE_HEADS.call(
        new ConcatenateHeadsArguments(inputTensor, computeWithStorageGridSize, null, null));
  }

  /**
   * Puts the heads of BERT large side by side, in a program for 16 heads of 64 and 384 rows.
   *
   * <p>TT-NN's {@code ttnn.experimental.concatenate_heads}.
   *
   * @param inputTensor the heads, {@code [b, 16, 384, 64]}
   * @param computeWithStorageGridSize the cores that may be used, as columns and rows
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a tensor {@code [b, 1, 384, 1024]}
   * @throws TilescopeException if the input is not 7 to 9 batches of {@code [16, 384, 64]},
   *     something is sharded, or the cores are not a column for each 32 rows and a row for each
   *     batch
   */
  public static Tensor concatenateHeads(
      Tensor inputTensor,
      CoreCoord computeWithStorageGridSize,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {
    return ModelHeadOperations.CONCATENATE_HEADS.call(
        new ConcatenateHeadsArguments(
            inputTensor, computeWithStorageGridSize, memoryConfig, outputTensor));
  }

  /**
   * Convolution over volumes {@code [N, T, H, W, C]}: pictures and time.
   *
   * <p>TT-NN's {@code ttnn.experimental.conv3d}.
   *
   * @param inputTensor the volumes, {@code [N, T, H, W, C]} in rows
   * @param weightTensor the weights, prepared or on the host
   * @param dtype data type of the result
   * @param outputChannels {@code O}
   * @param kernelSize in time, rows and columns
   * @return a row-major tensor {@code [N, T', H', W', O]}
   * @throws TilescopeException if the input is not in rows, weights are not as {@code
   *     prepare_conv3d_weights} makes them or {@code [O, C / groups, KT, KH, KW]} on the host with
   *     a device given, types differ, the kernel exceeds the padded volume, groups do not divide
   *     the channels, blocks do not divide them, the grid exceeds that of the device, or edges of
   *     neighbours or masks are given
   */
  public static Tensor conv3d(
      Tensor inputTensor,
      Tensor weightTensor,
      DataType dtype,
      int outputChannels,
      List<Integer> kernelSize) {
    return Conv3dOperations.CONV3D.call(
        new Conv3dArguments(
            inputTensor, weightTensor, dtype, outputChannels, kernelSize, Conv3dOptions.DEFAULT));
  }

  /**
   * Convolution over volumes {@code [N, T, H, W, C]}: pictures and time.
   *
   * <p>TT-NN's {@code ttnn.experimental.conv3d}.
   *
   * @param inputTensor the volumes, {@code [N, T, H, W, C]} in rows
   * @param weightTensor the weights, prepared or on the host
   * @param dtype data type of the result
   * @param outputChannels {@code O}
   * @param kernelSize in time, rows and columns
   * @param options the keyword arguments, each with its default
   * @return a row-major tensor {@code [N, T', H', W', O]}
   * @throws TilescopeException if the input is not in rows, weights are not as {@code
   *     prepare_conv3d_weights} makes them or {@code [O, C / groups, KT, KH, KW]} on the host with
   *     a device given, types differ, the kernel exceeds the padded volume, groups do not divide
   *     the channels, blocks do not divide them, the grid exceeds that of the device, or edges of
   *     neighbours or masks are given
   */
  public static Tensor conv3d(
      Tensor inputTensor,
      Tensor weightTensor,
      DataType dtype,
      int outputChannels,
      List<Integer> kernelSize,
      Conv3dOptions options) {
    return Conv3dOperations.CONV3D.call(
        new Conv3dArguments(inputTensor, weightTensor, dtype, outputChannels, kernelSize, options));
  }

  /**
   * An image from pixel after pixel to channel after channel: {@code [1, 1, HW, C]} to {@code [1,
   * 1, C, HW]}.
   *
   * <p>TT-NN's {@code ttnn.experimental.convert_to_chw}.
   *
   * @param input the image, {@code [1, 1, HW, C]}, sharded by height
   * @return a row-major tensor sharded by width on the input's cores
   * @throws TilescopeException if the input is not sharded by height, has more than 32 channels, or
   *     its pixels or those of a shard are not a multiple of 32
   */
  public static Tensor convertToChw(Tensor input) {
    return ChannelOrderOperations.CONVERT_TO_CHW.call(new ConvertToChwArguments(input, null));
  }

  /**
   * An image from pixel after pixel to channel after channel: {@code [1, 1, HW, C]} to {@code [1,
   * 1, C, HW]}.
   *
   * <p>TT-NN's {@code ttnn.experimental.convert_to_chw}.
   *
   * @param input the image, {@code [1, 1, HW, C]}, sharded by height
   * @param dtype the dtype of the result; the input's unless given
   * @return a row-major tensor sharded by width on the input's cores
   * @throws TilescopeException if the input is not sharded by height, has more than 32 channels, or
   *     its pixels or those of a shard are not a multiple of 32
   */
  public static Tensor convertToChw(Tensor input, @Nullable DataType dtype) {
    return ChannelOrderOperations.CONVERT_TO_CHW.call(new ConvertToChwArguments(input, dtype));
  }

  /**
   * Images from channel after channel to pixel after pixel: {@code [1, B, C, HW]} to {@code [1, 1,
   * B HW, C]}, with zeros up to a whole 16 bytes of channels. Row-major, of 32 channels at most.
   *
   * <p>TT-NN's {@code ttnn.experimental.convert_to_hwc}.
   *
   * @param input the images, {@code [1, B, C, HW]}, sharded by width
   * @return a tensor sharded by height
   * @throws TilescopeException if the input is not sharded by width, has more than 32 channels, or
   *     is in DRAM and no memory config is given
   */
  public static Tensor convertToHwc(Tensor input) {
    return ChannelOrderOperations.CONVERT_TO_HWC.call(new ConvertToHwcArguments(input, null, null));
  }

  /**
   * Images from channel after channel to pixel after pixel: {@code [1, B, C, HW]} to {@code [1, 1,
   * B HW, C]}, with zeros up to a whole 16 bytes of channels. Row-major, of 32 channels at most.
   *
   * <p>TT-NN's {@code ttnn.experimental.convert_to_hwc}.
   *
   * @param input the images, {@code [1, B, C, HW]}, sharded by width
   * @param memoryConfig where the result is placed, sharded by height; unless given on the input's
   *     cores
   * @param dtype the dtype of the result; the input's unless given
   * @return a tensor sharded by height
   * @throws TilescopeException if the input is not sharded by width, has more than 32 channels, or
   *     is in DRAM and no memory config is given
   */
  public static Tensor convertToHwc(
      Tensor input, @Nullable MemoryConfig memoryConfig, @Nullable DataType dtype) {
    return ChannelOrderOperations.CONVERT_TO_HWC.call(
        new ConvertToHwcArguments(input, memoryConfig, dtype));
  }

  /**
   * Rotary embedding as of {@code rotary_embedding_llama}, of rows that go on a sequence which the
   * devices along an axis of the mesh share. Each has angles for its own rows: of every chunk as
   * many as its input has.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.rotary_embedding_indexed}.
   *
   * @param input the rows to turn, {@code [b, heads, rows, head size]}
   * @param cos cosines of the angles of the device's rows, {@code [1, 1 or heads, rows, head size]}
   * @param sin sines of the angles, of the shape and dtype of {@code cos}
   * @param transMat the matrix that turns: 1 at (2i, 2i+1) and -1 at (2i+1, 2i) of {@code [1, 1,
   *     32, 32]}
   * @param kvActualGlobal how many rows the sequence has on all devices, a multiple of 32; a
   *     number, or a uint32 tensor of one
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if rows or head size are no multiples of 32, a tensor is sharded,
   *     cos and sin differ or have no rows left, {@code trans_mat} is another matrix, or the length
   *     is no multiple of 32
   */
  public static Tensor rotaryEmbeddingIndexed(
      Tensor input,
      Tensor cos,
      Tensor sin,
      Tensor transMat,
      Tensor kvActualGlobal,
      int clusterAxis) {
    return IndexedRotaryOperations.ROTARY_EMBEDDING_INDEXED.call(
        new RotaryEmbeddingIndexedArguments(
            input, cos, sin, transMat, kvActualGlobal, clusterAxis, null, null));
  }

  /**
   * Rotary embedding as of {@code rotary_embedding_llama}, of rows that go on a sequence which the
   * devices along an axis of the mesh share. Each has angles for its own rows: of every chunk as
   * many as its input has.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.rotary_embedding_indexed}.
   *
   * @param input the rows to turn, {@code [b, heads, rows, head size]}
   * @param cos cosines of the angles of the device's rows, {@code [1, 1 or heads, rows, head size]}
   * @param sin sines of the angles, of the shape and dtype of {@code cos}
   * @param transMat the matrix that turns: 1 at (2i, 2i+1) and -1 at (2i+1, 2i) of {@code [1, 1,
   *     32, 32]}
   * @param kvActualGlobal how many rows the sequence has on all devices, a multiple of 32; a
   *     number, or a uint32 tensor of one
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if rows or head size are no multiples of 32, a tensor is sharded,
   *     cos and sin differ or have no rows left, {@code trans_mat} is another matrix, or the length
   *     is no multiple of 32
   */
  public static Tensor rotaryEmbeddingIndexed(
      Tensor input,
      Tensor cos,
      Tensor sin,
      Tensor transMat,
      Number kvActualGlobal,
      int clusterAxis) {
    return IndexedRotaryOperations.ROTARY_EMBEDDING_INDEXED.call(
        new RotaryEmbeddingIndexedArguments(
            input, cos, sin, transMat, kvActualGlobal, clusterAxis, null, null));
  }

  /**
   * Rotary embedding as of {@code rotary_embedding_llama}, of rows that go on a sequence which the
   * devices along an axis of the mesh share. Each has angles for its own rows: of every chunk as
   * many as its input has.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.rotary_embedding_indexed}.
   *
   * @param input the rows to turn, {@code [b, heads, rows, head size]}
   * @param cos cosines of the angles of the device's rows, {@code [1, 1 or heads, rows, head size]}
   * @param sin sines of the angles, of the shape and dtype of {@code cos}
   * @param transMat the matrix that turns: 1 at (2i, 2i+1) and -1 at (2i+1, 2i) of {@code [1, 1,
   *     32, 32]}
   * @param kvActualGlobal how many rows the sequence has on all devices, a multiple of 32; a
   *     number, or a uint32 tensor of one
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if rows or head size are no multiples of 32, a tensor is sharded,
   *     cos and sin differ or have no rows left, {@code trans_mat} is another matrix, or the length
   *     is no multiple of 32
   */
  public static Tensor rotaryEmbeddingIndexed(
      Tensor input,
      Tensor cos,
      Tensor sin,
      Tensor transMat,
      Tensor kvActualGlobal,
      int clusterAxis,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return IndexedRotaryOperations.ROTARY_EMBEDDING_INDEXED.call(
        new RotaryEmbeddingIndexedArguments(
            input,
            cos,
            sin,
            transMat,
            kvActualGlobal,
            clusterAxis,
            memoryConfig,
            computeKernelConfig));
  }

  /**
   * Rotary embedding as of {@code rotary_embedding_llama}, of rows that go on a sequence which the
   * devices along an axis of the mesh share. Each has angles for its own rows: of every chunk as
   * many as its input has.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.rotary_embedding_indexed}.
   *
   * @param input the rows to turn, {@code [b, heads, rows, head size]}
   * @param cos cosines of the angles of the device's rows, {@code [1, 1 or heads, rows, head size]}
   * @param sin sines of the angles, of the shape and dtype of {@code cos}
   * @param transMat the matrix that turns: 1 at (2i, 2i+1) and -1 at (2i+1, 2i) of {@code [1, 1,
   *     32, 32]}
   * @param kvActualGlobal how many rows the sequence has on all devices, a multiple of 32; a
   *     number, or a uint32 tensor of one
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if rows or head size are no multiples of 32, a tensor is sharded,
   *     cos and sin differ or have no rows left, {@code trans_mat} is another matrix, or the length
   *     is no multiple of 32
   */
  public static Tensor rotaryEmbeddingIndexed(
      Tensor input,
      Tensor cos,
      Tensor sin,
      Tensor transMat,
      Number kvActualGlobal,
      int clusterAxis,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return IndexedRotaryOperations.ROTARY_EMBEDDING_INDEXED.call(
        new RotaryEmbeddingIndexedArguments(
            input,
            cos,
            sin,
            transMat,
            kvActualGlobal,
            clusterAxis,
            memoryConfig,
            computeKernelConfig));
  }

  /**
   * Writes the next rows of a sequence into a cache {@code [slots * layers, heads, rows, head
   * size]} that the devices along an axis of the mesh share, in place. Of every chunk, each of them
   * has as many rows as its input; where the sequence ended within a chunk, the new rows begin
   * there.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.update_padded_kv_cache}.
   *
   * @param cache the cache to write to, for every slot as many matrices as there are layers
   * @param input the rows of each device, of the same dtype and layout
   * @param slotIdx the slot of the user; a number, or a uint32 tensor of one
   * @param layerIdx the layer
   * @param numLayers how many layers the cache has
   * @param kvActualGlobal how many rows the sequence has on all devices, a multiple of 32; a
   *     number, or a uint32 tensor of one if the slot is in one
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @return the cache
   * @throws TilescopeException if the input's rows are no multiple of 32, do not divide those of
   *     the cache or do not fit in it, dtypes or layouts differ, or the devices do not have caches
   *     of their own
   */
  public static Tensor updatePaddedKvCache(
      Tensor cache,
      Tensor input,
      Tensor slotIdx,
      int layerIdx,
      int numLayers,
      Tensor kvActualGlobal,
      int clusterAxis) {
    return PaddedCacheOperations.UPDATE_PADDED_KV_CACHE.call(
        new UpdatePaddedKvCacheArguments(
            cache, input, slotIdx, layerIdx, numLayers, kvActualGlobal, clusterAxis));
  }

  /**
   * Writes the next rows of a sequence into a cache {@code [slots * layers, heads, rows, head
   * size]} that the devices along an axis of the mesh share, in place. Of every chunk, each of them
   * has as many rows as its input; where the sequence ended within a chunk, the new rows begin
   * there.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.update_padded_kv_cache}.
   *
   * @param cache the cache to write to, for every slot as many matrices as there are layers
   * @param input the rows of each device, of the same dtype and layout
   * @param slotIdx the slot of the user; a number, or a uint32 tensor of one
   * @param layerIdx the layer
   * @param numLayers how many layers the cache has
   * @param kvActualGlobal how many rows the sequence has on all devices, a multiple of 32; a
   *     number, or a uint32 tensor of one if the slot is in one
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @return the cache
   * @throws TilescopeException if the input's rows are no multiple of 32, do not divide those of
   *     the cache or do not fit in it, dtypes or layouts differ, or the devices do not have caches
   *     of their own
   */
  public static Tensor updatePaddedKvCache(
      Tensor cache,
      Tensor input,
      Tensor slotIdx,
      int layerIdx,
      int numLayers,
      Number kvActualGlobal,
      int clusterAxis) {
    return PaddedCacheOperations.UPDATE_PADDED_KV_CACHE.call(
        new UpdatePaddedKvCacheArguments(
            cache, input, slotIdx, layerIdx, numLayers, kvActualGlobal, clusterAxis));
  }

  /**
   * Writes the next rows of a sequence into a cache {@code [slots * layers, heads, rows, head
   * size]} that the devices along an axis of the mesh share, in place. Of every chunk, each of them
   * has as many rows as its input; where the sequence ended within a chunk, the new rows begin
   * there.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.update_padded_kv_cache}.
   *
   * @param cache the cache to write to, for every slot as many matrices as there are layers
   * @param input the rows of each device, of the same dtype and layout
   * @param slotIdx the slot of the user; a number, or a uint32 tensor of one
   * @param layerIdx the layer
   * @param numLayers how many layers the cache has
   * @param kvActualGlobal how many rows the sequence has on all devices, a multiple of 32; a
   *     number, or a uint32 tensor of one if the slot is in one
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @return the cache
   * @throws TilescopeException if the input's rows are no multiple of 32, do not divide those of
   *     the cache or do not fit in it, dtypes or layouts differ, or the devices do not have caches
   *     of their own
   */
  public static Tensor updatePaddedKvCache(
      Tensor cache,
      Tensor input,
      Number slotIdx,
      int layerIdx,
      int numLayers,
      Tensor kvActualGlobal,
      int clusterAxis) {
    return PaddedCacheOperations.UPDATE_PADDED_KV_CACHE.call(
        new UpdatePaddedKvCacheArguments(
            cache, input, slotIdx, layerIdx, numLayers, kvActualGlobal, clusterAxis));
  }

  /**
   * Writes the next rows of a sequence into a cache {@code [slots * layers, heads, rows, head
   * size]} that the devices along an axis of the mesh share, in place. Of every chunk, each of them
   * has as many rows as its input; where the sequence ended within a chunk, the new rows begin
   * there.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.update_padded_kv_cache}.
   *
   * @param cache the cache to write to, for every slot as many matrices as there are layers
   * @param input the rows of each device, of the same dtype and layout
   * @param slotIdx the slot of the user; a number, or a uint32 tensor of one
   * @param layerIdx the layer
   * @param numLayers how many layers the cache has
   * @param kvActualGlobal how many rows the sequence has on all devices, a multiple of 32; a
   *     number, or a uint32 tensor of one if the slot is in one
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @return the cache
   * @throws TilescopeException if the input's rows are no multiple of 32, do not divide those of
   *     the cache or do not fit in it, dtypes or layouts differ, or the devices do not have caches
   *     of their own
   */
  public static Tensor updatePaddedKvCache(
      Tensor cache,
      Tensor input,
      Number slotIdx,
      int layerIdx,
      int numLayers,
      Number kvActualGlobal,
      int clusterAxis) {
    return PaddedCacheOperations.UPDATE_PADDED_KV_CACHE.call(
        new UpdatePaddedKvCacheArguments(
            cache, input, slotIdx, layerIdx, numLayers, kvActualGlobal, clusterAxis));
  }

  /**
   * Clears the rows behind a sequence in a cache {@code [slots * layers, 1, rows, head size]} that
   * the devices along an axis of the mesh share, in place: from its end up to the next multiple of
   * {@code pad_align}.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.zero_padded_kv_cache}.
   *
   * @param cache the cache to clear, for every slot as many matrices as there are layers
   * @param slotIdx the slot of the user; a number, or a uint32 tensor of one
   * @param layerIdx the layer
   * @param numLayers how many layers the cache has
   * @param validGlobal how many rows the sequence has on all devices; a number, or a uint32 tensor
   *     of one if the slot is in one
   * @param chunkSizeGlobal the rows of a chunk, of which each device has the same number
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @return the cache
   * @throws TilescopeException if the cache is not in DRAM or has several heads, rows of it are not
   *     bfloat16, the chunk is no multiple of 32 rows for each device and of {@code pad_align}, the
   *     sequence is longer than the cache, or the devices do not have caches of their own
   */
  public static Tensor zeroPaddedKvCache(
      Tensor cache,
      Tensor slotIdx,
      int layerIdx,
      int numLayers,
      Tensor validGlobal,
      int chunkSizeGlobal,
      int clusterAxis) {
    return ZeroPaddedCacheOperations.ZERO_PADDED_KV_CACHE.call(
        new ZeroPaddedKvCacheArguments(
            cache, slotIdx, layerIdx, numLayers, validGlobal, chunkSizeGlobal, clusterAxis, 128));
  }

  /**
   * Clears the rows behind a sequence in a cache {@code [slots * layers, 1, rows, head size]} that
   * the devices along an axis of the mesh share, in place: from its end up to the next multiple of
   * {@code pad_align}.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.zero_padded_kv_cache}.
   *
   * @param cache the cache to clear, for every slot as many matrices as there are layers
   * @param slotIdx the slot of the user; a number, or a uint32 tensor of one
   * @param layerIdx the layer
   * @param numLayers how many layers the cache has
   * @param validGlobal how many rows the sequence has on all devices; a number, or a uint32 tensor
   *     of one if the slot is in one
   * @param chunkSizeGlobal the rows of a chunk, of which each device has the same number
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @return the cache
   * @throws TilescopeException if the cache is not in DRAM or has several heads, rows of it are not
   *     bfloat16, the chunk is no multiple of 32 rows for each device and of {@code pad_align}, the
   *     sequence is longer than the cache, or the devices do not have caches of their own
   */
  public static Tensor zeroPaddedKvCache(
      Tensor cache,
      Tensor slotIdx,
      int layerIdx,
      int numLayers,
      Number validGlobal,
      int chunkSizeGlobal,
      int clusterAxis) {
    return ZeroPaddedCacheOperations.ZERO_PADDED_KV_CACHE.call(
        new ZeroPaddedKvCacheArguments(
            cache, slotIdx, layerIdx, numLayers, validGlobal, chunkSizeGlobal, clusterAxis, 128));
  }

  /**
   * Clears the rows behind a sequence in a cache {@code [slots * layers, 1, rows, head size]} that
   * the devices along an axis of the mesh share, in place: from its end up to the next multiple of
   * {@code pad_align}.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.zero_padded_kv_cache}.
   *
   * @param cache the cache to clear, for every slot as many matrices as there are layers
   * @param slotIdx the slot of the user; a number, or a uint32 tensor of one
   * @param layerIdx the layer
   * @param numLayers how many layers the cache has
   * @param validGlobal how many rows the sequence has on all devices; a number, or a uint32 tensor
   *     of one if the slot is in one
   * @param chunkSizeGlobal the rows of a chunk, of which each device has the same number
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @return the cache
   * @throws TilescopeException if the cache is not in DRAM or has several heads, rows of it are not
   *     bfloat16, the chunk is no multiple of 32 rows for each device and of {@code pad_align}, the
   *     sequence is longer than the cache, or the devices do not have caches of their own
   */
  public static Tensor zeroPaddedKvCache(
      Tensor cache,
      Number slotIdx,
      int layerIdx,
      int numLayers,
      Tensor validGlobal,
      int chunkSizeGlobal,
      int clusterAxis) {
    return ZeroPaddedCacheOperations.ZERO_PADDED_KV_CACHE.call(
        new ZeroPaddedKvCacheArguments(
            cache, slotIdx, layerIdx, numLayers, validGlobal, chunkSizeGlobal, clusterAxis, 128));
  }

  /**
   * Clears the rows behind a sequence in a cache {@code [slots * layers, 1, rows, head size]} that
   * the devices along an axis of the mesh share, in place: from its end up to the next multiple of
   * {@code pad_align}.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.zero_padded_kv_cache}.
   *
   * @param cache the cache to clear, for every slot as many matrices as there are layers
   * @param slotIdx the slot of the user; a number, or a uint32 tensor of one
   * @param layerIdx the layer
   * @param numLayers how many layers the cache has
   * @param validGlobal how many rows the sequence has on all devices; a number, or a uint32 tensor
   *     of one if the slot is in one
   * @param chunkSizeGlobal the rows of a chunk, of which each device has the same number
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @return the cache
   * @throws TilescopeException if the cache is not in DRAM or has several heads, rows of it are not
   *     bfloat16, the chunk is no multiple of 32 rows for each device and of {@code pad_align}, the
   *     sequence is longer than the cache, or the devices do not have caches of their own
   */
  public static Tensor zeroPaddedKvCache(
      Tensor cache,
      Number slotIdx,
      int layerIdx,
      int numLayers,
      Number validGlobal,
      int chunkSizeGlobal,
      int clusterAxis) {
    return ZeroPaddedCacheOperations.ZERO_PADDED_KV_CACHE.call(
        new ZeroPaddedKvCacheArguments(
            cache, slotIdx, layerIdx, numLayers, validGlobal, chunkSizeGlobal, clusterAxis, 128));
  }

  /**
   * Clears the rows behind a sequence in a cache {@code [slots * layers, 1, rows, head size]} that
   * the devices along an axis of the mesh share, in place: from its end up to the next multiple of
   * {@code pad_align}.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.zero_padded_kv_cache}.
   *
   * @param cache the cache to clear, for every slot as many matrices as there are layers
   * @param slotIdx the slot of the user; a number, or a uint32 tensor of one
   * @param layerIdx the layer
   * @param numLayers how many layers the cache has
   * @param validGlobal how many rows the sequence has on all devices; a number, or a uint32 tensor
   *     of one if the slot is in one
   * @param chunkSizeGlobal the rows of a chunk, of which each device has the same number
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @param padAlign up to a multiple of how many rows it is cleared (default 128)
   * @return the cache
   * @throws TilescopeException if the cache is not in DRAM or has several heads, rows of it are not
   *     bfloat16, the chunk is no multiple of 32 rows for each device and of {@code pad_align}, the
   *     sequence is longer than the cache, or the devices do not have caches of their own
   */
  public static Tensor zeroPaddedKvCache(
      Tensor cache,
      Tensor slotIdx,
      int layerIdx,
      int numLayers,
      Tensor validGlobal,
      int chunkSizeGlobal,
      int clusterAxis,
      int padAlign) {
    return ZeroPaddedCacheOperations.ZERO_PADDED_KV_CACHE.call(
        new ZeroPaddedKvCacheArguments(
            cache,
            slotIdx,
            layerIdx,
            numLayers,
            validGlobal,
            chunkSizeGlobal,
            clusterAxis,
            padAlign));
  }

  /**
   * Clears the rows behind a sequence in a cache {@code [slots * layers, 1, rows, head size]} that
   * the devices along an axis of the mesh share, in place: from its end up to the next multiple of
   * {@code pad_align}.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.zero_padded_kv_cache}.
   *
   * @param cache the cache to clear, for every slot as many matrices as there are layers
   * @param slotIdx the slot of the user; a number, or a uint32 tensor of one
   * @param layerIdx the layer
   * @param numLayers how many layers the cache has
   * @param validGlobal how many rows the sequence has on all devices; a number, or a uint32 tensor
   *     of one if the slot is in one
   * @param chunkSizeGlobal the rows of a chunk, of which each device has the same number
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @param padAlign up to a multiple of how many rows it is cleared (default 128)
   * @return the cache
   * @throws TilescopeException if the cache is not in DRAM or has several heads, rows of it are not
   *     bfloat16, the chunk is no multiple of 32 rows for each device and of {@code pad_align}, the
   *     sequence is longer than the cache, or the devices do not have caches of their own
   */
  public static Tensor zeroPaddedKvCache(
      Tensor cache,
      Tensor slotIdx,
      int layerIdx,
      int numLayers,
      Number validGlobal,
      int chunkSizeGlobal,
      int clusterAxis,
      int padAlign) {
    return ZeroPaddedCacheOperations.ZERO_PADDED_KV_CACHE.call(
        new ZeroPaddedKvCacheArguments(
            cache,
            slotIdx,
            layerIdx,
            numLayers,
            validGlobal,
            chunkSizeGlobal,
            clusterAxis,
            padAlign));
  }

  /**
   * Clears the rows behind a sequence in a cache {@code [slots * layers, 1, rows, head size]} that
   * the devices along an axis of the mesh share, in place: from its end up to the next multiple of
   * {@code pad_align}.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.zero_padded_kv_cache}.
   *
   * @param cache the cache to clear, for every slot as many matrices as there are layers
   * @param slotIdx the slot of the user; a number, or a uint32 tensor of one
   * @param layerIdx the layer
   * @param numLayers how many layers the cache has
   * @param validGlobal how many rows the sequence has on all devices; a number, or a uint32 tensor
   *     of one if the slot is in one
   * @param chunkSizeGlobal the rows of a chunk, of which each device has the same number
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @param padAlign up to a multiple of how many rows it is cleared (default 128)
   * @return the cache
   * @throws TilescopeException if the cache is not in DRAM or has several heads, rows of it are not
   *     bfloat16, the chunk is no multiple of 32 rows for each device and of {@code pad_align}, the
   *     sequence is longer than the cache, or the devices do not have caches of their own
   */
  public static Tensor zeroPaddedKvCache(
      Tensor cache,
      Number slotIdx,
      int layerIdx,
      int numLayers,
      Tensor validGlobal,
      int chunkSizeGlobal,
      int clusterAxis,
      int padAlign) {
    return ZeroPaddedCacheOperations.ZERO_PADDED_KV_CACHE.call(
        new ZeroPaddedKvCacheArguments(
            cache,
            slotIdx,
            layerIdx,
            numLayers,
            validGlobal,
            chunkSizeGlobal,
            clusterAxis,
            padAlign));
  }

  /**
   * Clears the rows behind a sequence in a cache {@code [slots * layers, 1, rows, head size]} that
   * the devices along an axis of the mesh share, in place: from its end up to the next multiple of
   * {@code pad_align}.
   *
   * <p>TT-NN's {@code ttnn.experimental.deepseek_prefill.zero_padded_kv_cache}.
   *
   * @param cache the cache to clear, for every slot as many matrices as there are layers
   * @param slotIdx the slot of the user; a number, or a uint32 tensor of one
   * @param layerIdx the layer
   * @param numLayers how many layers the cache has
   * @param validGlobal how many rows the sequence has on all devices; a number, or a uint32 tensor
   *     of one if the slot is in one
   * @param chunkSizeGlobal the rows of a chunk, of which each device has the same number
   * @param clusterAxis the axis of the mesh along which devices share a sequence, 0 or 1
   * @param padAlign up to a multiple of how many rows it is cleared (default 128)
   * @return the cache
   * @throws TilescopeException if the cache is not in DRAM or has several heads, rows of it are not
   *     bfloat16, the chunk is no multiple of 32 rows for each device and of {@code pad_align}, the
   *     sequence is longer than the cache, or the devices do not have caches of their own
   */
  public static Tensor zeroPaddedKvCache(
      Tensor cache,
      Number slotIdx,
      int layerIdx,
      int numLayers,
      Number validGlobal,
      int chunkSizeGlobal,
      int clusterAxis,
      int padAlign) {
    return ZeroPaddedCacheOperations.ZERO_PADDED_KV_CACHE.call(
        new ZeroPaddedKvCacheArguments(
            cache,
            slotIdx,
            layerIdx,
            numLayers,
            validGlobal,
            chunkSizeGlobal,
            clusterAxis,
            padAlign));
  }

  /**
   * The elements of a tiled tensor times {@code scale}, but 0 for a share of them that the seed
   * picks at random.
   *
   * <p>TT-NN's {@code ttnn.experimental.dropout}.
   *
   * @param inputTensor the tensor to work on
   * @param probability the share of elements that become 0
   * @param scale what the others are multiplied by; 1 / (1 - probability) keeps their mean
   * @param seed where the random numbers begin
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if if the probability is not within 0 and 1, or the tensor is not
   *     tiled
   */
  public static Tensor dropout(Tensor inputTensor, double probability, double scale, long seed) {
    return DropoutOperations.DROPOUT.call(
        new DropoutArguments(inputTensor, probability, scale, seed, true, null, null));
  }

  /**
   * The elements of a tiled tensor times {@code scale}, but 0 for a share of them that the seed
   * picks at random.
   *
   * <p>TT-NN's {@code ttnn.experimental.dropout}.
   *
   * @param inputTensor the tensor to work on
   * @param probability the share of elements that become 0
   * @param scale what the others are multiplied by; 1 / (1 - probability) keeps their mean
   * @param seed where the random numbers begin
   * @param usePerDeviceSeed whether each device of a mesh leaves out others (default True)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if if the probability is not within 0 and 1, or the tensor is not
   *     tiled
   */
  public static Tensor dropout(
      Tensor inputTensor,
      double probability,
      double scale,
      long seed,
      boolean usePerDeviceSeed,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {
    return DropoutOperations.DROPOUT.call(
        new DropoutArguments(
            inputTensor, probability, scale, seed, usePerDeviceSeed, memoryConfig, outputTensor));
  }

  /**
   * Sums along dimensions before the last two, which stay with one element each. The input is in
   * tiles.
   *
   * <p>TT-NN's {@code ttnn.experimental.fast_reduce_nc}.
   *
   * @param input the tensor to sum
   * @param dims the dimensions to sum along
   * @return a tensor of the input's dtype
   * @throws TilescopeException if no dimension is given, or one is not before the last two
   */
  public static Tensor fastReduceNc(Tensor input, List<Integer> dims) {
    return FastReduceOperations.FAST_REDUCE_NC.call(
        new FastReduceArguments(input, dims, null, MemoryConfig.DRAM, null, null));
  }

  /**
   * Sums along dimensions before the last two, which stay with one element each. The input is in
   * tiles.
   *
   * <p>TT-NN's {@code ttnn.experimental.fast_reduce_nc}.
   *
   * @param input the tensor to sum
   * @param dims the dimensions to sum along
   * @param output tensor to write to instead of a new one
   * @param memoryConfig where the result is placed (default DRAM_MEMORY_CONFIG)
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @param subCoreGrids the cores that the operation may use, all of the compute grid unless given;
   *     where the operation works on shards in place, the cores must include theirs
   * @return a tensor of the input's dtype
   * @throws TilescopeException if no dimension is given, or one is not before the last two
   */
  public static Tensor fastReduceNc(
      Tensor input,
      List<Integer> dims,
      @Nullable Tensor output,
      MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Nullable CoreRangeSet subCoreGrids) {
    return FastReduceOperations.FAST_REDUCE_NC.call(
        new FastReduceArguments(
            input, dims, output, memoryConfig, computeKernelConfig, subCoreGrids));
  }

  /**
   * The gradient of the input of GELU: that of its result, times the slope at the input. Tiles of
   * floating-point tensors of one shape, interleaved.
   *
   * <p>TT-NN's {@code ttnn.experimental.gelu_bw}.
   *
   * @param gradOutputTensor the gradient of the result
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the shapes differ or a tensor is sharded
   */
  public static Tensor geluBw(Tensor gradOutputTensor, Tensor inputTensor) {
    return ExperimentalGradientOperations.GELU_BW.call(
        new GeluBwArguments(gradOutputTensor, inputTensor, "none", null, null));
  }

  /**
   * The gradient of the input of GELU: that of its result, times the slope at the input. Tiles of
   * floating-point tensors of one shape, interleaved.
   *
   * <p>TT-NN's {@code ttnn.experimental.gelu_bw}.
   *
   * @param gradOutputTensor the gradient of the result
   * @param inputTensor the tensor to work on
   * @param approximate "none" for GELU itself, "tanh" for its approximation (default "none")
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param inputGrad tensor to write to instead of a new one
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the shapes differ or a tensor is sharded
   */
  public static Tensor geluBw(
      Tensor gradOutputTensor,
      Tensor inputTensor,
      String approximate,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor inputGrad) {
    return ExperimentalGradientOperations.GELU_BW.call(
        new GeluBwArguments(gradOutputTensor, inputTensor, approximate, memoryConfig, inputGrad));
  }

  /**
   * The product of one row of each of 32 users and each head with the user's own matrix: {@code a}
   * is {@code [1, heads, 32, k]} and {@code b} is {@code [32, key heads, k, n]}; as many heads
   * share a key head as there are more of them.
   *
   * <p>TT-NN's {@code ttnn.experimental.group_attn_matmul}.
   *
   * @param inputTensorA the rows, {@code [1, heads, 32, k]}
   * @param inputTensorB the matrices, {@code [32, key heads, k, n]}
   * @param computeWithStorageGridSize the cores that may be used, a rectangle from the corner (0,
   *     0)
   * @return a tensor {@code [1, heads, 32, n]} in tiles
   * @throws TilescopeException if there are not 32 users, the inner dimensions differ, the key
   *     heads do not divide the heads, there is no core for each head, or shards hold something
   *     else than a head or a user each
   */
  public static Tensor groupAttnMatmul(
      Tensor inputTensorA, Tensor inputTensorB, CoreCoord computeWithStorageGridSize) {
    return AttnMatmulOperations.GROUP_ATTN_MATMUL.call(
        new GroupAttnMatmulArguments(
            inputTensorA,
            inputTensorB,
            computeWithStorageGridSize,
            MemoryConfig.DRAM,
            null,
            null,
            null));
  }

  /**
   * The product of one row of each of 32 users and each head with the user's own matrix: {@code a}
   * is {@code [1, heads, 32, k]} and {@code b} is {@code [32, key heads, k, n]}; as many heads
   * share a key head as there are more of them.
   *
   * <p>TT-NN's {@code ttnn.experimental.group_attn_matmul}.
   *
   * @param inputTensorA the rows, {@code [1, heads, 32, k]}
   * @param inputTensorB the matrices, {@code [32, key heads, k, n]}
   * @param computeWithStorageGridSize the cores that may be used, a rectangle from the corner (0,
   *     0)
   * @param memoryConfig where the result is placed; where the input is unless given (default
   *     DRAM_MEMORY_CONFIG)
   * @param dtype data type of the result; that of the input unless given
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @param optionalOutputTensor tensor to write to instead of a new one; its shape, dtype, layout
   *     and memory config must be those of the result
   * @return a tensor {@code [1, heads, 32, n]} in tiles
   * @throws TilescopeException if there are not 32 users, the inner dimensions differ, the key
   *     heads do not divide the heads, there is no core for each head, or shards hold something
   *     else than a head or a user each
   */
  public static Tensor groupAttnMatmul(
      Tensor inputTensorA,
      Tensor inputTensorB,
      CoreCoord computeWithStorageGridSize,
      MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Nullable Tensor optionalOutputTensor) {
    return AttnMatmulOperations.GROUP_ATTN_MATMUL.call(
        new GroupAttnMatmulArguments(
            inputTensorA,
            inputTensorB,
            computeWithStorageGridSize,
            memoryConfig,
            dtype,
            computeKernelConfig,
            optionalOutputTensor));
  }

  /**
   * Sums the 32 states of each hidden unit, as Mamba's blocks do.
   *
   * <p>TT-NN's {@code ttnn.experimental.hc_sum_reduce}.
   *
   * @param input the states, {@code [1, 1, users, width]}
   * @return a tensor {@code [1, 1, users, width / 32]}, users padded to whole tiles
   * @throws TilescopeException if the input is not {@code [1, 1, users, width]} of bfloat16 or
   *     bfloat8_b, the width is no multiple of 1024, or something is sharded
   */
  public static Tensor hcSumReduce(Tensor input) {
    return StateSpaceOperations.HC_SUM_REDUCE.call(new SumReduceArguments(input, null, null, null));
  }

  /**
   * Sums the 32 states of each hidden unit, as Mamba's blocks do.
   *
   * <p>TT-NN's {@code ttnn.experimental.hc_sum_reduce}.
   *
   * @param input the states, {@code [1, 1, users, width]}
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param dtype data type of the result; that of the input unless given
   * @param mathFidelity how exactly the matrix engine multiplies, HiFi4 unless given; it changes
   *     the modelled time, not the values
   * @return a tensor {@code [1, 1, users, width / 32]}, users padded to whole tiles
   * @throws TilescopeException if the input is not {@code [1, 1, users, width]} of bfloat16 or
   *     bfloat8_b, the width is no multiple of 1024, or something is sharded
   */
  public static Tensor hcSumReduce(
      Tensor input,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable MathFidelity mathFidelity) {
    return StateSpaceOperations.HC_SUM_REDUCE.call(
        new SumReduceArguments(input, memoryConfig, dtype, mathFidelity));
  }

  /**
   * The product of an input {@code [..., m, k]} with one matrix {@code [k, n]}, with an optional
   * bias and activation, in a program for tall inputs.
   *
   * <p>TT-NN's {@code ttnn.experimental.minimal_matmul}.
   *
   * @param inputTensor the rows to multiply, {@code [..., m, k]}
   * @param weightTensor the matrix, {@code [k, n]}, all dimensions before being 1
   * @return a tensor of shape {@code [..., m, n]}, or {@code [..., m, n / 2]} with {@code
   *     fuse_swiglu}
   * @throws TilescopeException if the inner dimensions differ, the weights are several matrices,
   *     the bias is not a row of {@code n}, {@code fuse_swiglu} comes with an activation or columns
   *     that are not a multiple of 64, or the grid of {@code config} exceeds that of the device
   */
  public static Tensor minimalMatmul(Tensor inputTensor, Tensor weightTensor) {
    return MinimalMatmulOperations.MINIMAL_MATMUL.call(
        new MinimalMatmulArguments(inputTensor, weightTensor, MinimalMatmulOptions.DEFAULT));
  }

  /**
   * The product of an input {@code [..., m, k]} with one matrix {@code [k, n]}, with an optional
   * bias and activation, in a program for tall inputs.
   *
   * <p>TT-NN's {@code ttnn.experimental.minimal_matmul}.
   *
   * @param inputTensor the rows to multiply, {@code [..., m, k]}
   * @param weightTensor the matrix, {@code [k, n]}, all dimensions before being 1
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [..., m, n]}, or {@code [..., m, n / 2]} with {@code
   *     fuse_swiglu}
   * @throws TilescopeException if the inner dimensions differ, the weights are several matrices,
   *     the bias is not a row of {@code n}, {@code fuse_swiglu} comes with an activation or columns
   *     that are not a multiple of 64, or the grid of {@code config} exceeds that of the device
   */
  public static Tensor minimalMatmul(
      Tensor inputTensor, Tensor weightTensor, MinimalMatmulOptions options) {
    return MinimalMatmulOperations.MINIMAL_MATMUL.call(
        new MinimalMatmulArguments(inputTensor, weightTensor, options));
  }

  /**
   * As {@code minimal_matmul}, the columns of the product handed out as several tensors.
   *
   * <p>TT-NN's {@code ttnn.experimental.minimal_matmul_split}.
   *
   * @param inputTensor the rows to multiply, {@code [..., m, k]}
   * @param weightTensor the matrix, {@code [k, n]}, all dimensions before being 1
   * @return {@code chunks} tensors of shape {@code [..., m, n / chunks]}
   * @throws TilescopeException if as {@code minimal_matmul}; and the columns of a tensor are not a
   *     multiple of 32, or {@code dim} is not -1
   */
  public static List<Tensor> minimalMatmulSplit(Tensor inputTensor, Tensor weightTensor) {
    return MinimalMatmulOperations.MINIMAL_MATMUL_SPLIT.call(
        new MinimalMatmulSplitArguments(
            inputTensor, weightTensor, 3, -1, MinimalMatmulOptions.DEFAULT));
  }

  /**
   * As {@code minimal_matmul}, the columns of the product handed out as several tensors.
   *
   * <p>TT-NN's {@code ttnn.experimental.minimal_matmul_split}.
   *
   * @param inputTensor the rows to multiply, {@code [..., m, k]}
   * @param weightTensor the matrix, {@code [k, n]}, all dimensions before being 1
   * @param options the keyword arguments, each with its default
   * @return {@code chunks} tensors of shape {@code [..., m, n / chunks]}
   * @throws TilescopeException if as {@code minimal_matmul}; and the columns of a tensor are not a
   *     multiple of 32, or {@code dim} is not -1
   */
  public static List<Tensor> minimalMatmulSplit(
      Tensor inputTensor, Tensor weightTensor, MinimalMatmulOptions options) {
    return MinimalMatmulOperations.MINIMAL_MATMUL_SPLIT.call(
        new MinimalMatmulSplitArguments(inputTensor, weightTensor, 3, -1, options));
  }

  /**
   * As {@code minimal_matmul}, the columns of the product handed out as several tensors.
   *
   * <p>TT-NN's {@code ttnn.experimental.minimal_matmul_split}.
   *
   * @param inputTensor the rows to multiply, {@code [..., m, k]}
   * @param weightTensor the matrix, {@code [k, n]}, all dimensions before being 1
   * @param chunks how many tensors the columns go to (default 3)
   * @param dim the dimension to split along, which must be -1 (default -1)
   * @param options the keyword arguments, each with its default
   * @return {@code chunks} tensors of shape {@code [..., m, n / chunks]}
   * @throws TilescopeException if as {@code minimal_matmul}; and the columns of a tensor are not a
   *     multiple of 32, or {@code dim} is not -1
   */
  public static List<Tensor> minimalMatmulSplit(
      Tensor inputTensor, Tensor weightTensor, int chunks, int dim, MinimalMatmulOptions options) {
    return MinimalMatmulOperations.MINIMAL_MATMUL_SPLIT.call(
        new MinimalMatmulSplitArguments(inputTensor, weightTensor, chunks, dim, options));
  }

  /**
   * For each query the pixels of an image at a few places, interpolated between the four around
   * each, weighted and summed; zeros outside of the image.
   *
   * <p>TT-NN's {@code ttnn.experimental.multi_scale_deformable_attn}.
   *
   * @param value the images, {@code [N, H, W, C]}
   * @param grid the places, {@code [N, Q * P, 1, 2]}: x and y of each point of each query, from -1
   *     to 1
   * @param attn the weights of the points, {@code [N, Q, P]}
   * @return a row-major tensor {@code [N, Q, C]} for images {@code [N, H, W, C]} and weights {@code
   *     [N, Q, P]}
   * @throws TilescopeException if a tensor is not bfloat16 in rows or is sharded, channels are no
   *     multiple of 16, or the grid has not two numbers for each point of each query
   */
  public static Tensor multiScaleDeformableAttn(Tensor value, Tensor grid, Tensor attn) {
    return DeformableAttentionOperations.MULTI_SCALE_DEFORMABLE_ATTN.call(
        new DeformableAttentionArguments(value, grid, attn, null, false));
  }

  /**
   * For each query the pixels of an image at a few places, interpolated between the four around
   * each, weighted and summed; zeros outside of the image.
   *
   * <p>TT-NN's {@code ttnn.experimental.multi_scale_deformable_attn}.
   *
   * @param value the images, {@code [N, H, W, C]}
   * @param grid the places, {@code [N, Q * P, 1, 2]}: x and y of each point of each query, from -1
   *     to 1
   * @param attn the weights of the points, {@code [N, Q, P]}
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param alignCorners whether -1 and 1 are the middles of the outermost pixels, not their edges
   *     (default False)
   * @return a row-major tensor {@code [N, Q, C]} for images {@code [N, H, W, C]} and weights {@code
   *     [N, Q, P]}
   * @throws TilescopeException if a tensor is not bfloat16 in rows or is sharded, channels are no
   *     multiple of 16, or the grid has not two numbers for each point of each query
   */
  public static Tensor multiScaleDeformableAttn(
      Tensor value,
      Tensor grid,
      Tensor attn,
      @Nullable MemoryConfig memoryConfig,
      boolean alignCorners) {
    return DeformableAttentionOperations.MULTI_SCALE_DEFORMABLE_ATTN.call(
        new DeformableAttentionArguments(value, grid, attn, memoryConfig, alignCorners));
  }

  /**
   * Puts the heads of each row side by side: {@code [b, heads, s, d]} to {@code [b, 1, s, heads *
   * d]}.
   *
   * <p>TT-NN's {@code ttnn.experimental.nlp_concat_heads}.
   *
   * @param inputTensor the heads, {@code [b, heads, s, d]}
   * @return a tensor of shape {@code [b, 1, s, heads * d]}
   * @throws TilescopeException if the input is not of rank 4, the head size {@code d} is not a
   *     multiple of 32, or input or result is sharded
   */
  public static Tensor nlpConcatHeads(Tensor inputTensor) {
    return NlpOperations.NLP_CONCAT_HEADS.call(new ConcatHeadsArguments(inputTensor, null));
  }

  /**
   * Puts the heads of each row side by side: {@code [b, heads, s, d]} to {@code [b, 1, s, heads *
   * d]}.
   *
   * <p>TT-NN's {@code ttnn.experimental.nlp_concat_heads}.
   *
   * @param inputTensor the heads, {@code [b, heads, s, d]}
   * @param memoryConfig where the result is placed, interleaved; where the input is unless given
   * @return a tensor of shape {@code [b, 1, s, heads * d]}
   * @throws TilescopeException if the input is not of rank 4, the head size {@code d} is not a
   *     multiple of 32, or input or result is sharded
   */
  public static Tensor nlpConcatHeads(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {
    return NlpOperations.NLP_CONCAT_HEADS.call(new ConcatHeadsArguments(inputTensor, memoryConfig));
  }

  /**
   * Puts the heads of one token for each user side by side: {@code [1, users, heads, d]}, height
   * sharded with a user to a core, to {@code [1, 1, 32, heads * d]}, width sharded with a head to a
   * core. Rows beyond the users are 0.
   *
   * <p>TT-NN's {@code ttnn.experimental.nlp_concat_heads_decode}.
   *
   * @param inputTensor the heads, {@code [1, users, heads, d]}, height sharded, a user to a core
   * @param numHeads how many heads of the input to take
   * @return a tensor of shape {@code [1, 1, 32, num_heads * d]} in shards of one head
   * @throws TilescopeException if the input is not {@code [1, users, heads, d]} with 1 to 32 users,
   *     a user to a core, the head size is not a multiple of 32, or there are fewer heads or cores
   *     than asked for
   */
  public static Tensor nlpConcatHeadsDecode(Tensor inputTensor, int numHeads) {
    return NlpOperations.NLP_CONCAT_HEADS_DECODE.call(
        new ConcatHeadsDecodeArguments(inputTensor, numHeads, null));
  }

  /**
   * Puts the heads of one token for each user side by side: {@code [1, users, heads, d]}, height
   * sharded with a user to a core, to {@code [1, 1, 32, heads * d]}, width sharded with a head to a
   * core. Rows beyond the users are 0.
   *
   * <p>TT-NN's {@code ttnn.experimental.nlp_concat_heads_decode}.
   *
   * @param inputTensor the heads, {@code [1, users, heads, d]}, height sharded, a user to a core
   * @param numHeads how many heads of the input to take
   * @param subCoreGrids the cores to use, one for each head; the whole compute grid unless given
   * @return a tensor of shape {@code [1, 1, 32, num_heads * d]} in shards of one head
   * @throws TilescopeException if the input is not {@code [1, users, heads, d]} with 1 to 32 users,
   *     a user to a core, the head size is not a multiple of 32, or there are fewer heads or cores
   *     than asked for
   */
  public static Tensor nlpConcatHeadsDecode(
      Tensor inputTensor, int numHeads, @Nullable CoreRangeSet subCoreGrids) {
    return NlpOperations.NLP_CONCAT_HEADS_DECODE.call(
        new ConcatHeadsDecodeArguments(inputTensor, numHeads, subCoreGrids));
  }

  /**
   * Splits fused rows {@code [b, 1, s, 3 * heads * d]} (or {@code [b, s, ...]}) into the heads of
   * queries, keys and values, or rows of queries and other ones of keys and values.
   *
   * <p>TT-NN's {@code ttnn.experimental.nlp_create_qkv_heads}.
   *
   * @param input the fused rows, {@code [b, 1, s, width]} or {@code [b, s, width]}, or those of the
   *     queries
   * @param numHeads number of heads of queries
   * @return three tensors: queries and values {@code [b, heads, s, d]}, keys {@code [b, heads, d,
   *     s]} if transposed, else as the values
   * @throws TilescopeException if the heads, each a multiple of 32 wide, do not fill the last
   *     dimension, keys and values do not fit the queries, a tensor is sharded, or not exactly
   *     three tensors to write to are given
   */
  public static List<Tensor> nlpCreateQkvHeads(Tensor input, int numHeads) {
    return NlpOperations.NLP_CREATE_QKV_HEADS.call(
        new CreateHeadsArguments(input, null, numHeads, CreateHeadsOptions.DEFAULT));
  }

  /**
   * Splits fused rows {@code [b, 1, s, 3 * heads * d]} (or {@code [b, s, ...]}) into the heads of
   * queries, keys and values, or rows of queries and other ones of keys and values.
   *
   * <p>TT-NN's {@code ttnn.experimental.nlp_create_qkv_heads}.
   *
   * @param input the fused rows, {@code [b, 1, s, width]} or {@code [b, s, width]}, or those of the
   *     queries
   * @param numHeads number of heads of queries
   * @param options the keyword arguments, each with its default
   * @return three tensors: queries and values {@code [b, heads, s, d]}, keys {@code [b, heads, d,
   *     s]} if transposed, else as the values
   * @throws TilescopeException if the heads, each a multiple of 32 wide, do not fill the last
   *     dimension, keys and values do not fit the queries, a tensor is sharded, or not exactly
   *     three tensors to write to are given
   */
  public static List<Tensor> nlpCreateQkvHeads(
      Tensor input, int numHeads, CreateHeadsOptions options) {
    return NlpOperations.NLP_CREATE_QKV_HEADS.call(
        new CreateHeadsArguments(input, null, numHeads, options));
  }

  /**
   * Splits fused rows {@code [b, 1, s, 3 * heads * d]} (or {@code [b, s, ...]}) into the heads of
   * queries, keys and values, or rows of queries and other ones of keys and values.
   *
   * <p>TT-NN's {@code ttnn.experimental.nlp_create_qkv_heads}.
   *
   * @param input the fused rows, {@code [b, 1, s, width]} or {@code [b, s, width]}, or those of the
   *     queries
   * @param inputKv the rows of keys and values, if the input has only queries
   * @param numHeads number of heads of queries
   * @param options the keyword arguments, each with its default
   * @return three tensors: queries and values {@code [b, heads, s, d]}, keys {@code [b, heads, d,
   *     s]} if transposed, else as the values
   * @throws TilescopeException if the heads, each a multiple of 32 wide, do not fill the last
   *     dimension, keys and values do not fit the queries, a tensor is sharded, or not exactly
   *     three tensors to write to are given
   */
  public static List<Tensor> nlpCreateQkvHeads(
      Tensor input, @Nullable Tensor inputKv, int numHeads, CreateHeadsOptions options) {
    return NlpOperations.NLP_CREATE_QKV_HEADS.call(
        new CreateHeadsArguments(input, inputKv, numHeads, options));
  }

  /**
   * Splits the fused rows of one token for each user, {@code [1, 1, users, width]}, into the heads
   * of queries, keys and values, height sharded in L1 with a user to a core.
   *
   * <p>TT-NN's {@code ttnn.experimental.nlp_create_qkv_heads_decode}.
   *
   * @param inputTensor the fused rows, {@code [1, 1, users, width]}, of 1 to 32 users
   * @param numHeads number of heads of queries
   * @return three tensors {@code [1, users, heads, d]}: queries, keys and values
   * @throws TilescopeException if the heads, each a multiple of 32 wide, do not fill the last
   *     dimension, there are not 1 to 32 users, there are fewer heads of queries than of keys, the
   *     input is sharded other than by width, there are not enough cores, or batch offset and slice
   *     size are not given together
   */
  public static List<Tensor> nlpCreateQkvHeadsDecode(Tensor inputTensor, int numHeads) {
    return NlpOperations.NLP_CREATE_QKV_HEADS_DECODE.call(
        new CreateHeadsDecodeArguments(inputTensor, numHeads, CreateHeadsDecodeOptions.DEFAULT));
  }

  /**
   * Splits the fused rows of one token for each user, {@code [1, 1, users, width]}, into the heads
   * of queries, keys and values, height sharded in L1 with a user to a core.
   *
   * <p>TT-NN's {@code ttnn.experimental.nlp_create_qkv_heads_decode}.
   *
   * @param inputTensor the fused rows, {@code [1, 1, users, width]}, of 1 to 32 users
   * @param numHeads number of heads of queries
   * @param numKvHeads number of heads of keys and of values; as many as of queries unless given
   * @return three tensors {@code [1, users, heads, d]}: queries, keys and values
   * @throws TilescopeException if the heads, each a multiple of 32 wide, do not fill the last
   *     dimension, there are not 1 to 32 users, there are fewer heads of queries than of keys, the
   *     input is sharded other than by width, there are not enough cores, or batch offset and slice
   *     size are not given together
   */
  public static List<Tensor> nlpCreateQkvHeadsDecode(
      Tensor inputTensor, int numHeads, @Nullable Integer numKvHeads) {
    return NlpOperations.NLP_CREATE_QKV_HEADS_DECODE.call(
        new CreateHeadsDecodeArguments(
            inputTensor, numHeads, CreateHeadsDecodeOptions.DEFAULT.withNumKvHeads(numKvHeads)));
  }

  /**
   * Splits the fused rows of one token for each user, {@code [1, 1, users, width]}, into the heads
   * of queries, keys and values, height sharded in L1 with a user to a core.
   *
   * <p>TT-NN's {@code ttnn.experimental.nlp_create_qkv_heads_decode}.
   *
   * @param inputTensor the fused rows, {@code [1, 1, users, width]}, of 1 to 32 users
   * @param numHeads number of heads of queries
   * @param options the keyword arguments, each with its default
   * @return three tensors {@code [1, users, heads, d]}: queries, keys and values
   * @throws TilescopeException if the heads, each a multiple of 32 wide, do not fill the last
   *     dimension, there are not 1 to 32 users, there are fewer heads of queries than of keys, the
   *     input is sharded other than by width, there are not enough cores, or batch offset and slice
   *     size are not given together
   */
  public static List<Tensor> nlpCreateQkvHeadsDecode(
      Tensor inputTensor, int numHeads, CreateHeadsDecodeOptions options) {
    return NlpOperations.NLP_CREATE_QKV_HEADS_DECODE.call(
        new CreateHeadsDecodeArguments(inputTensor, numHeads, options));
  }

  /**
   * Splits the fused rows of Falcon 7B, {@code [b, 1, s, 4672]}, into 71 heads of queries and one
   * each of keys and values.
   *
   * <p>TT-NN's {@code ttnn.experimental.nlp_create_qkv_heads_falcon7b}.
   *
   * @param input the fused rows
   * @return three tensors: queries {@code [b, 71, s, 64]}, keys and values {@code [b, 1, s, 64]},
   *     their rows padded to whole tiles
   * @throws TilescopeException if the input is not {@code [b, 1, s, 4672]}, or something is sharded
   */
  public static List<Tensor> nlpCreateQkvHeadsFalcon7b(Tensor input) {
    return ModelHeadOperations.NLP_CREATE_QKV_HEADS_FALCON7B.call(
        new FalconHeadsArguments(input, null));
  }

  /**
   * Splits the fused rows of Falcon 7B, {@code [b, 1, s, 4672]}, into 71 heads of queries and one
   * each of keys and values.
   *
   * <p>TT-NN's {@code ttnn.experimental.nlp_create_qkv_heads_falcon7b}.
   *
   * @param input the fused rows
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return three tensors: queries {@code [b, 71, s, 64]}, keys and values {@code [b, 1, s, 64]},
   *     their rows padded to whole tiles
   * @throws TilescopeException if the input is not {@code [b, 1, s, 4672]}, or something is sharded
   */
  public static List<Tensor> nlpCreateQkvHeadsFalcon7b(
      Tensor input, @Nullable MemoryConfig memoryConfig) {
    return ModelHeadOperations.NLP_CREATE_QKV_HEADS_FALCON7B.call(
        new FalconHeadsArguments(input, memoryConfig));
  }

  /**
   * A slice of images {@code [N, H, W, C]} in shards, each pixel a row whose channels are padded to
   * the width of the shards: {@code [1, 1, N*H*W, C]}.
   *
   * <p>TT-NN's {@code ttnn.experimental.padded_slice}.
   *
   * @param inputTensor the images
   * @param paddedSliceStart the first index of each dimension
   * @param paddedSliceEnd the index behind the last of each dimension
   * @param memoryConfig the shards
   * @return a row-major tensor in shards, bfloat16 of block floats
   * @throws TilescopeException if the input is not of four dimensions or is sharded, the slice does
   *     not lie in it or has steps, or the memory config has no shards in L1
   */
  public static Tensor paddedSlice(
      Tensor inputTensor, int[] paddedSliceStart, int[] paddedSliceEnd, MemoryConfig memoryConfig) {
    return PaddedSliceOperations.PADDED_SLICE.call(
        new PaddedSliceArguments(
            inputTensor, paddedSliceStart, paddedSliceEnd, null, memoryConfig));
  }

  /**
   * A slice of images {@code [N, H, W, C]} in shards, each pixel a row whose channels are padded to
   * the width of the shards: {@code [1, 1, N*H*W, C]}.
   *
   * <p>TT-NN's {@code ttnn.experimental.padded_slice}.
   *
   * @param inputTensor the images
   * @param paddedSliceStart the first index of each dimension
   * @param paddedSliceEnd the index behind the last of each dimension
   * @param paddedSliceStep the distance of indices, of which only 1 is taken
   * @param memoryConfig the shards
   * @return a row-major tensor in shards, bfloat16 of block floats
   * @throws TilescopeException if the input is not of four dimensions or is sharded, the slice does
   *     not lie in it or has steps, or the memory config has no shards in L1
   */
  public static Tensor paddedSlice(
      Tensor inputTensor,
      int[] paddedSliceStart,
      int[] paddedSliceEnd,
      int @Nullable [] paddedSliceStep,
      MemoryConfig memoryConfig) {
    return PaddedSliceOperations.PADDED_SLICE.call(
        new PaddedSliceArguments(
            inputTensor, paddedSliceStart, paddedSliceEnd, paddedSliceStep, memoryConfig));
  }

  /**
   * Writes {@code [batch, heads, rows, d]} into the pages of users in a cache of blocks {@code
   * [blocks, heads, block rows, d]}, from the beginning of their pages, in place. Rows of a page
   * that the table has as -1 are not written.
   *
   * <p>TT-NN's {@code ttnn.experimental.paged_fill_cache}.
   *
   * @param cacheTensor the cache in blocks to write into, {@code [blocks, heads, block rows, head
   *     size]}
   * @param inputTensor the rows to write, {@code [batch, heads, rows, head size]}
   * @param pageTable the blocks of each user, {@code [users, blocks per user]}, -1 for a block that
   *     is not there
   * @return the cache
   * @throws TilescopeException if a tensor is sharded, the input does not fit the cache or exceeds
   *     a user's pages, a user is not in the table, several users come without {@code
   *     batch_idx_tensor}, the rows of a block are not a multiple of 32, or the table names a block
   *     that does not exist
   */
  public static Tensor pagedFillCache(Tensor cacheTensor, Tensor inputTensor, Tensor pageTable) {
    return PagedOperations.PAGED_FILL_CACHE.call(
        new PagedFillArguments(cacheTensor, inputTensor, pageTable, PagedFillOptions.DEFAULT));
  }

  /**
   * Writes {@code [batch, heads, rows, d]} into the pages of users in a cache of blocks {@code
   * [blocks, heads, block rows, d]}, from the beginning of their pages, in place. Rows of a page
   * that the table has as -1 are not written.
   *
   * <p>TT-NN's {@code ttnn.experimental.paged_fill_cache}.
   *
   * @param cacheTensor the cache in blocks to write into, {@code [blocks, heads, block rows, head
   *     size]}
   * @param inputTensor the rows to write, {@code [batch, heads, rows, head size]}
   * @param pageTable the blocks of each user, {@code [users, blocks per user]}, -1 for a block that
   *     is not there
   * @param batchIdx the user whose pages are written, unless a tensor names the users (default 0)
   * @return the cache
   * @throws TilescopeException if a tensor is sharded, the input does not fit the cache or exceeds
   *     a user's pages, a user is not in the table, several users come without {@code
   *     batch_idx_tensor}, the rows of a block are not a multiple of 32, or the table names a block
   *     that does not exist
   */
  public static Tensor pagedFillCache(
      Tensor cacheTensor, Tensor inputTensor, Tensor pageTable, int batchIdx) {
    return PagedOperations.PAGED_FILL_CACHE.call(
        new PagedFillArguments(
            cacheTensor, inputTensor, pageTable, PagedFillOptions.DEFAULT.withBatchIdx(batchIdx)));
  }

  /**
   * Writes {@code [batch, heads, rows, d]} into the pages of users in a cache of blocks {@code
   * [blocks, heads, block rows, d]}, from the beginning of their pages, in place. Rows of a page
   * that the table has as -1 are not written.
   *
   * <p>TT-NN's {@code ttnn.experimental.paged_fill_cache}.
   *
   * @param cacheTensor the cache in blocks to write into, {@code [blocks, heads, block rows, head
   *     size]}
   * @param inputTensor the rows to write, {@code [batch, heads, rows, head size]}
   * @param pageTable the blocks of each user, {@code [users, blocks per user]}, -1 for a block that
   *     is not there
   * @param options the keyword arguments, each with its default
   * @return the cache
   * @throws TilescopeException if a tensor is sharded, the input does not fit the cache or exceeds
   *     a user's pages, a user is not in the table, several users come without {@code
   *     batch_idx_tensor}, the rows of a block are not a multiple of 32, or the table names a block
   *     that does not exist
   */
  public static Tensor pagedFillCache(
      Tensor cacheTensor, Tensor inputTensor, Tensor pageTable, PagedFillOptions options) {
    return PagedOperations.PAGED_FILL_CACHE.call(
        new PagedFillArguments(cacheTensor, inputTensor, pageTable, options));
  }

  /**
   * Writes {@code [batch, heads, rows, d]} into the pages of users in a cache of blocks {@code
   * [blocks, heads, block rows, d]}, from the beginning of their pages, in place. Rows of a page
   * that the table has as -1 are not written.
   *
   * <p>TT-NN's {@code ttnn.experimental.paged_fill_cache}.
   *
   * @param cacheTensor the cache in blocks to write into, {@code [blocks, heads, block rows, head
   *     size]}
   * @param inputTensor the rows to write, {@code [batch, heads, rows, head size]}
   * @param pageTable the blocks of each user, {@code [users, blocks per user]}, -1 for a block that
   *     is not there
   * @param batchIdxTensor the user of each of the batch; one user, {@code batch_idx}, unless given
   * @param batchIdx the user whose pages are written, unless a tensor names the users (default 0)
   * @return the cache
   * @throws TilescopeException if a tensor is sharded, the input does not fit the cache or exceeds
   *     a user's pages, a user is not in the table, several users come without {@code
   *     batch_idx_tensor}, the rows of a block are not a multiple of 32, or the table names a block
   *     that does not exist
   */
  public static Tensor pagedFillCache(
      Tensor cacheTensor,
      Tensor inputTensor,
      Tensor pageTable,
      @Nullable Tensor batchIdxTensor,
      int batchIdx) {
    return PagedOperations.PAGED_FILL_CACHE.call(
        new PagedFillArguments(
            cacheTensor,
            inputTensor,
            pageTable,
            PagedFillOptions.DEFAULT.withBatchIdxTensor(batchIdxTensor).withBatchIdx(batchIdx)));
  }

  /**
   * Writes one row for each user into a cache of keys and one of values in one program, in place;
   * the rows come as {@code [1, users, heads, d]} for each.
   *
   * <p>TT-NN's {@code ttnn.experimental.paged_fused_update_cache}.
   *
   * @param cacheTensor1 the first cache to write into, {@code [users, heads, rows, head size]}, or
   *     in blocks {@code [blocks, heads, block rows, head size]}
   * @param inputTensor1 the rows for the first cache, {@code [1, users, heads, head size]}, height
   *     sharded, a user to a core
   * @param cacheTensor2 the second cache, another tensor of such a shape
   * @param inputTensor2 the rows for the second cache, as those for the first, on other cores
   * @return the two caches
   * @throws TilescopeException if the caches are the same, the inputs have different users or lie
   *     on common cores, an input does not fit its cache or is not height sharded with a user to a
   *     core, the positions are not given exactly once or lie outside the cache, a page table comes
   *     without a tensor of positions or with shared caches, the rows of a block are not a multiple
   *     of 32, or the table names a block that does not exist
   */
  public static List<Tensor> pagedFusedUpdateCache(
      Tensor cacheTensor1, Tensor inputTensor1, Tensor cacheTensor2, Tensor inputTensor2) {
    return PagedOperations.PAGED_FUSED_UPDATE_CACHE.call(
        new PagedFusedUpdateArguments(
            cacheTensor1,
            inputTensor1,
            cacheTensor2,
            inputTensor2,
            PagedFusedUpdateOptions.DEFAULT));
  }

  /**
   * Writes one row for each user into a cache of keys and one of values in one program, in place;
   * the rows come as {@code [1, users, heads, d]} for each.
   *
   * <p>TT-NN's {@code ttnn.experimental.paged_fused_update_cache}.
   *
   * @param cacheTensor1 the first cache to write into, {@code [users, heads, rows, head size]}, or
   *     in blocks {@code [blocks, heads, block rows, head size]}
   * @param inputTensor1 the rows for the first cache, {@code [1, users, heads, head size]}, height
   *     sharded, a user to a core
   * @param cacheTensor2 the second cache, another tensor of such a shape
   * @param inputTensor2 the rows for the second cache, as those for the first, on other cores
   * @param options the keyword arguments, each with its default
   * @return the two caches
   * @throws TilescopeException if the caches are the same, the inputs have different users or lie
   *     on common cores, an input does not fit its cache or is not height sharded with a user to a
   *     core, the positions are not given exactly once or lie outside the cache, a page table comes
   *     without a tensor of positions or with shared caches, the rows of a block are not a multiple
   *     of 32, or the table names a block that does not exist
   */
  public static List<Tensor> pagedFusedUpdateCache(
      Tensor cacheTensor1,
      Tensor inputTensor1,
      Tensor cacheTensor2,
      Tensor inputTensor2,
      PagedFusedUpdateOptions options) {
    return PagedOperations.PAGED_FUSED_UPDATE_CACHE.call(
        new PagedFusedUpdateArguments(
            cacheTensor1, inputTensor1, cacheTensor2, inputTensor2, options));
  }

  /**
   * Writes one row for each user into a cache, whole {@code [users, heads, rows, d]} or in blocks
   * by a page table, in place; the rows come as {@code [1, users, heads, d]}.
   *
   * <p>TT-NN's {@code ttnn.experimental.paged_update_cache}.
   *
   * @param cacheTensor the cache to write into, {@code [users, heads, rows, head size]}, or in
   *     blocks {@code [blocks, heads, block rows, head size]}
   * @param inputTensor the rows to write, {@code [1, users, heads, head size]}, height sharded, a
   *     user to a core
   * @return the cache
   * @throws TilescopeException if the input does not fit the cache or is not height sharded with a
   *     user to a core, the positions are not given exactly once or lie outside the cache, a page
   *     table comes without a tensor of positions or with a shared cache, the rows of a block are
   *     not a multiple of 32, or the table names a block that does not exist
   */
  public static Tensor pagedUpdateCache(Tensor cacheTensor, Tensor inputTensor) {
    return PagedOperations.PAGED_UPDATE_CACHE.call(
        new PagedUpdateArguments(cacheTensor, inputTensor, PagedUpdateOptions.DEFAULT));
  }

  /**
   * Writes one row for each user into a cache, whole {@code [users, heads, rows, d]} or in blocks
   * by a page table, in place; the rows come as {@code [1, users, heads, d]}.
   *
   * <p>TT-NN's {@code ttnn.experimental.paged_update_cache}.
   *
   * @param cacheTensor the cache to write into, {@code [users, heads, rows, head size]}, or in
   *     blocks {@code [blocks, heads, block rows, head size]}
   * @param inputTensor the rows to write, {@code [1, users, heads, head size]}, height sharded, a
   *     user to a core
   * @param options the keyword arguments, each with its default
   * @return the cache
   * @throws TilescopeException if the input does not fit the cache or is not height sharded with a
   *     user to a core, the positions are not given exactly once or lie outside the cache, a page
   *     table comes without a tensor of positions or with a shared cache, the rows of a block are
   *     not a multiple of 32, or the table names a block that does not exist
   */
  public static Tensor pagedUpdateCache(
      Tensor cacheTensor, Tensor inputTensor, PagedUpdateOptions options) {
    return PagedOperations.PAGED_UPDATE_CACHE.call(
        new PagedUpdateArguments(cacheTensor, inputTensor, options));
  }

  /**
   * The states of Mamba's blocks along a sequence: each is {@code a} times the one before it plus
   * {@code bx}. The last is written over {@code h_prev}.
   *
   * <p>TT-NN's {@code ttnn.experimental.prefix_scan}.
   *
   * @param a by what states are multiplied
   * @param bx what is added to them
   * @param hPrev the state before the first, a row-major row; the last one is written over it
   * @return a tensor of the shape of {@code a}, sharded in L1
   * @throws TilescopeException if the inputs are not {@code [1, 1, length, width]} of one shape and
   *     dtype, the first states are not a row of bfloat16, or something is not sharded row by row
   */
  public static Tensor prefixScan(Tensor a, Tensor bx, Tensor hPrev) {
    return PrefixScanOperations.PREFIX_SCAN.call(
        new PrefixScanArguments(a, bx, hPrev, null, null, null));
  }

  /**
   * The states of Mamba's blocks along a sequence: each is {@code a} times the one before it plus
   * {@code bx}. The last is written over {@code h_prev}.
   *
   * <p>TT-NN's {@code ttnn.experimental.prefix_scan}.
   *
   * @param a by what states are multiplied
   * @param bx what is added to them
   * @param hPrev the state before the first, a row-major row; the last one is written over it
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param dtype data type of the result; that of the input unless given
   * @param mathFidelity how exactly the matrix engine multiplies, HiFi4 unless given; it changes
   *     the modelled time, not the values
   * @return a tensor of the shape of {@code a}, sharded in L1
   * @throws TilescopeException if the inputs are not {@code [1, 1, length, width]} of one shape and
   *     dtype, the first states are not a row of bfloat16, or something is not sharded row by row
   */
  public static Tensor prefixScan(
      Tensor a,
      Tensor bx,
      Tensor hPrev,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable MathFidelity mathFidelity) {
    return PrefixScanOperations.PREFIX_SCAN.call(
        new PrefixScanArguments(a, bx, hPrev, memoryConfig, dtype, mathFidelity));
  }

  /**
   * Brings the weights of a convolution over volumes to the device as {@code conv3d} takes them: by
   * block of input channels, tap and channel.
   *
   * <p>TT-NN's {@code ttnn.experimental.prepare_conv3d_weights}.
   *
   * @param weightTensor the weights, {@code [O, C / groups, KT, KH, KW]}
   * @return a row-major device tensor of shape {@code [KT * KH * KW * C, O]}, {@code C} padded to a
   *     multiple of {@code alignment}
   * @throws TilescopeException if the weights are not {@code [O, C / groups, KT, KH, KW]}, groups
   *     do not divide the output channels, blocks do not divide the padded input channels, or no
   *     device is given
   */
  public static Tensor prepareConv3dWeights(Tensor weightTensor) {
    return Conv3dWeights.PREPARE_CONV3D_WEIGHTS.call(
        new PrepareConv3dWeightsArguments(weightTensor, 1, 0, 32, null));
  }

  /**
   * Brings the weights of a convolution over volumes to the device as {@code conv3d} takes them: by
   * block of input channels, tap and channel.
   *
   * <p>TT-NN's {@code ttnn.experimental.prepare_conv3d_weights}.
   *
   * @param weightTensor the weights, {@code [O, C / groups, KT, KH, KW]}
   * @param groups into how many groups the channels are cut; weights of other groups become zeros
   *     (default 1)
   * @param cInBlock channels of a block; 0 for the fewest whose elements under the kernel are whole
   *     tiles (default 0)
   * @param alignment what the channels are padded to a multiple of (default 32)
   * @param device the device that the result is put on
   * @return a row-major device tensor of shape {@code [KT * KH * KW * C, O]}, {@code C} padded to a
   *     multiple of {@code alignment}
   * @throws TilescopeException if the weights are not {@code [O, C / groups, KT, KH, KW]}, groups
   *     do not divide the output channels, blocks do not divide the padded input channels, or no
   *     device is given
   */
  public static Tensor prepareConv3dWeights(
      Tensor weightTensor, int groups, int cInBlock, int alignment, @Nullable MeshDevice device) {
    return Conv3dWeights.PREPARE_CONV3D_WEIGHTS.call(
        new PrepareConv3dWeightsArguments(weightTensor, groups, cInBlock, alignment, device));
  }

  /**
   * Every device of a group gets its piece, along a dimension, of the sum over all. As {@code
   * reduce_scatter}, with semaphores that the caller owns.
   *
   * <p>TT-NN's {@code ttnn.experimental.reduce_scatter_minimal_async}.
   *
   * @param inputTensor each device's summand
   * @param dim the dimension to share out; a negative one counts from the end
   * @param multiDeviceGlobalSemaphore semaphores of the caller; traced, as the modelled devices
   *     wait for each other by themselves
   * @return a tensor whose dimension {@code dim} is divided by the number of devices in the group
   * @throws TilescopeException if more links or workers are asked for than there are, the dimension
   *     cannot be shared out evenly to the devices, or not exactly two persistent buffers are given
   */
  public static Tensor reduceScatterMinimalAsync(
      Tensor inputTensor, int dim, List<GlobalSemaphore> multiDeviceGlobalSemaphore) {
    return AsyncCollectiveOperations.REDUCE_SCATTER_MINIMAL_ASYNC.call(
        new ReduceScatterAsyncArguments(
            inputTensor, dim, multiDeviceGlobalSemaphore, ReduceScatterAsyncOptions.DEFAULT));
  }

  /**
   * Every device of a group gets its piece, along a dimension, of the sum over all. As {@code
   * reduce_scatter}, with semaphores that the caller owns.
   *
   * <p>TT-NN's {@code ttnn.experimental.reduce_scatter_minimal_async}.
   *
   * @param inputTensor each device's summand
   * @param dim the dimension to share out; a negative one counts from the end
   * @param multiDeviceGlobalSemaphore semaphores of the caller; traced, as the modelled devices
   *     wait for each other by themselves
   * @param options the keyword arguments, each with its default
   * @return a tensor whose dimension {@code dim} is divided by the number of devices in the group
   * @throws TilescopeException if more links or workers are asked for than there are, the dimension
   *     cannot be shared out evenly to the devices, or not exactly two persistent buffers are given
   */
  public static Tensor reduceScatterMinimalAsync(
      Tensor inputTensor,
      int dim,
      List<GlobalSemaphore> multiDeviceGlobalSemaphore,
      ReduceScatterAsyncOptions options) {
    return AsyncCollectiveOperations.REDUCE_SCATTER_MINIMAL_ASYNC.call(
        new ReduceScatterAsyncArguments(inputTensor, dim, multiDeviceGlobalSemaphore, options));
  }

  /**
   * {@code a} repeated for each hidden unit of Mamba's blocks, times {@code b} with each element 32
   * times.
   *
   * <p>TT-NN's {@code ttnn.experimental.repeat_and_interleave_eltwise_mul}.
   *
   * @param a 32 states of each user, or all 163840 of them
   * @param b the 5120 hidden units of each user, or each of them 32 times
   * @return a tensor {@code [1, 1, users, 163840]}, users padded to whole tiles
   * @throws TilescopeException if {@code a} is not 32 or 163840 columns wide or {@code b} not 5120
   *     or 163840, both are as wide, or have other users, a tensor is not bfloat16 or bfloat8_b, or
   *     something is sharded
   */
  public static Tensor repeatAndInterleaveEltwiseMul(Tensor a, Tensor b) {
    return StateSpaceOperations.REPEAT_AND_INTERLEAVE_ELTWISE_MUL.call(
        new RepeatMultiplyArguments(a, b, null, null, null));
  }

  /**
   * {@code a} repeated for each hidden unit of Mamba's blocks, times {@code b} with each element 32
   * times.
   *
   * <p>TT-NN's {@code ttnn.experimental.repeat_and_interleave_eltwise_mul}.
   *
   * @param a 32 states of each user, or all 163840 of them
   * @param b the 5120 hidden units of each user, or each of them 32 times
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param dtype data type of the result; that of the input unless given
   * @param mathFidelity how exactly the matrix engine multiplies, HiFi4 unless given; it changes
   *     the modelled time, not the values
   * @return a tensor {@code [1, 1, users, 163840]}, users padded to whole tiles
   * @throws TilescopeException if {@code a} is not 32 or 163840 columns wide or {@code b} not 5120
   *     or 163840, both are as wide, or have other users, a tensor is not bfloat16 or bfloat8_b, or
   *     something is sharded
   */
  public static Tensor repeatAndInterleaveEltwiseMul(
      Tensor a,
      Tensor b,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable MathFidelity mathFidelity) {
    return StateSpaceOperations.REPEAT_AND_INTERLEAVE_ELTWISE_MUL.call(
        new RepeatMultiplyArguments(a, b, memoryConfig, dtype, mathFidelity));
  }

  /**
   * Rotary embedding by halves: {@code x * cos + rotated(x) * sin}, where {@code rotated} swaps the
   * halves of a row and negates the one that comes first. The input is {@code [b, heads, s, d]},
   * cos and sin are {@code [1, 1, rows, d]}.
   *
   * <p>TT-NN's {@code ttnn.experimental.rotary_embedding}.
   *
   * @param inputTensor the rows to turn, {@code [b, heads, s, head size]}
   * @param cosCache cosines of the angles, {@code [1, 1, rows, head size]}
   * @param sinCache sines of the angles, of the shape and dtype of the cosines
   * @return a tensor of the input's shape with its rows filled up to whole tiles; the added rows
   *     are 0
   * @throws TilescopeException if {@code d} is neither 32 nor a multiple of 64, cos and sin differ
   *     or have too few rows, the input is width sharded, the result has another memory layout, or
   *     with a token index the first dimension of the input is not 1
   */
  public static Tensor rotaryEmbedding(Tensor inputTensor, Tensor cosCache, Tensor sinCache) {
    return NlpOperations.ROTARY_EMBEDDING.call(
        new RotaryArguments(inputTensor, cosCache, sinCache, null, null, null));
  }

  /**
   * Rotary embedding by halves: {@code x * cos + rotated(x) * sin}, where {@code rotated} swaps the
   * halves of a row and negates the one that comes first. The input is {@code [b, heads, s, d]},
   * cos and sin are {@code [1, 1, rows, d]}.
   *
   * <p>TT-NN's {@code ttnn.experimental.rotary_embedding}.
   *
   * @param inputTensor the rows to turn, {@code [b, heads, s, head size]}
   * @param cosCache cosines of the angles, {@code [1, 1, rows, head size]}
   * @param sinCache sines of the angles, of the shape and dtype of the cosines
   * @param tokenIndex the row of cos and sin for all rows; unless given each row has its own
   * @param memoryConfig where the result is placed, in the memory layout of the input; where the
   *     input is unless given
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @return a tensor of the input's shape with its rows filled up to whole tiles; the added rows
   *     are 0
   * @throws TilescopeException if {@code d} is neither 32 nor a multiple of 64, cos and sin differ
   *     or have too few rows, the input is width sharded, the result has another memory layout, or
   *     with a token index the first dimension of the input is not 1
   */
  public static Tensor rotaryEmbedding(
      Tensor inputTensor,
      Tensor cosCache,
      Tensor sinCache,
      @Nullable Integer tokenIndex,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return NlpOperations.ROTARY_EMBEDDING.call(
        new RotaryArguments(
            inputTensor, cosCache, sinCache, tokenIndex, memoryConfig, computeKernelConfig));
  }

  /**
   * Rotary embedding of the halves of each row: {@code x * cos + turned(x) * sin}, where {@code
   * turned} puts the second half, negated, before the first. The input is {@code [b, heads, s, d]},
   * in decode mode {@code [1, users, heads, d]}; cos and sin have a row for each position, in
   * decode mode for each user.
   *
   * <p>TT-NN's {@code ttnn.experimental.rotary_embedding_hf}.
   *
   * @param inputTensor the rows to turn, {@code [b, heads, s, head size]}, or {@code [1, users,
   *     heads, head size]} in decode mode
   * @param cosCache cosines of the angles, {@code [1, 1, rows, head size]}, or {@code [1, users, 1,
   *     head size]} in decode mode
   * @param sinCache sines of the angles, of the shape and dtype of the cosines
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if {@code d} is neither 32 nor a multiple of 64, cos and sin differ
   *     or do not fit, the input is sharded by width, or a tensor is not height sharded in decode
   *     mode
   */
  public static Tensor rotaryEmbeddingHf(Tensor inputTensor, Tensor cosCache, Tensor sinCache) {
    return HalfRotaryOperations.ROTARY_EMBEDDING_HF.call(
        new RotaryHfArguments(inputTensor, cosCache, sinCache, RotaryOptions.DEFAULT));
  }

  /**
   * Rotary embedding of the halves of each row: {@code x * cos + turned(x) * sin}, where {@code
   * turned} puts the second half, negated, before the first. The input is {@code [b, heads, s, d]},
   * in decode mode {@code [1, users, heads, d]}; cos and sin have a row for each position, in
   * decode mode for each user.
   *
   * <p>TT-NN's {@code ttnn.experimental.rotary_embedding_hf}.
   *
   * @param inputTensor the rows to turn, {@code [b, heads, s, head size]}, or {@code [1, users,
   *     heads, head size]} in decode mode
   * @param cosCache cosines of the angles, {@code [1, 1, rows, head size]}, or {@code [1, users, 1,
   *     head size]} in decode mode
   * @param sinCache sines of the angles, of the shape and dtype of the cosines
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if {@code d} is neither 32 nor a multiple of 64, cos and sin differ
   *     or do not fit, the input is sharded by width, or a tensor is not height sharded in decode
   *     mode
   */
  public static Tensor rotaryEmbeddingHf(
      Tensor inputTensor, Tensor cosCache, Tensor sinCache, RotaryOptions options) {
    return HalfRotaryOperations.ROTARY_EMBEDDING_HF.call(
        new RotaryHfArguments(inputTensor, cosCache, sinCache, options));
  }

  /**
   * Rotary embedding of neighbouring elements: {@code x * cos + (x @ trans_mat) * sin}. The input
   * is {@code [b, heads, s, d]}, in decode mode {@code [1, users, heads, d]}; cos and sin have a
   * row for each position, in decode mode for each user.
   *
   * <p>TT-NN's {@code ttnn.experimental.rotary_embedding_llama}.
   *
   * @param inputTensor the rows to turn, {@code [b, heads, s, head size]}, or {@code [1, users,
   *     heads, head size]} in decode mode
   * @param cosCache cosines of the angles, {@code [1, 1 or heads, rows, head size]}, or {@code [1,
   *     users, 1, head size]} in decode mode
   * @param sinCache sines of the angles, of the shape and dtype of the cosines
   * @param transMat the matrix that turns: 1 at (2i, 2i+1) and -1 at (2i+1, 2i) of {@code [1, 1,
   *     32, 32]}, which may be repeated downwards
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if {@code d} is not a multiple of 32 up to 256 (128 with {@code
   *     fp32_dest_acc_en}), cos and sin differ or do not fit, {@code trans_mat} is another matrix,
   *     or a tensor is sharded in prefill mode or not height sharded in decode mode
   */
  public static Tensor rotaryEmbeddingLlama(
      Tensor inputTensor, Tensor cosCache, Tensor sinCache, Tensor transMat) {
    return NlpOperations.ROTARY_EMBEDDING_LLAMA.call(
        new RotaryLlamaArguments(inputTensor, cosCache, sinCache, transMat, RotaryOptions.DEFAULT));
  }

  /**
   * Rotary embedding of neighbouring elements: {@code x * cos + (x @ trans_mat) * sin}. The input
   * is {@code [b, heads, s, d]}, in decode mode {@code [1, users, heads, d]}; cos and sin have a
   * row for each position, in decode mode for each user.
   *
   * <p>TT-NN's {@code ttnn.experimental.rotary_embedding_llama}.
   *
   * @param inputTensor the rows to turn, {@code [b, heads, s, head size]}, or {@code [1, users,
   *     heads, head size]} in decode mode
   * @param cosCache cosines of the angles, {@code [1, 1 or heads, rows, head size]}, or {@code [1,
   *     users, 1, head size]} in decode mode
   * @param sinCache sines of the angles, of the shape and dtype of the cosines
   * @param transMat the matrix that turns: 1 at (2i, 2i+1) and -1 at (2i+1, 2i) of {@code [1, 1,
   *     32, 32]}, which may be repeated downwards
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if {@code d} is not a multiple of 32 up to 256 (128 with {@code
   *     fp32_dest_acc_en}), cos and sin differ or do not fit, {@code trans_mat} is another matrix,
   *     or a tensor is sharded in prefill mode or not height sharded in decode mode
   */
  public static Tensor rotaryEmbeddingLlama(
      Tensor inputTensor,
      Tensor cosCache,
      Tensor sinCache,
      Tensor transMat,
      RotaryOptions options) {
    return NlpOperations.ROTARY_EMBEDDING_LLAMA.call(
        new RotaryLlamaArguments(inputTensor, cosCache, sinCache, transMat, options));
  }

  /**
   * Rotary embedding of neighbouring elements for the queries and keys of one token of each user,
   * in one program: {@code x * cos + (x @ trans_mat) * sin} of both.
   *
   * <p>TT-NN's {@code ttnn.experimental.rotary_embedding_llama_fused_qk}.
   *
   * @param qInputTensor the queries, {@code [1, users, heads, head size]}
   * @param kInputTensor the keys, {@code [1, users, key heads, head size]}
   * @param cosCache cosines of the angles, {@code [1, 2 * users, 1, head size]}: those of the
   *     queries, then of the keys
   * @param sinCache sines of the angles, of the shape of cos
   * @param transMat the matrix that turns: 1 at (2i, 2i+1) and -1 at (2i+1, 2i) of {@code [1, 1,
   *     32, 32]}, repeated downwards for each core
   * @return two tensors: the queries and the keys, each of its input's shape, dtype and place
   * @throws TilescopeException if a tensor is not height sharded or not bfloat16, queries and keys
   *     differ in users or head size or share cores, cos and sin do not have twice as many rows as
   *     there are users, or {@code trans_mat} is another matrix or not on as many cores
   */
  public static List<Tensor> rotaryEmbeddingLlamaFusedQk(
      Tensor qInputTensor, Tensor kInputTensor, Tensor cosCache, Tensor sinCache, Tensor transMat) {
    return FusedRotaryOperations.ROTARY_EMBEDDING_LLAMA_FUSED_QK.call(
        new FusedRotaryArguments(qInputTensor, kInputTensor, cosCache, sinCache, transMat, null));
  }

  /**
   * Rotary embedding of neighbouring elements for the queries and keys of one token of each user,
   * in one program: {@code x * cos + (x @ trans_mat) * sin} of both.
   *
   * <p>TT-NN's {@code ttnn.experimental.rotary_embedding_llama_fused_qk}.
   *
   * @param qInputTensor the queries, {@code [1, users, heads, head size]}
   * @param kInputTensor the keys, {@code [1, users, key heads, head size]}
   * @param cosCache cosines of the angles, {@code [1, 2 * users, 1, head size]}: those of the
   *     queries, then of the keys
   * @param sinCache sines of the angles, of the shape of cos
   * @param transMat the matrix that turns: 1 at (2i, 2i+1) and -1 at (2i+1, 2i) of {@code [1, 1,
   *     32, 32]}, repeated downwards for each core
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @return two tensors: the queries and the keys, each of its input's shape, dtype and place
   * @throws TilescopeException if a tensor is not height sharded or not bfloat16, queries and keys
   *     differ in users or head size or share cores, cos and sin do not have twice as many rows as
   *     there are users, or {@code trans_mat} is another matrix or not on as many cores
   */
  public static List<Tensor> rotaryEmbeddingLlamaFusedQk(
      Tensor qInputTensor,
      Tensor kInputTensor,
      Tensor cosCache,
      Tensor sinCache,
      Tensor transMat,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return FusedRotaryOperations.ROTARY_EMBEDDING_LLAMA_FUSED_QK.call(
        new FusedRotaryArguments(
            qInputTensor, kInputTensor, cosCache, sinCache, transMat, computeKernelConfig));
  }

  /**
   * Writes a tensor over the elements {@code start, start + step, ...} before {@code end} of each
   * dimension of another. Nothing is written if there are none.
   *
   * <p>TT-NN's {@code ttnn.experimental.slice_write}.
   *
   * @param inputTensor the tensor to write
   * @param outputTensor the tensor that is written over
   * @param start the first index of each dimension
   * @param end the index behind the last of each dimension
   * @param step the distance of indices in each dimension, at least 1
   * @return the tensor that was written to
   * @throws TilescopeException if the tensor to write to is sharded, the slice does not lie in it,
   *     or it has not the input's shape
   */
  public static Tensor sliceWrite(
      Tensor inputTensor, Tensor outputTensor, int[] start, int[] end, int[] step) {
    return SliceWriteOperations.SLICE_WRITE.call(
        new SliceWriteArguments(inputTensor, outputTensor, start, end, step));
  }

  /**
   * Splits fused projections of BERT, {@code [b, 1, s, 3 * heads * d]}, into heads of queries, keys
   * and values; keys are transposed. Block shards hold the queries, keys and values of two heads
   * each, side by side; without shards those of all sixteen heads of 64 stand one after the other,
   * for 7 to 9 batches.
   *
   * <p>TT-NN's {@code ttnn.experimental.split_query_key_value_and_split_heads}.
   *
   * @param inputTensor the fused queries, keys and values, {@code [b, 1, s, 3 * heads * d]}
   * @param computeWithStorageGridSize the cores that may be used, a rectangle from the corner (0,
   *     0)
   * @return three tensors: queries {@code [b, heads, s, d]}, keys {@code [b, heads, d, s]}, values
   *     {@code [b, heads, s, d]}
   * @throws TilescopeException if the input is not {@code [b, 1, s, 3 * heads * d]} with {@code s}
   *     and {@code d} multiples of 32, the shards are not blocks of two heads on one rectangle of
   *     the given cores, or without shards batch, heads or cores are others
   */
  public static List<Tensor> splitQueryKeyValueAndSplitHeads(
      Tensor inputTensor, CoreCoord computeWithStorageGridSize) {
    return FusedHeadOperations.SPLIT_QUERY_KEY_VALUE_AND_SPLIT_HEADS.call(
        new SplitFusedArguments(inputTensor, computeWithStorageGridSize, null, 16, null));
  }

  /**
   * Splits fused projections of BERT, {@code [b, 1, s, 3 * heads * d]}, into heads of queries, keys
   * and values; keys are transposed. Block shards hold the queries, keys and values of two heads
   * each, side by side; without shards those of all sixteen heads of 64 stand one after the other,
   * for 7 to 9 batches.
   *
   * <p>TT-NN's {@code ttnn.experimental.split_query_key_value_and_split_heads}.
   *
   * @param inputTensor the fused queries, keys and values, {@code [b, 1, s, 3 * heads * d]}
   * @param computeWithStorageGridSize the cores that may be used, a rectangle from the corner (0,
   *     0)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param numHeads how many heads there are (default 16)
   * @param outputTensors the three tensors to write to instead of new ones
   * @return three tensors: queries {@code [b, heads, s, d]}, keys {@code [b, heads, d, s]}, values
   *     {@code [b, heads, s, d]}
   * @throws TilescopeException if the input is not {@code [b, 1, s, 3 * heads * d]} with {@code s}
   *     and {@code d} multiples of 32, the shards are not blocks of two heads on one rectangle of
   *     the given cores, or without shards batch, heads or cores are others
   */
  public static List<Tensor> splitQueryKeyValueAndSplitHeads(
      Tensor inputTensor,
      CoreCoord computeWithStorageGridSize,
      @Nullable MemoryConfig memoryConfig,
      int numHeads,
      @Nullable List<Tensor> outputTensors) {
    return FusedHeadOperations.SPLIT_QUERY_KEY_VALUE_AND_SPLIT_HEADS.call(
        new SplitFusedArguments(
            inputTensor, computeWithStorageGridSize, memoryConfig, numHeads, outputTensors));
  }

  /**
   * A copy in another dtype: the elements are packed another way on their way, so that
   * floating-point types convert to each other and to no others.
   *
   * <p>TT-NN's {@code ttnn.experimental.typecast}.
   *
   * @param inputTensor the tensor to work on
   * @param dtype data type of the result
   * @return a tensor of the input's shape
   * @throws TilescopeException if one of the two types is floating-point and the other is not
   */
  public static Tensor typecast(Tensor inputTensor, DataType dtype) {
    return CopyCastOperations.TYPECAST.call(new CopyCastArguments(inputTensor, dtype, null, null));
  }

  /**
   * A copy in another dtype: the elements are packed another way on their way, so that
   * floating-point types convert to each other and to no others.
   *
   * <p>TT-NN's {@code ttnn.experimental.typecast}.
   *
   * @param inputTensor the tensor to work on
   * @param dtype data type of the result
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param optionalOutputTensor tensor to write to instead of a new one; its shape, dtype, layout
   *     and memory config must be those of the result
   * @return a tensor of the input's shape
   * @throws TilescopeException if one of the two types is floating-point and the other is not
   */
  public static Tensor typecast(
      Tensor inputTensor,
      DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor optionalOutputTensor) {
    return CopyCastOperations.TYPECAST.call(
        new CopyCastArguments(inputTensor, dtype, memoryConfig, optionalOutputTensor));
  }

  /**
   * The same elements in the same order under another shape, as a view of the same buffer and never
   * a copy; one dimension may be -1 and takes what the others leave. Row-major shards of whole rows
   * may be cut into rows of another width.
   *
   * <p>TT-NN's {@code ttnn.experimental.view}.
   *
   * @param inputTensor the tensor to work on
   * @param shape the new shape; one dimension may be -1
   * @return a view of the input with the given shape
   * @throws TilescopeException if the shape does not hold as many elements as the input, more than
   *     one dimension is -1, or the new shape lies in other pages than the input ({@code reshape}
   *     copies it)
   */
  public static Tensor view(Tensor inputTensor, int... shape) {
    return RowViewOperations.VIEW.call(new ViewArguments(inputTensor, shape));
  }
}
