package dev.tilescope.internal.explain;

import dev.tilescope.internal.explain.Run.DeviceShare;
import dev.tilescope.internal.perf.OperationCategory;
import dev.tilescope.internal.perf.PerfArch;
import dev.tilescope.internal.perf.PerfOperation;
import dev.tilescope.internal.perf.PerfOptions;
import dev.tilescope.internal.perf.PerfReport;
import dev.tilescope.internal.perf.PerfTable;
import dev.tilescope.model.Changed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a performance CSV tells of a run. */
final class Tables {
  /** In a run of fewer programs a wait may be what it is about. */
  private static final int LEAST_AROUND = 8;

  private final PerfTable table;
  private final PerfReport report;
  private final List<Work> works = new ArrayList<>();
  private final List<HostCall> hostCalls = new ArrayList<>();
  private final List<String> dropped = new ArrayList<>();
  private boolean hasReplays;
  private @Nullable Work pause;

  private Tables(Path file) {
    table = PerfTable.readSound(List.of(file), dropped::add);
    report = PerfReport.of(table, PerfOptions.DEFAULT);
    report.operations().forEach(this::add);
    leavePauseOut();
  }

  /** One wait that is longer than all the rest hides it, and is hardly part of what is measured. */
  private void leavePauseOut() {
    int longest = -1;
    double all = 0;
    for (int i = 0; i < works.size(); i++) {
      Work work = works.get(i);
      all += work.nanos() + work.gapNanos();
      longest = longest < 0 || work.gapNanos() > works.get(longest).gapNanos() ? i : longest;
    }
    if (works.size() >= LEAST_AROUND && 2 * works.get(longest).gapNanos() > all) {
      pause = works.get(longest);
      works.set(longest, pause.withoutGap());
    }
  }

  /** The program after it; null if there was none. */
  @Nullable Work pause() {
    return pause;
  }

  static Tables read(Path file) {
    return new Tables(file);
  }

  private void add(PerfOperation operation) {
    Place place = Place.ofRow(operation.row().id(), operation.row().opCode());
    if (operation.row().isDeviceOperation()) {
      PerfOperation kept = isFirstReplayed(operation) ? operation.withoutGap() : operation;
      works.add(new Work(kept, place, List.of(), -1));
    } else if (!operation.isSignpost()) {
      double nanos = operation.row().dispatch().hostNanos();
      hostCalls.add(
          new HostCall(
              HostCall.Kind.COMPUTED,
              place,
              "",
              0,
              Double.isNaN(nanos) ? 0 : nanos,
              works.size(),
              works.size()));
    }
  }

  /** Between what came before and the first replay the program was set up, which is no gap. */
  private boolean isFirstReplayed(PerfOperation operation) {
    boolean isFirst = !hasReplays && operation.row().dispatch().replay() != null;
    hasReplays |= isFirst;
    return isFirst;
  }

  /** What is wrong with rows that could not be used. */
  List<String> dropped() {
    return dropped;
  }

  PerfReport report() {
    return report;
  }

  List<Work> works() {
    return works;
  }

  List<HostCall> hostCalls() {
    return hostCalls;
  }

  /** Files that name no architecture do not say how many cores there were either. */
  PerfArch arch() {
    if (table.format() == PerfTable.Format.V2_1) {
      return report.arch();
    }
    int most = works.stream().mapToInt(Work::cores).max().orElse(0);
    return report.arch().withWorkerCores(most);
  }

  boolean isModelled() {
    return report.notices().stream().anyMatch(notice -> notice.contains("modelled"));
  }

  Linking linkedWith(Captured captured) {
    return new Linking(table, captured);
  }

  /** Of the same rows, each device for itself. */
  List<DeviceShare> shares() {
    PerfReport apart =
        PerfReport.of(table, Changed.with(PerfOptions.DEFAULT, "mergeDevices", false));
    Map<Integer, Double> nanos = new TreeMap<>();
    for (PerfOperation operation : apart.operations()) {
      Integer device = operation.row().device();
      double kernel = operation.row().kernelNanos();
      if (device != null && kernel > 0 && !isCollective(operation)) {
        nanos.merge(device, kernel, Double::sum);
      }
    }
    return nanos.entrySet().stream()
        .map(each -> new DeviceShare(each.getKey(), each.getValue()))
        .toList();
  }

  /** Those wait for other devices, so that the slowest has the shortest. */
  private static boolean isCollective(PerfOperation operation) {
    return operation.category() != OperationCategory.HOST
        && Movement.waitsForOtherDevices(operation.row().opCode());
  }
}
