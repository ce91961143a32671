package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.CollectiveGolden.Exchange;
import dev.tilescope.ops.Collectives.CollectiveParams;
import dev.tilescope.ops.Collectives.Effect;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Tensors that every device of a mesh has, cut to a part for each. */
abstract class PartitionOperations extends PlacementOperations {
  /** Nothing crosses a link: every device has its piece already. */
  static final DeviceOperation<CollectiveParams> MESH_PARTITION =
      Collectives.declared("MeshPartitionDeviceOperation", "mesh_partition", Effect.SHRINKS)
          .engine(Engine.MOVES)
          .circularBuffers(CircularBuffers.TWO_PAGES, CircularBuffers::twoPages)
          .cost(Costs::moving)
          .meshKernel(
              call ->
                  MeshExchange.eachDevice(
                      call,
                      (c, group, at) -> MeshExchange.slice(c, c.values(0, group.get(at)), at)),
              CollectiveGolden.of(Exchange.PARTITION))
          .declare();

  record PartitionArguments(
      Tensor inputTensor,
      int dim,
      @Nullable Integer clusterAxis,
      @Nullable MemoryConfig memoryConfig) {}

  private static final Operation<PartitionArguments, Tensor> MESH_PARTITION_OPERATION =
      Operation.of(
          "ttnn::mesh_partition",
          PartitionArguments.class,
          PartitionOperations::partition,
          MESH_PARTITION);

  /** Every device keeps its piece of what it has: the inverse of {@code all_gather}. */
  public static Tensor meshPartition(
      Tensor input, int dim, @Nullable Integer clusterAxis, @Nullable MemoryConfig memoryConfig) {
    return MESH_PARTITION_OPERATION.call(
        new PartitionArguments(input, dim, clusterAxis, memoryConfig));
  }

  private static Tensor partition(PartitionArguments a) {
    Tensor input = a.inputTensor();
    MESH_PARTITION.requireUsable(input);
    int axis = Collectives.axis(a.clusterAxis());
    return MESH_PARTITION.run(
        Collectives.params(input, a.dim(), axis, a.memoryConfig(), Links.DEFAULT, null), input);
  }
}
