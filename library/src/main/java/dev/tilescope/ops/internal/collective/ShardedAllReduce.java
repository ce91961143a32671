package dev.tilescope.ops.internal.collective;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.collective.Collectives.CollectiveParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreSets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The program of all_reduce_async_program_factory.cpp: every device sends its shards into a buffer
 * that the caller keeps on all of them, where the cores of the result add them up.
 */
final class ShardedAllReduce {
  static final String TEXT =
      "With buffer_tensor, on a core for each link the tiles that its cores get and 16 packet"
          + " headers; shards of the buffer and of the result where they lie. Without it four pages"
          + " on each of the cores that feed the links (modelled).";

  static final int BUFFER = 1;

  private static final int PACKET_HEADERS = 16;
  private static final int TILE_ELEMENTS = TensorSpec.TILE_SIDE * TensorSpec.TILE_SIDE;

  private ShardedAllReduce() {}

  static void check(Call<CollectiveParams> call) {
    if (!call.has(BUFFER)) {
      return;
    }
    int devices = devices(call);
    Check.that(
        devices % 2 == 0,
        "cluster_axis: AllReduceAsync currently only supports an even number of devices, got %d",
        devices);
    ShardSpec shard = widthShards("memory_config", call.params().outputMemConfig());
    widthShards("input_tensor", call.spec(0).memoryConfig());
    ShardSpec buffer = widthShards("buffer_tensor", call.spec(BUFFER).memoryConfig());
    Set<CoreCoord> missing = new HashSet<>(shard.grid().cores());
    missing.removeAll(new HashSet<>(buffer.grid().cores()));
    Check.that(
        missing.isEmpty(),
        "The output tensor must reside on a subset of the cores of the buffer tensor, which has none"
            + " on %s",
        missing);
    long needed = (long) shard.height() * shard.width() * devices;
    Check.that(
        needed <= (long) buffer.height() * buffer.width(),
        "The shard size for the buffer must be large enough to hold the intermediate tensor. Require"
            + " at least %d but has %d",
        needed,
        (long) buffer.height() * buffer.width());
    Check.that(
        call.params().links().numLinks() <= free(call).stream().mapToInt(CoreRange::size).sum(),
        "num_links: %d need a core each beside those of the result, %s",
        call.params().links().numLinks(),
        shard.grid());
  }

  private static ShardSpec widthShards(String name, MemoryConfig memory) {
    Check.that(
        memory.memoryLayout() == TensorMemoryLayout.WIDTH_SHARDED && memory.shardSpec() != null,
        "%s: WIDTH_SHARDED is needed where buffer_tensor is given, got %s",
        name,
        memory);
    return Objects.requireNonNull(memory.shardSpec());
  }

  private static int devices(Call<CollectiveParams> call) {
    return Collectives.groupSize(call.device(), call.params().clusterAxis());
  }

  static List<CircularBuffer> circularBuffers(Call<CollectiveParams> call) {
    if (!call.has(BUFFER)) {
      return Collectives.circularBuffers(call);
    }
    int links = call.params().links().numLinks();
    ShardSpec shard = Objects.requireNonNull(call.outputSpec().memoryConfig().shardSpec());
    CoreRangeSet own = coresWithShards(call.outputSpec(), shard);
    CoreRangeSet senders = CoreSets.rowByRow(new CoreRangeSet(free(call)), 0, links);
    long tiles = (long) shard.height() * shard.width() / TILE_ELEMENTS;
    long page = call.spec(0).pageBytes();
    long header = ExpertExchangeOperations.PACKET_HEADER_BYTES;
    return List.of(
        CircularBuffer.local(senders, Math.ceilDiv(own.size(), links) * tiles * page, page),
        CircularBuffer.local(senders, PACKET_HEADERS * header, header),
        received(call, senders, tiles),
        CircularBuffers.backedBy(call.output(), own));
  }

  /** What all devices send, in the caller's buffer. */
  private static CircularBuffer received(
      Call<CollectiveParams> call, CoreRangeSet senders, long tiles) {
    List<CoreCoord> cores = new ArrayList<>(CoreRangeSet.of(box(call)).cores());
    cores.addAll(senders.cores());
    CircularBuffer whole =
        CircularBuffers.backedBy(call.input(BUFFER), CoreRangeSet.covering(cores));
    long page = call.spec(0).dtype().tileBytes();
    return CircularBuffer.global(
        whole.cores(), tiles * devices(call) * page, page, whole.globalAddress());
  }

  /** Cores of a grid that is larger than needed hold nothing. */
  private static CoreRangeSet coresWithShards(TensorSpec spec, ShardSpec shard) {
    int shards = (int) Math.ceilDiv(spec.physicalWidth(), (long) shard.width());
    return shards >= shard.grid().size()
        ? shard.grid()
        : CoreSets.rowByRow(shard.grid(), 0, shards);
  }

  private static CoreRange box(Call<CollectiveParams> call) {
    MemoryConfig memory = call.params().outputMemConfig();
    return Objects.requireNonNull(memory.shardSpec()).grid().boundingBox();
  }

  /** The grid around the box of the result's cores: left of it, right of it, above, below. */
  private static List<CoreRange> free(Call<CollectiveParams> call) {
    CoreRange grid = CircularBuffers.wholeGrid(call).boundingBox();
    CoreRange box = box(call);
    int left = box.start().x();
    int right = box.end().x();
    int top = box.start().y();
    int bottom = box.end().y();
    List<CoreRange> free = new ArrayList<>();
    addIfAny(free, 0, 0, left - 1, grid.end().y());
    addIfAny(free, right + 1, 0, grid.end().x(), grid.end().y());
    addIfAny(free, left, 0, right, top - 1);
    addIfAny(free, left, bottom + 1, right, grid.end().y());
    return free;
  }

  private static void addIfAny(List<CoreRange> ranges, int x, int y, int endX, int endY) {
    if (x <= endX && y <= endY) {
      ranges.add(CoreRange.of(x, y, endX, endY));
    }
  }
}
