package dev.tilescope.ops;

import dev.tilescope.device.Board;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.CollectiveGolden.Exchange;
import dev.tilescope.ops.Collectives.CollectiveParams;
import dev.tilescope.ops.Collectives.Effect;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * What the devices of a mesh do together: gather, reduce, scatter, and how tensors get onto a mesh
 * and off it. Devices work in groups: all of them, or those along one axis of the mesh.
 */
abstract class CollectiveOperations extends TorchOperations {
  static final DeviceOperation<CollectiveParams> ALL_GATHER =
      Collectives.gather("AllGatherDeviceOperation", "all_gather");

  static final DeviceOperation<CollectiveParams> REDUCE_SCATTER =
      Collectives.reduceScatter("ReduceScatterDeviceOperation", "reduce_scatter");

  static final DeviceOperation<CollectiveParams> ALL_REDUCE =
      Collectives.declared("AllReduceAsyncDeviceOperation", "all_reduce_async", Effect.STAYS)
          .meshKernel(
              call ->
                  MeshExchange.eachDevice(call, (c, group, at) -> MeshExchange.summed(c, group)),
              CollectiveGolden.of(Exchange.REDUCE))
          .declare();

  record AllGatherArguments(Tensor inputTensor, int dim, AllGatherOptions options) {}

  record ReduceScatterArguments(Tensor inputTensor, int dim, ReduceScatterOptions options) {}

  record AllReduceArguments(Tensor inputTensor, AllReduceOptions options) {}

  record DistributeArguments(Tensor tensor, MeshMapper mapper, MeshDevice meshDevice) {}

  record AggregateArguments(Tensor tensor, MeshMapper composer) {}

  private static final Operation<AllGatherArguments, Tensor> ALL_GATHER_OPERATION =
      Operation.of(
          "ttnn::all_gather",
          AllGatherArguments.class,
          CollectiveOperations::allGather,
          ALL_GATHER);
  private static final Operation<ReduceScatterArguments, Tensor> REDUCE_SCATTER_OPERATION =
      Operation.of(
          "ttnn::reduce_scatter",
          ReduceScatterArguments.class,
          CollectiveOperations::reduceScatter,
          REDUCE_SCATTER);
  private static final Operation<AllReduceArguments, Tensor> ALL_REDUCE_OPERATION =
      Operation.of(
          "ttnn::all_reduce",
          AllReduceArguments.class,
          CollectiveOperations::allReduce,
          REDUCE_SCATTER,
          ALL_GATHER,
          ALL_REDUCE);
  private static final Operation<DistributeArguments, Tensor> DISTRIBUTE_OPERATION =
      Operation.of(
          "ttnn::distribute_tensor", DistributeArguments.class, CollectiveOperations::distribute);
  private static final Operation<AggregateArguments, Tensor> AGGREGATE_OPERATION =
      Operation.of(
          "ttnn::aggregate_tensor", AggregateArguments.class, CollectiveOperations::aggregate);

  /** Cuts a host tensor into parts for the devices of a mesh, in interleaved DRAM there. */
  public static Tensor distributeTensor(Tensor tensor, MeshMapper mapper, MeshDevice meshDevice) {
    return DISTRIBUTE_OPERATION.call(new DistributeArguments(tensor, mapper, meshDevice));
  }

  /** Puts the parts of a tensor together, on the host. */
  public static Tensor aggregateTensor(Tensor tensor, MeshMapper composer) {
    return AGGREGATE_OPERATION.call(new AggregateArguments(tensor, composer));
  }

  /** Every device gets the parts of all devices of the mesh, one after the other along a dim. */
  public static Tensor allGather(Tensor input, int dim) {
    return allGather(input, dim, AllGatherOptions.DEFAULT);
  }

  /**
   * @param clusterAxis 0 for the devices of a column of the mesh, 1 for those of a row, null for
   *     all
   */
  public static Tensor allGather(
      Tensor input, int dim, @Nullable Integer clusterAxis, @Nullable MemoryConfig memoryConfig) {
    AllGatherOptions plain = AllGatherOptions.DEFAULT;
    return allGather(
        input,
        dim,
        new AllGatherOptions(clusterAxis, memoryConfig, null, null, null, plain.links(), false));
  }

  /** Every device of a group gets the parts of all, one after the other along a dimension. */
  public static Tensor allGather(Tensor input, int dim, AllGatherOptions options) {
    return ALL_GATHER_OPERATION.call(new AllGatherArguments(input, dim, options));
  }

  /** Every device gets its piece of the sum over all devices. */
  public static Tensor reduceScatter(Tensor input, int dim) {
    return reduceScatter(input, dim, ReduceScatterOptions.DEFAULT);
  }

  public static Tensor reduceScatter(
      Tensor input, int dim, @Nullable Integer clusterAxis, @Nullable MemoryConfig memoryConfig) {
    return reduceScatter(
        input,
        dim,
        new ReduceScatterOptions(
            clusterAxis, memoryConfig, null, null, null, LinkOptions.DEFAULT, null, false));
  }

  /** Every device of a group gets its piece of the sum over all. */
  public static Tensor reduceScatter(Tensor input, int dim, ReduceScatterOptions options) {
    return REDUCE_SCATTER_OPERATION.call(new ReduceScatterArguments(input, dim, options));
  }

  /** Every device gets the sum over all devices. */
  public static Tensor allReduce(Tensor input) {
    return allReduce(input, AllReduceOptions.DEFAULT);
  }

  public static Tensor allReduce(
      Tensor input, @Nullable Integer clusterAxis, @Nullable MemoryConfig memoryConfig) {
    return allReduce(input, new AllReduceOptions(clusterAxis, null, memoryConfig, null, null));
  }

  /** Every device of a group gets the sum over all. */
  public static Tensor allReduce(Tensor input, AllReduceOptions options) {
    return ALL_REDUCE_OPERATION.call(new AllReduceArguments(input, options));
  }

  private static Tensor distribute(DistributeArguments a) {
    Check.that(!a.tensor().isOnDevice(), "tensor: a host tensor is needed; use Ttnn.fromDevice");
    Board board = a.meshDevice().board();
    Tensor parts = a.mapper().distribute(a.tensor(), board.meshRows(), board.meshColumns());
    return Uploads.upload(parts, a.meshDevice(), MemoryConfig.DRAM);
  }

  private static Tensor aggregate(AggregateArguments a) {
    Board board = a.tensor().requireBuffer("tensor").device().board();
    return a.composer().compose(fromDevice(a.tensor()), board.meshRows(), board.meshColumns());
  }

  private static Tensor allGather(AllGatherArguments a) {
    Tensor input = a.inputTensor();
    AllGatherOptions options = a.options();
    ALL_GATHER.requireUsable(input);
    int axis = Collectives.axis(options.clusterAxis());
    Links links =
        Links.of(input.device(), axis, options.links(), options.topology(), options.subCoreGrids());
    CollectiveParams params =
        Collectives.params(input, a.dim(), axis, options.memoryConfig(), links, null);
    return ALL_GATHER.runInto(options.outputTensor(), params, input);
  }

  private static Tensor reduceScatter(ReduceScatterArguments a) {
    Tensor input = a.inputTensor();
    ReduceScatterOptions options = a.options();
    REDUCE_SCATTER.requireUsable(input);
    int axis = Collectives.axis(options.clusterAxis());
    Links links = Links.of(input.device(), axis, options.links(), options.topology(), null);
    CollectiveParams params =
        Collectives.params(
            input,
            a.dim(),
            axis,
            options.memoryConfig(),
            links,
            options.intermediateMemoryConfig());
    return Collectives.reduceScattered(REDUCE_SCATTER, params, input, options.outputTensor());
  }

  /** As TT-NN, in two steps that move less, where some dimension can be shared out. */
  private static Tensor allReduce(AllReduceArguments a) {
    Tensor input = a.inputTensor();
    AllReduceOptions options = a.options();
    ALL_REDUCE.requireUsable(input);
    int axis = Collectives.axis(options.clusterAxis());
    LinkOptions asked =
        new LinkOptions(options.subdeviceId(), options.numLinks(), null, null, null);
    Links links = Links.of(input.device(), axis, asked, options.topology(), null);
    int dim = sharedDimension(input, axis);
    if (dim < 0) {
      MemoryConfig memory = options.memoryConfig();
      return ALL_REDUCE.run(
          new CollectiveParams(
              0, axis, memory == null ? input.memoryConfig() : memory, links, MemoryConfig.DRAM),
          input);
    }
    CollectiveParams along =
        Collectives.params(input, dim, axis, options.memoryConfig(), links, null);
    return Temporaries.through(
        input,
        x -> Collectives.reduceScattered(REDUCE_SCATTER, along, x, null),
        x -> ALL_GATHER.run(along, x));
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
