package dev.tilescope.ops.internal.collective;

import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.collective.Collectives.CollectiveParams;
import dev.tilescope.ops.internal.collective.Collectives.Route;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.options.AllGatherAsyncOptions;
import dev.tilescope.ops.options.AllReduceOptions;
import dev.tilescope.ops.options.GlobalSemaphore;
import dev.tilescope.ops.options.ReduceScatterAsyncOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collectives whose devices wait for each other by semaphores that the caller owns. Their results
 * are those of {@code all_gather} and {@code reduce_scatter}.
 */
public final class AsyncCollectiveOperations {
  private AsyncCollectiveOperations() {}

  public static final DeviceOperation<CollectiveParams> ALL_GATHER_ASYNC_ON_DEVICE =
      Collectives.gather(
          "AllGatherAsyncDeviceOperation",
          "all_gather_async",
          CollectiveBuffers.GATHER_ASYNC_TEXT,
          CollectiveBuffers::gatherAsync);

  public static final DeviceOperation<CollectiveParams> REDUCE_SCATTER_MINIMAL_ASYNC_ON_DEVICE =
      Collectives.reduceScatter(
          "ReduceScatterMinimalAsyncDeviceOperation", "reduce_scatter_minimal_async");

  public record AllGatherAsyncArguments(
      Tensor inputTensor,
      int dim,
      List<GlobalSemaphore> multiDeviceGlobalSemaphore,
      AllGatherAsyncOptions options)
      implements CoreLimited.ByOptions {}

  public record ReduceScatterAsyncArguments(
      Tensor inputTensor,
      int dim,
      List<GlobalSemaphore> multiDeviceGlobalSemaphore,
      ReduceScatterAsyncOptions options) {}

  public static final Operation<AllGatherAsyncArguments, Tensor> ALL_GATHER_ASYNC =
      Operation.of(
          "ttnn::experimental::all_gather_async",
          AllGatherAsyncArguments.class,
          AsyncCollectiveOperations::allGather,
          ALL_GATHER_ASYNC_ON_DEVICE);
  public static final Operation<ReduceScatterAsyncArguments, Tensor> REDUCE_SCATTER_MINIMAL_ASYNC =
      Operation.of(
          "ttnn::experimental::reduce_scatter_minimal_async",
          ReduceScatterAsyncArguments.class,
          AsyncCollectiveOperations::reduceScatter,
          REDUCE_SCATTER_MINIMAL_ASYNC_ON_DEVICE);

  /**
   * @param bufferTensor shards on every device for what all send; without it the sum is made in two
   *     steps
   * @param useNoc1Only changes neither values nor buffers, like the two that follow
   */
  public record AllReduceAsyncArguments(
      Tensor inputTensor,
      @Nullable Tensor bufferTensor,
      @Nullable GlobalSemaphore multiDeviceGlobalSemaphore,
      @Nullable List<GlobalSemaphore> barrierSemaphores,
      @Nullable List<GlobalSemaphore> rsGlobalSemaphores,
      @Nullable List<GlobalSemaphore> agGlobalSemaphores,
      @Nullable DataType dtype,
      AllReduceOptions options,
      @Default("false") boolean useNoc1Only,
      @Default("false") boolean useOptimalCclForLlama,
      @Default("false") boolean fp32DestAcc) {}

  public static final Operation<AllReduceAsyncArguments, Tensor> ALL_REDUCE_ASYNC =
      Operation.of(
          "ttnn::experimental::all_reduce_async",
          AllReduceAsyncArguments.class,
          AsyncCollectiveOperations::allReduce,
          CollectiveOperations.ALL_REDUCE_ON_DEVICE,
          REDUCE_SCATTER_MINIMAL_ASYNC_ON_DEVICE,
          ALL_GATHER_ASYNC_ON_DEVICE,
          CollectiveOperations.REDUCE_SCATTER_ON_DEVICE,
          CollectiveOperations.ALL_GATHER_ON_DEVICE);

  private static Tensor allReduce(AllReduceAsyncArguments a) {
    Tensor input = a.inputTensor();
    Tensor buffer = a.bufferTensor();
    AllReduceOptions options = a.options();
    if (buffer == null) {
      Check.that(
          a.dtype() == null || a.dtype() == input.dtype(),
          "dtype: without buffer_tensor the result has that of input_tensor, %s, got %s",
          input.dtype(),
          String.valueOf(a.dtype()));
      boolean waits = a.barrierSemaphores() != null && a.rsGlobalSemaphores() != null;
      return CollectiveOperations.allReduced(
          input,
          options,
          waits
              ? REDUCE_SCATTER_MINIMAL_ASYNC_ON_DEVICE
              : CollectiveOperations.REDUCE_SCATTER_ON_DEVICE,
          waits && a.agGlobalSemaphores() != null
              ? ALL_GATHER_ASYNC_ON_DEVICE
              : CollectiveOperations.ALL_GATHER_ON_DEVICE);
    }
    CollectiveOperations.ALL_REDUCE_ON_DEVICE.requireUsable(input, buffer);
    int axis = Collectives.axis(options.clusterAxis());
    MemoryConfig memory = options.memoryConfig();
    return CollectiveOperations.ALL_REDUCE_ON_DEVICE.run(
        new CollectiveParams(
            0,
            axis,
            memory == null ? input.memoryConfig() : memory,
            CollectiveOperations.links(input, axis, options),
            MemoryConfig.DRAM,
            a.dtype()),
        input,
        buffer);
  }

  private static Tensor allGather(AllGatherAsyncArguments a) {
    Tensor input = a.inputTensor();
    AllGatherAsyncOptions options = a.options();
    ALL_GATHER_ASYNC_ON_DEVICE.requireUsable(input);
    Route route =
        new Route(
            options.clusterAxis(), options.links(), options.topology(), options.subCoreGrids());
    CollectiveParams params = route.params(input, a.dim(), options.memoryConfig(), null);
    return ALL_GATHER_ASYNC_ON_DEVICE.runInto(options.persistentOutputBuffer(), params, input);
  }

  private static Tensor reduceScatter(ReduceScatterAsyncArguments a) {
    Tensor input = a.inputTensor();
    ReduceScatterAsyncOptions options = a.options();
    REDUCE_SCATTER_MINIMAL_ASYNC_ON_DEVICE.requireUsable(input);
    int axis = Collectives.axis(options.clusterAxis());
    Links links = Links.of(input.device(), axis, options.links(), options.topology(), null);
    MemoryConfig between = options.intermediateMemoryConfig();
    CollectiveParams params =
        Collectives.params(
            input,
            a.dim(),
            axis,
            options.memoryConfig(),
            links,
            Placement.of(between, input, Collectives.between(input.shape(), links)));
    List<Tensor> buffers = options.persistentOutputBuffers();
    if (buffers == null) {
      return Collectives.reduceScattered(
          REDUCE_SCATTER_MINIMAL_ASYNC_ON_DEVICE, params, input, null);
    }
    Check.that(
        buffers.size() == 2,
        "persistent_output_buffers: the tensor for sums on their way and the result are needed,"
            + " got %d",
        buffers.size());
    return REDUCE_SCATTER_MINIMAL_ASYNC_ON_DEVICE.runAllInto(buffers, params, input).getLast();
  }
}
