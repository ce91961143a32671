package dev.tilescope.ops;

import dev.tilescope.device.Board;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Distribution.Placement;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.track.Tracker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the devices of a mesh do together: gather, reduce, scatter, and how tensors get onto a mesh
 * and off it. Devices work in groups: all of them, or those along one axis of the mesh.
 */
abstract class CollectiveOperations extends TorchOperations {
  /**
   * @param clusterAxis 0 for the devices of a column, 1 for those of a row, -1 for all
   */
  record CollectiveParams(int dim, int clusterAxis, MemoryConfig outputMemConfig) {}

  /** What a collective makes of one dimension. */
  private enum Effect {
    GROWS,
    SHRINKS,
    STAYS
  }

  static final DeviceOperation<CollectiveParams> ALL_GATHER =
      collective("AllGatherDeviceOperation", "all_gather", Effect.GROWS)
          .engine(Engine.MOVES)
          .meshKernel(call -> MeshExchange.eachDevice(call, MeshExchange::gathered))
          .declare();

  static final DeviceOperation<CollectiveParams> REDUCE_SCATTER =
      collective("ReduceScatterDeviceOperation", "reduce_scatter", Effect.SHRINKS)
          .meshKernel(call ->
              MeshExchange.eachDevice(
                  call, (c, group, at) -> MeshExchange.slice(c, MeshExchange.summed(c, group), at)))
          .declare();

  static final DeviceOperation<CollectiveParams> ALL_REDUCE =
      collective("AllReduceAsyncDeviceOperation", "all_reduce_async", Effect.STAYS)
          .meshKernel(call ->
              MeshExchange.eachDevice(call, (c, group, at) -> MeshExchange.summed(c, group)))
          .declare();

  static final DeviceOperation<CollectiveParams> MESH_PARTITION =
      collective("MeshPartitionDeviceOperation", "mesh_partition", Effect.SHRINKS)
          .engine(Engine.MOVES)
          .meshKernel(call ->
              MeshExchange.eachDevice(
                  call, (c, group, at) -> MeshExchange.slice(c, c.values(0, group.get(at)), at)))
          .declare();

  record GatherArguments(
      Tensor inputTensor,
      int dim,
      @Nullable Integer clusterAxis,
      @Nullable MemoryConfig memoryConfig) {}

  record ReduceArguments(
      Tensor inputTensor, @Nullable Integer clusterAxis, @Nullable MemoryConfig memoryConfig) {}

  record DistributeArguments(Tensor tensor, MeshMapper mapper, MeshDevice meshDevice) {}

  record AggregateArguments(Tensor tensor, MeshMapper composer) {}

  private static final Operation<GatherArguments, Tensor> ALL_GATHER_OPERATION =
      Operation.of("ttnn::all_gather", GatherArguments.class, a -> run(ALL_GATHER, a), ALL_GATHER);
  private static final Operation<GatherArguments, Tensor> REDUCE_SCATTER_OPERATION =
      Operation.of(
          "ttnn::reduce_scatter",
          GatherArguments.class,
          a -> run(REDUCE_SCATTER, a),
          REDUCE_SCATTER);
  private static final Operation<GatherArguments, Tensor> MESH_PARTITION_OPERATION =
      Operation.of(
          "ttnn::mesh_partition",
          GatherArguments.class,
          a -> run(MESH_PARTITION, a),
          MESH_PARTITION);
  private static final Operation<ReduceArguments, Tensor> ALL_REDUCE_OPERATION =
      Operation.of(
          "ttnn::all_reduce",
          ReduceArguments.class,
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
    return allGather(input, dim, null, null);
  }

  /**
   * @param clusterAxis 0 for the devices of a column of the mesh, 1 for those of a row, null for
   *     all
   */
  public static Tensor allGather(
      Tensor input, int dim, @Nullable Integer clusterAxis, @Nullable MemoryConfig memoryConfig) {
    return ALL_GATHER_OPERATION.call(new GatherArguments(input, dim, clusterAxis, memoryConfig));
  }

  /** Every device gets its piece of the sum over all devices. */
  public static Tensor reduceScatter(Tensor input, int dim) {
    return reduceScatter(input, dim, null, null);
  }

  public static Tensor reduceScatter(
      Tensor input, int dim, @Nullable Integer clusterAxis, @Nullable MemoryConfig memoryConfig) {
    return REDUCE_SCATTER_OPERATION.call(
        new GatherArguments(input, dim, clusterAxis, memoryConfig));
  }

  /** Every device gets the sum over all devices. */
  public static Tensor allReduce(Tensor input) {
    return allReduce(input, null, null);
  }

  public static Tensor allReduce(
      Tensor input, @Nullable Integer clusterAxis, @Nullable MemoryConfig memoryConfig) {
    return ALL_REDUCE_OPERATION.call(new ReduceArguments(input, clusterAxis, memoryConfig));
  }

  /** Every device keeps its piece of what it has: the inverse of {@code all_gather}. */
  public static Tensor meshPartition(
      Tensor input, int dim, @Nullable Integer clusterAxis, @Nullable MemoryConfig memoryConfig) {
    return MESH_PARTITION_OPERATION.call(
        new GatherArguments(input, dim, clusterAxis, memoryConfig));
  }

  private static Tensor distribute(DistributeArguments a) {
    Board board = a.meshDevice().board();
    if (Tracker.dispatchBlocked() && !a.tensor().hasValues()) {
      return upload(a.tensor(), a.meshDevice(), MemoryConfig.DRAM);
    }
    Check.that(!a.tensor().isOnDevice(), "tensor: a host tensor is needed; use Ttnn.fromDevice");
    Tensor parts = a.mapper().distribute(a.tensor(), board.meshRows(), board.meshColumns());
    return upload(parts, a.meshDevice(), MemoryConfig.DRAM);
  }

  private static Tensor aggregate(AggregateArguments a) {
    Board board = a.tensor().requireBuffer("tensor").device().board();
    Tensor host = fromDevice(a.tensor());
    return Tracker.dispatchBlocked()
        ? host
        : a.composer().compose(host, board.meshRows(), board.meshColumns());
  }

  private static Tensor run(DeviceOperation<CollectiveParams> operation, GatherArguments a) {
    Tensor input = a.inputTensor();
    int dim = Shapes.dimension("dim", a.dim(), input.shape());
    return operation.run(params(input, dim, a.clusterAxis(), a.memoryConfig()), input);
  }

  private static CollectiveParams params(
      Tensor input, int dim, @Nullable Integer axis, @Nullable MemoryConfig memory) {
    int cluster = axis == null ? -1 : axis;
    Check.that(
        axis == null || cluster == 0 || cluster == 1,
        "cluster_axis: 0 or 1 is needed, got %s",
        cluster);
    return new CollectiveParams(dim, cluster, memory == null ? input.memoryConfig() : memory);
  }

  /** As TT-NN, in two steps that move less, where some dimension can be shared out. */
  private static Tensor allReduce(ReduceArguments a) {
    Tensor input = a.inputTensor();
    CollectiveParams whole = params(input, 0, a.clusterAxis(), a.memoryConfig());
    int devices = groupSize(input.device(), whole.clusterAxis());
    for (int dim = input.shape().rank() - 1; devices > 1 && dim >= 0; dim--) {
      int unit = dim >= input.shape().rank() - 2 ? TensorSpec.TILE_SIDE * devices : devices;
      if (input.shape().dim(dim) > 0 && input.shape().dim(dim) % unit == 0) {
        CollectiveParams along = params(input, dim, a.clusterAxis(), a.memoryConfig());
        try (Tensor scattered = REDUCE_SCATTER.run(along, input)) {
          return ALL_GATHER.run(along, scattered);
        }
      }
    }
    return ALL_REDUCE.run(whole, input);
  }

  /** The golden reference is that of a single device, which has nobody to exchange with. */
  private static Declaration<CollectiveParams> collective(
      String device, String primitive, Effect effect) {
    return DeviceOperation.<CollectiveParams>named(device, primitive)
        .takes(Input.of("input_tensor"))
        .validation(call -> check(call, effect))
        .output(call -> output(call, effect))
        .distribution(call -> distribution(call, effect))
        .circularBuffers(
            "Four pages on each of the cores that feed the links, two for each neighbour"
                + " (modelled).",
            CollectiveOperations::circularBuffers)
        .cost(CollectiveOperations::cost)
        .golden(call -> call.values(0).clone());
  }

  private static void check(Call<CollectiveParams> call, Effect effect) {
    CollectiveParams params = call.params();
    int size = groupSize(call.device(), params.clusterAxis());
    Shape shape = call.spec(0).shape();
    if (effect == Effect.SHRINKS) {
      Check.that(
          shape.dim(params.dim()) % size == 0,
          "dim: dimension %d of %s cannot be shared out evenly to %d devices",
          params.dim(),
          shape,
          size);
    }
    Check.that(
        effect != Effect.GROWS || (long) shape.dim(params.dim()) * size <= Integer.MAX_VALUE,
        "dim: dimension %d of %s times %d devices is above 2^31-1",
        params.dim(),
        shape,
        size);
  }

  private static TensorSpec output(Call<CollectiveParams> call, Effect effect) {
    CollectiveParams params = call.params();
    int size = groupSize(call.device(), params.clusterAxis());
    int[] dims = call.spec(0).shape().toArray();
    dims[params.dim()] =
        switch (effect) {
          case GROWS -> dims[params.dim()] * size;
          case SHRINKS -> dims[params.dim()] / size;
          case STAYS -> dims[params.dim()];
        };
    return call.spec(0).withShape(Shape.of(dims)).withMemoryConfig(params.outputMemConfig());
  }

  /** The axes that took part repeat the result, or share it out; the others stay as they were. */
  private static Distribution distribution(Call<CollectiveParams> call, Effect effect) {
    CollectiveParams params = call.params();
    List<Placement> before = call.input(0).distribution().placements();
    List<Placement> after = new ArrayList<>(2);
    for (int axis = 0; axis < 2; axis++) {
      boolean takesPart = params.clusterAxis() < 0 || params.clusterAxis() == axis;
      boolean single = axisSize(call.device(), axis) == 1;
      Placement kept = before.size() < 2 ? new Placement.Replicate() : before.get(axis);
      boolean shares = effect == Effect.SHRINKS && !single;
      Placement made = shares ? new Placement.Shard(params.dim()) : new Placement.Replicate();
      after.add(takesPart ? made : kept);
    }
    return new Distribution(after);
  }

  private static int axisSize(MeshDevice device, int axis) {
    return axis == 0 ? device.board().meshRows() : device.board().meshColumns();
  }

  private static int groupSize(MeshDevice device, int clusterAxis) {
    return clusterAxis < 0 ? device.board().chips() : axisSize(device, clusterAxis);
  }

  private static List<CircularBuffer> circularBuffers(Call<CollectiveParams> call) {
    CoreRangeSet cores = CircularBuffers.sharing(2, call.device());
    return List.of(CircularBuffers.pages(cores, call.spec(0), 4));
  }

  /** The links' time stands in for the engines'. */
  private static CostModel.Work cost(Call<CollectiveParams> call) {
    int size = groupSize(call.device(), call.params().clusterAxis());
    long bytes =
        (size - 1L) * Math.min(call.spec(0).bufferBytes(), call.outputSpec().bufferBytes());
    long cycles = CostModel.linkCycles(call.device().board(), bytes, size - 1);
    return Costs.work(cycles, 2, Costs.inputs(call), call.outputSpec());
  }
}
