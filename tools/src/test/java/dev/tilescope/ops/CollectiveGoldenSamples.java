package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.any;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.shape;
import static dev.tilescope.ops.RandomTensors.tensor;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.collective.AsyncCollectiveOperations;
import dev.tilescope.ops.internal.collective.CollectiveOperations;
import dev.tilescope.ops.internal.collective.Collectives.CollectiveParams;
import dev.tilescope.ops.internal.collective.PartitionOperations;
import dev.tilescope.ops.internal.collective.PointToPointOperations;
import dev.tilescope.ops.internal.collective.PointToPointOperations.PointToPointParams;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.options.Topology;
import java.util.List;
import java.util.Random;

/** Collectives on a single device; {@link CollectiveTest} has the meshes. */
final class CollectiveGoldenSamples implements GoldenSamples {
  @Override
  public List<Family> families() {
    return List.of(
        new Family("AllGather", r -> sample(r, CollectiveOperations.ALL_GATHER_ON_DEVICE)),
        new Family("ReduceScatter", r -> sample(r, CollectiveOperations.REDUCE_SCATTER_ON_DEVICE)),
        new Family(
            "AllGatherAsync", r -> sample(r, AsyncCollectiveOperations.ALL_GATHER_ASYNC_ON_DEVICE)),
        new Family(
            "ReduceScatterMinimalAsync",
            r -> sample(r, AsyncCollectiveOperations.REDUCE_SCATTER_MINIMAL_ASYNC_ON_DEVICE)),
        new Family("AllReduce", r -> sample(r, CollectiveOperations.ALL_REDUCE_ON_DEVICE)),
        new Family("MeshPartition", r -> sample(r, PartitionOperations.MESH_PARTITION_ON_DEVICE)),
        new Family("PointToPoint", CollectiveGoldenSamples::copy));
  }

  private static GoldenSample<PointToPointParams> copy(Random random) {
    return new GoldenSample<>(
        PointToPointOperations.POINT_TO_POINT_ON_DEVICE,
        new PointToPointParams(0, 0, Topology.LINEAR),
        List.of(
            tensor(
                random,
                DataType.BFLOAT16,
                Layout.TILE,
                random.nextInt(1, 70),
                random.nextInt(1, 70))));
  }

  private static GoldenSample<CollectiveParams> sample(
      Random random, DeviceOperation<CollectiveParams> operation) {
    int[] shape = shape(random, 1);
    return new GoldenSample<>(
        operation,
        new CollectiveParams(random.nextInt(shape.length), random.nextInt(3) - 1, memory(random)),
        List.of(any(random, shape)));
  }
}
