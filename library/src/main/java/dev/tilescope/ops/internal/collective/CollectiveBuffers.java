package dev.tilescope.ops.internal.collective;

import dev.tilescope.device.Board;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.collective.Collectives.CollectiveParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreSets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The circular buffers of all_gather_async_default_program_factory.cpp,
 * reduce_scatter_minimal_async_program.cpp and ttnn::all_gather's two factories, and the cores that
 * feed the links: for each link and direction one that multiplexes, and workers behind it.
 */
final class CollectiveBuffers {
  static final String GATHER_ASYNC_TEXT =
      "Three packets of at most four pages on each worker; unless num_workers_per_link says, one, two"
          + " or four workers for each link and direction, as more than 4 KiB or 256 KiB pass.";
  static final String GATHER_TEXT =
      "Nine packets of pages, three of rows, on a core for each link; in a ring, with many pages, on"
          + " two workers for each direction.";
  static final String SCATTER_TEXT =
      "Four buffers of three times the tiles of four packets, at most eight, on each worker; in a"
          + " ring five, twice as many. Unless num_workers_per_link says, one to eight workers for"
          + " each link and direction, by what passes.";

  /** {@code default_packet_payload_size_bytes}. */
  static final long PACKET_BYTES = 4352;

  private static final int DIRECTIONS = 2;
  private static final int PAGES_PER_PACKET = 4;
  private static final int REGISTER_TILES = 8;

  private static final long ONE_PACKET_BYTES = 4 << 10;
  private static final long MANY_GATHERED_BYTES = 256 << 10;

  /** Workers where more bytes than these of a reduction pass, in a line and in a ring. */
  private record Step(long lineBytes, long ringBytes, int workers) {}

  private static final List<Step> STEPS =
      List.of(
          new Step(4_000_000, 50L << 20, 8),
          new Step(499_999, (1 << 20) - 1, 4),
          new Step(ONE_PACKET_BYTES, ONE_PACKET_BYTES, 2));

  private CollectiveBuffers() {}

  static List<CircularBuffer> gatherAsync(Call<CollectiveParams> call) {
    Links links = call.params().links();
    long bytes = perLink(call, call.outputSpec().bufferBytes());
    int preferred = bytes > MANY_GATHERED_BYTES ? 4 : bytes > ONE_PACKET_BYTES ? 2 : 1;
    int workers = workers(call, preferred);
    CoreRangeSet cores = workerCores(call, links.numLinks(), workers, workers > 1);
    return List.of(pages(call, cores, 3 * Math.min(PAGES_PER_PACKET, perPacket(call))));
  }

  static List<CircularBuffer> reduceScatter(Call<CollectiveParams> call) {
    boolean isRing = isRing(call);
    int workers = workers(call, scatterWorkers(call));
    CoreRangeSet cores =
        workerCores(call, call.params().links().numLinks(), workers, !isRing || workers > 1);
    long packet = isRing ? Math.min(PAGES_PER_PACKET, perPacket(call)) : perPacket(call);
    long tiles = Math.min(PAGES_PER_PACKET * packet, REGISTER_TILES);
    return Collections.nCopies(isRing ? 5 : 4, pages(call, cores, isRing ? 2 * tiles : 3 * tiles));
  }

  private static int scatterWorkers(Call<CollectiveParams> call) {
    long bytes = perLink(call, call.spec(0).bufferBytes());
    for (Step step : STEPS) {
      if (bytes > (isRing(call) ? step.ringBytes() : step.lineBytes())) {
        return step.workers();
      }
    }
    return 1;
  }

  /** A new program, which sends to all of a line at once and in a long ring to its neighbours. */
  static List<CircularBuffer> gather(Call<CollectiveParams> call) {
    int links = call.params().links().numLinks();
    TensorSpec input = call.spec(0);
    boolean isLarge = input.pageBytes() >= 4096;
    boolean toNeighbours = isRing(call) && input.pageCount() >= (isLarge ? 20 : 64);
    CoreRangeSet cores = toNeighbours ? workerCores(call, links, 2, true) : feeders(call, links);
    long packets = input.layout() == Layout.TILE ? 9 : 3;
    CircularBuffer page = CircularBuffers.aligned(cores, call.input(0), 1);
    long bytes = Math.max(1, PACKET_BYTES / page.pageBytes()) * page.pageBytes();
    return List.of(CircularBuffer.local(cores, packets * bytes, bytes));
  }

  private static boolean isRing(Call<CollectiveParams> call) {
    return call.params().links().isRing();
  }

  private static long perPacket(Call<CollectiveParams> call) {
    return Math.max(1, PACKET_BYTES / call.spec(0).pageBytes());
  }

  private static CircularBuffer pages(Call<CollectiveParams> call, CoreRangeSet cores, long count) {
    return CircularBuffers.pages(cores, call.spec(0), count);
  }

  /** What passes one link in one direction. */
  private static long perLink(Call<CollectiveParams> call, long bytes) {
    CollectiveParams params = call.params();
    int devices = Math.max(1, Collectives.groupSize(call.device(), params.clusterAxis()));
    int directions = isRing(call) ? DIRECTIONS : 1;
    return bytes * (devices - 1) / devices / params.links().numLinks() / directions;
  }

  /** As many as are asked for, or preferred if there are cores for them. */
  private static int workers(Call<CollectiveParams> call, int preferred) {
    Links links = call.params().links();
    Integer asked = links.numWorkersPerLink();
    if (asked != null) {
      return asked;
    }
    int available = available(call).size();
    int workers = preferred;
    while (workers > 1 && links.numLinks() * DIRECTIONS * (workers + 1) > available) {
      workers /= 2;
    }
    return workers;
  }

  private static CoreRangeSet available(Call<CollectiveParams> call) {
    CoreRangeSet grid = call.params().links().grid();
    return grid == null ? CircularBuffers.wholeGrid(call.device()) : grid;
  }

  /** Those that do not multiplex. */
  private static CoreRangeSet workerCores(
      Call<CollectiveParams> call, int links, int workers, boolean hasMultiplexer) {
    int each = workers + (hasMultiplexer ? 1 : 0);
    List<CoreCoord> chosen =
        feeders(call, links * DIRECTIONS * each).cores().stream()
            .sorted(Comparator.comparingInt(CoreCoord::y).thenComparingInt(CoreCoord::x))
            .toList();
    List<CoreCoord> working = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      if (!hasMultiplexer || i % each != 0) {
        working.add(chosen.get(i));
      }
    }
    return CoreRangeSet.covering(working);
  }

  /** {@code choose_worker_cores}, row by row. */
  private static CoreRangeSet feeders(Call<CollectiveParams> call, int count) {
    CoreRangeSet grid = call.params().links().grid();
    if (grid != null) {
      return CoreSets.rowByRow(grid, 0, count);
    }
    Board.Grid compute = call.device().board().compute();
    int cores = Math.min(count, compute.size());
    return CoreRangeSet.rowMajor(cores, compute.width(), compute.height());
  }
}
