package dev.tilescope.ops;

import static dev.tilescope.capture.Programs.events;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.ops.options.AllGatherAsyncOptions;
import dev.tilescope.ops.options.AllGatherOptions;
import dev.tilescope.ops.options.AllReduceOptions;
import dev.tilescope.ops.options.GlobalSemaphore;
import dev.tilescope.ops.options.LinkOptions;
import dev.tilescope.ops.options.ReduceScatterAsyncOptions;
import dev.tilescope.ops.options.ReduceScatterOptions;
import dev.tilescope.ops.options.Topology;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A t3000 is a mesh of two rows and four columns: its eight devices lie on a ring. */
class AsyncCollectiveTest {
  private static final List<GlobalSemaphore> SEMAPHORES =
      List.of(new GlobalSemaphore(CoreRangeSet.grid(8, 8), 0));

  private MeshDevice mesh;

  @BeforeEach
  void open() {
    mesh = MeshDevice.open("t3000");
  }

  @AfterEach
  void close() {
    mesh.close();
  }

  private static Tensor counting(int... dims) {
    float[] values = new float[(int) Shape.of(dims).volume()];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    return Ttnn.fromArray(values, Shape.of(dims), DataType.FLOAT32, Layout.ROW_MAJOR);
  }

  private Tensor shards(int dim, int... dims) {
    return Ttnn.distributeTensor(counting(dims), MeshMapper.shard(dim), mesh);
  }

  private static List<float[]> parts(Tensor tensor) {
    return tensor.requireParts("tensor").stream().map(Values::floats).toList();
  }

  private long nanos(Supplier<Tensor> call) {
    long before = mesh.modelledNanos();
    call.get().close();
    return mesh.modelledNanos() - before;
  }

  @Test
  void resultsAreThoseOfTheCollectivesWithoutSemaphores() {
    Tensor rows = shards(0, 8, 64);
    assertThat(parts(Experimental.allGatherAsync(rows, 0, SEMAPHORES)))
        .usingRecursiveComparison()
        .isEqualTo(parts(Ttnn.allGather(rows, 0)));
    assertThat(parts(Experimental.reduceScatterMinimalAsync(rows, 1, SEMAPHORES)))
        .usingRecursiveComparison()
        .isEqualTo(parts(Ttnn.reduceScatter(rows, 1)));
    var along = ReduceScatterAsyncOptions.DEFAULT.withClusterAxis(1);
    assertThat(parts(Experimental.reduceScatterMinimalAsync(rows, 1, SEMAPHORES, along)))
        .usingRecursiveComparison()
        .isEqualTo(parts(Ttnn.reduceScatter(rows, 1, 1, null)));
  }

  @Test
  void moreLinksAndRingsAreFaster() {
    Tensor part = shards(0, 8 * 512, 1024);
    AllGatherOptions line = AllGatherOptions.DEFAULT;
    long plain = nanos(() -> Ttnn.allGather(part, 0, line));
    long linked =
        nanos(() -> Ttnn.allGather(part, 0, line.withLinks(LinkOptions.DEFAULT.withNumLinks(2))));
    long ring = nanos(() -> Ttnn.allGather(part, 0, line.withTopology(Topology.RING)));
    assertThat(nanos(() -> Ttnn.allGather(part, 0, line.withTopology(Topology.LINEAR))))
        .isEqualTo(plain);
    assertThat(linked).isBetween(plain * 2 / 5, plain * 3 / 5);
    assertThat(ring).isBetween(plain * 2 / 5, plain * 3 / 5);
  }

  @Test
  void aRowOfAT3000IsALineWhateverIsAskedFor() {
    Tensor part = shards(0, 8 * 512, 1024);
    AllGatherAsyncOptions row = AllGatherAsyncOptions.DEFAULT.withClusterAxis(1);
    long ring = nanos(() -> Experimental.allGatherAsync(part, 0, SEMAPHORES, row));
    AllGatherAsyncOptions line = row.withTopology(Topology.LINEAR);
    assertThat(nanos(() -> Experimental.allGatherAsync(part, 0, SEMAPHORES, line))).isEqualTo(ring);
  }

  @Test
  void allReduceIsFasterOverMoreLinks() {
    Tensor part = shards(0, 8 * 512, 1024);
    long plain = nanos(() -> Ttnn.allReduce(part));
    AllReduceOptions more =
        AllReduceOptions.DEFAULT.withNumLinks(4).withTopology(Topology.RING).withSubdeviceId(0);
    assertThat(nanos(() -> Ttnn.allReduce(part, more))).isLessThan(plain / 2);
  }

  @Test
  void resultsAreWrittenWhereTheCallerSays() {
    Tensor rows = shards(0, 8, 64);
    Tensor whole = Ttnn.toDevice(counting(8, 64), mesh);
    Ttnn.copyHostToDeviceTensor(Ttnn.fromArray(new float[512], Shape.of(8, 64)), whole);
    assertThat(Ttnn.allGather(rows, 0, AllGatherOptions.DEFAULT.withOutputTensor(whole)))
        .isSameAs(whole);
    assertThat(Ttnn.toArray(whole)).isEqualTo(counting(8, 64).values().floats());
    Tensor pieces = shards(1, 1, 64);
    float[] expected = parts(Ttnn.reduceScatter(rows, 1)).get(5);
    Ttnn.reduceScatter(rows, 1, ReduceScatterOptions.DEFAULT.withOutputTensor(pieces));
    assertThat(parts(pieces).get(5)).isEqualTo(expected);
    Tensor sums = shards(0, 8, 64);
    Tensor again = shards(1, 1, 64);
    Tensor written =
        Experimental.reduceScatterMinimalAsync(
            rows,
            1,
            SEMAPHORES,
            ReduceScatterAsyncOptions.DEFAULT.withPersistentOutputBuffers(sums, again));
    assertThat(written).isSameAs(again);
    assertThat(parts(again).get(5)).isEqualTo(expected);
  }

  @Test
  void sumsOnTheirWayAreFreedAndMayBeInL1() {
    Tensor rows = shards(0, 8, 64);
    ReduceScatterOptions inL1 =
        ReduceScatterOptions.DEFAULT
            .withIntermediateMemoryConfig(MemoryConfig.L1)
            .withMemoryConfig(MemoryConfig.DRAM);
    Ttnn.reduceScatter(rows, 1, inL1).close();
    Ttnn.reduceScatter(rows, 1).close();
    long before = mesh.statistics(BufferType.DRAM).allocatedBytes();
    Ttnn.reduceScatter(rows, 1, inL1).close();
    Ttnn.reduceScatter(rows, 1).close();
    assertThat(mesh.statistics(BufferType.DRAM).allocatedBytes()).isEqualTo(before);
    assertThat(mesh.statistics(BufferType.L1).allocatedBytes()).isZero();
  }

  /** all_gather_multicast_factory.cpp has one worker for each link, for both directions. */
  @Test
  void oneWorkerFeedsEachLinkOfAnAllGather() {
    Tensor rows = shards(0, 8, 64);
    LinkOptions two = LinkOptions.DEFAULT.withNumLinks(2);
    assertThat(workers(() -> Ttnn.allGather(rows, 0, AllGatherOptions.DEFAULT.withLinks(two))))
        .containsOnly(2);
    CoreRangeSet few = CoreRangeSet.grid(2, 1);
    assertThat(
            workers(() -> Ttnn.allGather(rows, 0, AllGatherOptions.DEFAULT.withSubCoreGrids(few))))
        .containsOnly(1);
  }

  @Test
  void workersFeedEachLinkInBothDirections() {
    Tensor rows = shards(0, 8, 64);
    LinkOptions many = LinkOptions.DEFAULT.withNumLinks(2).withNumWorkersPerLink(3);
    AllGatherAsyncOptions asked = AllGatherAsyncOptions.DEFAULT.withLinks(many);
    assertThat(workers(() -> Experimental.allGatherAsync(rows, 0, SEMAPHORES, asked))).contains(12);
  }

  private static Stream<Integer> workers(Runnable call) {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      call.run();
      return events(capture.end(), CircularBufferAllocate.class).stream()
          .map(node -> node.cores().size());
    }
  }

  @Test
  void hugeTensorsAreTracedWithoutBeingMade() {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor huge =
          Ttnn.empty(
              Shape.of(1 << 20, 1 << 10), DataType.BFLOAT16, Layout.TILE, mesh, MemoryConfig.DRAM);
      assertThat(Experimental.allGatherAsync(huge, 0, SEMAPHORES).shape())
          .isEqualTo(Shape.of(1 << 23, 1 << 10));
      assertThat(Experimental.reduceScatterMinimalAsync(huge, 0, SEMAPHORES).shape())
          .isEqualTo(Shape.of(1 << 17, 1 << 10));
      assertThat(events(capture.end(), BufferAllocate.class)).hasSize(4);
    }
  }

  @Test
  void whatTheLinksCannotDoIsRefused() {
    Tensor rows = shards(0, 8, 64);
    AllGatherOptions plain = AllGatherOptions.DEFAULT;
    LinkOptions links = LinkOptions.DEFAULT;
    refused(
        () -> Ttnn.allGather(rows, 0, plain.withLinks(links.withNumLinks(0))),
        "num_links: it must be >= 1, got 0");
    refused(
        () -> Ttnn.allGather(rows, 0, plain.withLinks(links.withNumLinks(5))),
        "num_links: t3000 has 4 for each neighbour, got 5");
    refused(
        () -> Ttnn.allGather(rows, 0, plain.withLinks(links.withSubdeviceId(1))),
        "subdevice_id: the modelled device has one sub-device, 0, got 1");
    refused(
        () -> Ttnn.allGather(rows, 0, plain.withLinks(links.withChunksPerSync(-1))),
        "chunks_per_sync: it must be >= 1, got -1");
    refused(
        () -> Ttnn.allGather(rows, 0, plain.withLinks(links.withNumWorkersPerLink(40))),
        "num_workers_per_link: 40 for each of 1 links in two directions");
    refused(
        () -> Ttnn.allGather(rows, 0, plain.withSubCoreGrids(CoreRangeSet.grid(9, 1))),
        "sub_core_grids: the compute grid has 8x8 cores");
    refused(
        () -> Experimental.reduceScatterMinimalAsync(rows, 0, SEMAPHORES),
        "dim: dimension 0 of Shape([1, 64]) cannot be shared out evenly to 8 devices");
    Tensor small = Ttnn.toDevice(counting(2, 2), mesh);
    refused(
        () -> Ttnn.allGather(rows, 0, plain.withOutputTensor(small)), "output_tensor: the result");
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(message);
  }
}
