package dev.tilescope.ops.internal.collective;

import dev.tilescope.device.Board;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.collective.CollectiveGolden.Exchange;
import dev.tilescope.ops.internal.collective.Collectives.CollectiveParams;
import dev.tilescope.ops.internal.collective.Collectives.Effect;
import dev.tilescope.ops.internal.collective.Collectives.Route;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.Uploads;
import dev.tilescope.ops.internal.transfer.TransferOperations;
import dev.tilescope.ops.options.AllGatherOptions;
import dev.tilescope.ops.options.AllReduceOptions;
import dev.tilescope.ops.options.LinkOptions;
import dev.tilescope.ops.options.ReduceScatterOptions;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;

/**
 * What the devices of a mesh do together: gather, reduce, scatter, and how tensors get onto a mesh
 * and off it. Devices work in groups: all of them, or those along one axis of the mesh.
 */
public final class CollectiveOperations {
  private CollectiveOperations() {}

  public static final DeviceOperation<CollectiveParams> ALL_GATHER_ON_DEVICE =
      Collectives.gather(
          "AllGatherDeviceOperation",
          "all_gather",
          CollectiveBuffers.GATHER_TEXT,
          CollectiveBuffers::gather);

  public static final DeviceOperation<CollectiveParams> REDUCE_SCATTER_ON_DEVICE =
      Collectives.reduceScatter("ReduceScatterDeviceOperation", "reduce_scatter");

  public static final DeviceOperation<CollectiveParams> ALL_REDUCE_ON_DEVICE =
      Collectives.declared("AllReduceAsyncDeviceOperation", "all_reduce_async", Effect.STAYS)
          .takes(Input.of("input_tensor"), Input.optional("buffer_tensor"))
          .validation(call -> {
            Collectives.check(call, Effect.STAYS);
            ShardedAllReduce.check(call);
          })
          .circularBuffers(ShardedAllReduce.TEXT, ShardedAllReduce::circularBuffers)
          .meshKernel(
              call ->
                  MeshExchange.eachDevice(call, (c, group, at) -> MeshExchange.summed(c, group)),
              CollectiveGolden.of(Exchange.REDUCE))
          .declare();

  @Form("inputTensor, dim, clusterAxis, memoryConfig")
  public record AllGatherArguments(Tensor inputTensor, int dim, AllGatherOptions options)
      implements CoreLimited.ByOptions {}

  @Form("inputTensor, dim, clusterAxis, memoryConfig")
  public record ReduceScatterArguments(Tensor inputTensor, int dim, ReduceScatterOptions options) {}

  @Form("inputTensor, clusterAxis, memoryConfig")
  public record AllReduceArguments(Tensor inputTensor, AllReduceOptions options) {}

  public record DistributeArguments(Tensor tensor, MeshMapper mapper, MeshDevice meshDevice) {}

  public record AggregateArguments(Tensor tensor, MeshMapper composer) {}

  public static final Operation<AllGatherArguments, Tensor> ALL_GATHER =
      Operation.of(
          "ttnn::all_gather",
          AllGatherArguments.class,
          CollectiveOperations::allGather,
          ALL_GATHER_ON_DEVICE);
  public static final Operation<ReduceScatterArguments, Tensor> REDUCE_SCATTER =
      Operation.of(
          "ttnn::reduce_scatter",
          ReduceScatterArguments.class,
          CollectiveOperations::reduceScatter,
          REDUCE_SCATTER_ON_DEVICE);
  public static final Operation<AllReduceArguments, Tensor> ALL_REDUCE =
      Operation.of(
          "ttnn::all_reduce",
          AllReduceArguments.class,
          CollectiveOperations::allReduce,
          REDUCE_SCATTER_ON_DEVICE,
          ALL_GATHER_ON_DEVICE,
          ALL_REDUCE_ON_DEVICE);
  public static final Operation<DistributeArguments, Tensor> DISTRIBUTE_TENSOR =
      Operation.of(
          "ttnn::distribute_tensor", DistributeArguments.class, CollectiveOperations::distribute);
  public static final Operation<AggregateArguments, Tensor> AGGREGATE_TENSOR =
      Operation.of(
          "ttnn::aggregate_tensor", AggregateArguments.class, CollectiveOperations::aggregate);

  private static Tensor distribute(DistributeArguments a) {
    Check.that(!a.tensor().isOnDevice(), "tensor: a host tensor is needed; use Ttnn.fromDevice");
    Board board = a.meshDevice().board();
    Tensor parts = a.mapper().distribute(a.tensor(), board.meshRows(), board.meshColumns());
    return Uploads.upload(parts, a.meshDevice(), MemoryConfig.DRAM);
  }

  private static Tensor aggregate(AggregateArguments a) {
    Board board = a.tensor().requireBuffer("tensor").device().board();
    return a.composer()
        .compose(TransferOperations.fromDevice(a.tensor()), board.meshRows(), board.meshColumns());
  }

  private static Tensor allGather(AllGatherArguments a) {
    Tensor input = a.inputTensor();
    AllGatherOptions options = a.options();
    ALL_GATHER_ON_DEVICE.requireUsable(input);
    Route route =
        new Route(
            options.clusterAxis(), options.links(), options.topology(), options.subCoreGrids());
    CollectiveParams params = route.params(input, a.dim(), options.memoryConfig(), null);
    return ALL_GATHER_ON_DEVICE.runInto(options.outputTensor(), params, input);
  }

  private static Tensor reduceScatter(ReduceScatterArguments a) {
    Tensor input = a.inputTensor();
    ReduceScatterOptions options = a.options();
    REDUCE_SCATTER_ON_DEVICE.requireUsable(input);
    Route route = new Route(options.clusterAxis(), options.links(), options.topology(), null);
    CollectiveParams params =
        route.params(input, a.dim(), options.memoryConfig(), options.intermediateMemoryConfig());
    return Collectives.reduceScattered(
        REDUCE_SCATTER_ON_DEVICE, params, input, options.outputTensor());
  }

  /** As TT-NN, in two steps that move less, where some dimension can be shared out. */
  private static Tensor allReduce(AllReduceArguments a) {
    return allReduced(a.inputTensor(), a.options(), REDUCE_SCATTER_ON_DEVICE, ALL_GATHER_ON_DEVICE);
  }

  static Tensor allReduced(
      Tensor input,
      AllReduceOptions options,
      DeviceOperation<CollectiveParams> scatter,
      DeviceOperation<CollectiveParams> gather) {
    ALL_REDUCE_ON_DEVICE.requireUsable(input);
    Check.rankAtLeast("input_tensor", input, 1);
    int axis = Collectives.axis(options.clusterAxis());
    Links links = links(input, axis, options);
    int dim = sharedDimension(input, axis);
    if (dim < 0) {
      MemoryConfig memory = options.memoryConfig();
      return ALL_REDUCE_ON_DEVICE.run(
          new CollectiveParams(
              0, axis, memory == null ? input.memoryConfig() : memory, links, MemoryConfig.DRAM),
          input);
    }
    CollectiveParams along =
        Collectives.params(input, dim, axis, options.memoryConfig(), links, null);
    return Temporaries.through(
        input,
        x -> Collectives.reduceScattered(scatter, along, x, null),
        x -> gather.run(along, x));
  }

  static Links links(Tensor input, int axis, AllReduceOptions options) {
    LinkOptions asked =
        new LinkOptions(options.subdeviceId(), options.numLinks(), null, null, null);
    return Links.of(input.device(), axis, asked, options.topology(), null);
  }

  /** The last dimension whose pieces for all devices are whole tiles; -1 if there is none. */
  private static int sharedDimension(Tensor input, int axis) {
    int devices = Collectives.groupSize(input.device(), axis);
    for (int dim = input.shape().rank() - 1; devices > 1 && dim >= 0; dim--) {
      int unit = dim >= input.shape().rank() - 2 ? TensorSpec.TILE_SIDE * devices : devices;
      if (input.shape().dim(dim) > 0 && input.shape().dim(dim) % unit == 0) {
        return dim;
      }
    }
    return -1;
  }
}
