package dev.tilescope.whatif;

import dev.tilescope.analysis.MemoryScript;
import dev.tilescope.analysis.MemoryScript.Kind;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.device.Architecture;
import dev.tilescope.device.Board;
import dev.tilescope.device.Board.Grid;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Report;
import dev.tilescope.model.TraceEvent.BufferDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * On what a run was recorded, as far as a report tells. The TRACE region is in none of its fields:
 * it follows from traces, or from where the buffers at the top of DRAM end.
 *
 * @param doubts what is not known, in sentences
 */
record RecordedDevice(Board board, DeviceOptions options, List<String> doubts) {
  private static final long TRACE_PAGE_BYTES = 8192;

  static RecordedDevice of(Report report, MemoryScript script) {
    DeviceInfo info = script.device();
    List<String> doubts = new ArrayList<>();
    Board board = info == null ? null : board(info);
    if (info == null || board == null) {
      Board usual = Board.named("n150");
      doubts.add("The report does not describe the device; it is taken for an n150.");
      return new RecordedDevice(usual, options(usual, report, script, 0, 0), doubts);
    }
    long base = info.addressAtFirstL1CbBuffer();
    long l1Small = Math.max(0, info.workerL1Bytes() - base - info.l1BankBytes());
    boolean isUsual = base == DeviceBounds.usualL1Base(board);
    long workerL1 = isUsual ? 0 : info.workerL1Bytes() - base;
    return new RecordedDevice(board, options(board, report, script, l1Small, workerL1), doubts);
  }

  private static @Nullable Board board(DeviceInfo info) {
    Architecture architecture =
        Arrays.stream(Architecture.values())
            .filter(known -> info.arch().toUpperCase(Locale.ROOT).endsWith(known.name()))
            .findFirst()
            .orElse(null);
    if (architecture == null || info.numXComputeCores() < 1 || info.numYComputeCores() < 1) {
      return null;
    }
    Grid logical = new Grid(info.numXCores(), info.numYCores());
    Predicate<Board> isChip =
        board ->
            board.architecture() == architecture
                && board.compute().equals(compute(info))
                && board.dramViews() == info.dramChannels()
                && board.workerL1Bytes() == info.workerL1Bytes();
    return Board.all().stream()
        .filter(isChip.and(board -> board.logical().equals(logical)))
        .findFirst()
        .or(() -> Board.all().stream().filter(isChip).findFirst())
        .map(known -> known.withDramView(dramView(known, info)))
        .orElseGet(() -> unknown(architecture, logical, info));
  }

  private static long dramView(Board like, DeviceInfo info) {
    return info.dramBytesPerChannel() > 0 ? info.dramBytesPerChannel() : like.dramViewBytes();
  }

  private static Grid compute(DeviceInfo info) {
    return new Grid(info.numXComputeCores(), info.numYComputeCores());
  }

  private static Board unknown(Architecture architecture, Grid logical, DeviceInfo info) {
    Board like =
        Board.all().stream()
            .filter(board -> board.architecture() == architecture)
            .findFirst()
            .orElseThrow();
    return new Board(
        "recorded",
        architecture,
        like.noc(),
        like.harvested(),
        logical,
        compute(info),
        info.storageCores(),
        info.workerL1Bytes(),
        info.dramChannels() > 0 ? info.dramChannels() : like.dramViews(),
        dramView(like, info),
        like.ethernetCores(),
        like.ethernetL1Bytes(),
        1,
        1);
  }

  private static DeviceOptions options(
      Board board, Report report, MemoryScript script, long l1Small, long workerL1) {
    return new DeviceOptions(l1Small, traceRegion(board, report, script), workerL1, 1);
  }

  private static long traceRegion(Board board, Report report, MemoryScript script) {
    long said =
        report.metalTraces().stream()
            .filter(trace -> trace.deviceId() == script.deviceId())
            .mapToLong(MetalTrace::regionBytes)
            .max()
            .orElse(0);
    if (said > 0) {
      return said;
    }
    long perBank = traceRegionPerBank(board, script);
    return perBank > 0
            && perBank % TRACE_PAGE_BYTES == 0
            && perBank < board.dramViewBytes() - board.architecture().dramUnreservedBaseBytes()
        ? perBank * board.dramViews()
        : 0;
  }

  /** Where the lowest trace begins, or else where the highest other buffer of DRAM ends. */
  private static long traceRegionPerBank(Board board, MemoryScript script) {
    long lowestTrace =
        script.buffers().stream()
            .map(Wanted::description)
            .filter(buffer -> buffer.type() == BufferType.TRACE && buffer.address() > 0)
            .mapToLong(BufferDescription::address)
            .min()
            .orElse(0);
    long end =
        lowestTrace > 0
            ? lowestTrace
            : script.buffers().stream()
                .filter(buffer -> buffer.kind() == Kind.BINARIES)
                .map(Wanted::description)
                .filter(buffer -> buffer.address() > 0)
                .mapToLong(buffer -> buffer.address() + buffer.maxSizePerBankBytes())
                .max()
                .orElse(0);
    return end == 0 ? 0 : board.dramViewBytes() - end;
  }
}
