package dev.tilescope.internal.python;

import static java.util.Map.entry;

import dev.tilescope.device.Arithmetic;
import dev.tilescope.device.BankStatistics;
import dev.tilescope.device.Board;
import dev.tilescope.device.CommandQueue;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.DramReaders;
import dev.tilescope.device.Event;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.internal.python.Functions.Function;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Devices, their queues and their traces. */
final class DeviceFunctions {
  private DeviceFunctions() {}

  static Map<String, Function> all() {
    return Map.ofEntries(
        entry("device.boards", _ -> Board.all().stream().map(Board::name).toList()),
        entry("device.open", DeviceFunctions::open),
        entry("device.close", a -> done(a.device(0)::close)),
        entry("device.is_open", a -> a.device(0).isOpen()),
        entry("device.describe", a -> describe(a.device(0))),
        entry("device.reshape", a -> done(() -> a.device(0).reshape(a.small(1), a.small(2)))),
        entry("device.synchronize", DeviceFunctions::synchronize),
        entry("device.program_cache_entries", a -> a.device(0).programCacheEntries()),
        entry("device.clear_program_cache", a -> done(a.device(0)::clearProgramCache)),
        entry("device.statistics", DeviceFunctions::statistics),
        entry("device.buffers", a -> buffers(a.device(0))),
        entry("device.buffer_pages", a -> pages(a.device(0))),
        entry("device.modelled_nanos", a -> a.device(0).modelledNanos()),
        entry("device.dram_readers", a -> DramReaders.of(a.device(0).board(), a.small(1))),
        entry("sub_devices.divide", DeviceFunctions::divide),
        entry("sub_devices.load", a -> done(() -> a.device(0).subDevices().load(a.small(1)))),
        entry("sub_devices.unload", a -> done(a.device(0).subDevices()::unload)),
        entry("sub_devices.remove", a -> done(() -> a.device(0).subDevices().remove(a.small(1)))),
        entry("sub_devices.count", a -> a.device(0).subDevices().count()),
        entry("sub_devices.cores", a -> a.device(0).subDevices().cores(a.small(1))),
        entry("trace.begin", a -> MeshTrace.beginCapture(a.device(0), a.small(1))),
        entry("trace.id", a -> trace(a).id()),
        entry("trace.end", a -> done(trace(a)::endCapture)),
        entry("trace.execute", DeviceFunctions::execute),
        entry("trace.release", a -> done(trace(a)::release)),
        entry("trace.buffers_size", a -> a.device(0).traceBuffersSize()),
        entry("event.record", a -> a.device(0).commandQueue(a.small(1)).recordEvent()),
        entry("event.wait", DeviceFunctions::await));
  }

  static @Nullable Object done(Runnable action) {
    action.run();
    return null;
  }

  private static MeshTrace trace(Arguments a) {
    return a.get(0, MeshTrace.class);
  }

  private static int divide(Arguments a) {
    List<CoreRangeSet> parts = a.list(1).stream().map(CoreRangeSet.class::cast).toList();
    return a.device(0).subDevices().divide(parts, a.integer(2));
  }

  private static MeshDevice open(Arguments a) {
    Board board = Board.named(a.text(0)).withMesh(a.small(5), a.small(6));
    DeviceOptions options =
        DeviceOptions.DEFAULT
            .withL1SmallBytes(a.integer(1))
            .withTraceRegionBytes(a.integer(2))
            .withCommandQueues(a.small(3));
    if (a.integer(4) != 0) {
      options = options.withWorkerL1Bytes(a.integer(4));
    }
    if (!a.text(7).isEmpty()) {
      options = options.withArithmetic(Arithmetic.named("arithmetic", a.text(7)));
    }
    return MeshDevice.open(board, options);
  }

  private static @Nullable Object synchronize(Arguments a) {
    if (a.has(1)) {
      a.device(0).commandQueue(a.small(1)).finish();
    } else {
      a.device(0).synchronize();
    }
    return null;
  }

  private static @Nullable Object execute(Arguments a) {
    MeshTrace trace = trace(a);
    CommandQueue queue = trace.device().commandQueue(a.small(1));
    queue.run(() -> trace.execute(a.truth(2)));
    return null;
  }

  private static @Nullable Object await(Arguments a) {
    a.device(0).commandQueue(a.small(1)).waitFor(a.get(2, Event.class));
    return null;
  }

  private static Map<String, ?> describe(MeshDevice device) {
    Board board = device.board();
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("id", device.id());
    told.put("board", board.name());
    told.put("arch", board.architecture().name().toLowerCase(Locale.ROOT));
    told.put("compute_grid", List.of(board.compute().width(), board.compute().height()));
    told.put("logical_grid", List.of(board.logical().width(), board.logical().height()));
    told.put("dram_grid", List.of(board.dramViews(), 1));
    told.put("mesh", List.of(board.meshRows(), board.meshColumns()));
    told.put("chips", device.chipIds());
    told.put("worker_l1_bytes", board.workerL1Bytes());
    told.put("l1_bytes", device.capacityBytes(BufferType.L1));
    told.put("dram_bytes", device.capacityBytes(BufferType.DRAM));
    return told;
  }

  private static List<Map<String, ?>> buffers(MeshDevice device) {
    return device.liveBuffers().stream()
        .<Map<String, ?>>map(buffer ->
            Map.of(
                "device_id", device.id(),
                "address", buffer.address(),
                "max_size_per_bank", buffer.maxSizePerBankBytes(),
                "buffer_type", buffer.type(),
                "buffer_layout", buffer.layout()))
        .toList();
  }

  /** Of buffers in L1 alone, as {@code reports.cpp} lists them. */
  private static List<Map<String, ?>> pages(MeshDevice device) {
    return device.liveBuffers().stream()
        .filter(buffer -> !buffer.type().isDram())
        .flatMap(buffer -> buffer.pages().stream())
        .<Map<String, ?>>map(page ->
            Map.of(
                "device_id", page.deviceId(),
                "address", page.address(),
                "core_y", page.coreY(),
                "core_x", page.coreX(),
                "bank_id", page.bankId(),
                "page_index", page.pageIndex(),
                "page_address", page.pageAddress(),
                "page_size", page.pageBytes(),
                "buffer_type", page.type()))
        .toList();
  }

  private static Map<String, ?> statistics(Arguments a) {
    BankStatistics bank = a.device(0).statistics(a.get(1, BufferType.class));
    return Map.of(
        "total_allocatable_size_bytes", bank.totalBytes(),
        "total_allocated_bytes", bank.allocatedBytes(),
        "total_free_bytes", bank.freeBytes(),
        "largest_free_block_bytes", bank.largestFreeBlockBytes());
  }
}
