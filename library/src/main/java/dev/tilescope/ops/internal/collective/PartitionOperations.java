package dev.tilescope.ops.internal.collective;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.collective.CollectiveGolden.Exchange;
import dev.tilescope.ops.internal.collective.Collectives.CollectiveParams;
import dev.tilescope.ops.internal.collective.Collectives.Effect;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Tensors that every device of a mesh has, cut to a part for each. */
public final class PartitionOperations {
  private PartitionOperations() {}

  /** Nothing crosses a link: every device has its piece already. */
  public static final DeviceOperation<CollectiveParams> MESH_PARTITION_ON_DEVICE =
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

  public record PartitionArguments(
      Tensor inputTensor,
      int dim,
      @Nullable Integer clusterAxis,
      @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<PartitionArguments, Tensor> MESH_PARTITION =
      Operation.of(
          "ttnn::mesh_partition",
          PartitionArguments.class,
          PartitionOperations::partition,
          MESH_PARTITION_ON_DEVICE);

  private static Tensor partition(PartitionArguments a) {
    Tensor input = a.inputTensor();
    MESH_PARTITION_ON_DEVICE.requireUsable(input);
    int axis = Collectives.axis(a.clusterAxis());
    return MESH_PARTITION_ON_DEVICE.run(
        Collectives.params(input, a.dim(), axis, a.memoryConfig(), Links.DEFAULT, null), input);
  }
}
