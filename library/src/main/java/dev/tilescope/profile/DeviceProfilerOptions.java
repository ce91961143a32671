package dev.tilescope.profile;

import dev.tilescope.device.marker.MarkerOptions;
import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is recorded on devices.
 *
 * @param isOn anything at all
 * @param dispatchCores the cores that hand out work, too
 * @param sync fit the clocks of devices to the host's
 * @param nocEvents transfers over the NoC
 * @param nocEventsFolder where those go; null for the folder of the other logs
 * @param perfCounters groups of performance counters, a bit each
 * @param traceOnly only replays of traces, one stream for each core
 * @param midRunDump write files at every read, and not at the end only
 * @param cppPostProcess also write {@code cpp_device_perf_report.csv}
 * @param sum zones that add up
 * @param accumulate keep filling buffers over programs
 * @param programSupportCount how many programs the memory of a device has room for
 * @param writesFiles logs of devices go to files
 * @param pushesToTracy zones of devices go to Tracy
 */
public record DeviceProfilerOptions(
    boolean isOn,
    boolean dispatchCores,
    boolean sync,
    boolean nocEvents,
    @Nullable Path nocEventsFolder,
    int perfCounters,
    boolean traceOnly,
    boolean midRunDump,
    boolean cppPostProcess,
    boolean sum,
    boolean accumulate,
    int programSupportCount,
    boolean writesFiles,
    boolean pushesToTracy) {
  /** Nothing is recorded. */
  public static final DeviceProfilerOptions OFF = fromEnvironment(Map.of());

  /** The markers of every program. */
  public static final DeviceProfilerOptions ON =
      fromEnvironment(Map.of("TT_METAL_DEVICE_PROFILER", "1"));

  public DeviceProfilerOptions {
    if (programSupportCount < 1) {
      throw new TilescopeException(
          "TT_METAL_PROFILER_PROGRAM_SUPPORT_COUNT: at least 1 program is needed, got "
              + programSupportCount);
    }
    if (midRunDump && (traceOnly || dispatchCores)) {
      throw new TilescopeException(
          "TT_METAL_PROFILER_MID_RUN_DUMP does not go with %s; unset one of them"
              .formatted(
                  traceOnly ? "TT_METAL_TRACE_PROFILER" : "TT_METAL_DEVICE_PROFILER_DISPATCH"));
    }
    if (traceOnly && accumulate) {
      throw new TilescopeException(
          "TT_METAL_TRACE_PROFILER does not go with TT_METAL_PROFILER_ACCUMULATE; unset one of"
              + " them");
    }
  }

  /**
   * What environment variables ask for.
   *
   * <p>{@code TT_METAL_DEVICE_PROFILER} turns devices on, and so do NoC events and performance
   * counters; but dispatch cores and the clock fit are read before those two, and want the first.
   * The others marked * want any of the three, and are off without.
   *
   * <pre>
   * TT_METAL_DEVICE_PROFILER                     on
   * TT_METAL_DEVICE_PROFILER_DISPATCH *          dispatch cores
   * TT_METAL_PROFILER_SYNC *                     sync
   * TT_METAL_DEVICE_PROFILER_NOC_EVENTS          NoC events
   * TT_METAL_DEVICE_PROFILER_NOC_EVENTS_RPT_PATH their folder
   * TT_METAL_PROFILE_PERF_COUNTERS               bits of the counter groups
   * TT_METAL_TRACE_PROFILER *                    trace only
   * TT_METAL_PROFILER_MID_RUN_DUMP *             mid-run dump
   * TT_METAL_PROFILER_CPP_POST_PROCESS *         C++ report
   * TT_METAL_PROFILER_SUM *                      sum zones
   * TT_METAL_PROFILER_ACCUMULATE *               accumulate
   * TT_METAL_PROFILER_PROGRAM_SUPPORT_COUNT      room for so many programs, else 1000
   * TT_METAL_PROFILER_DISABLE_DUMP_TO_FILES      no files
   * TT_METAL_PROFILER_DISABLE_PUSH_TO_TRACY *    nothing to Tracy
   * </pre>
   */
  public static DeviceProfilerOptions fromEnvironment(Map<String, String> environment) {
    Variables asked = new Variables(environment);
    boolean first = asked.isOn("TT_METAL_DEVICE_PROFILER");
    boolean nocEvents = asked.isOn("TT_METAL_DEVICE_PROFILER_NOC_EVENTS");
    int counters = asked.number("TT_METAL_PROFILE_PERF_COUNTERS", 0);
    boolean any = first || nocEvents || counters != 0;
    String nocFolder = environment.get("TT_METAL_DEVICE_PROFILER_NOC_EVENTS_RPT_PATH");
    return new DeviceProfilerOptions(
        any,
        first && asked.isOn("TT_METAL_DEVICE_PROFILER_DISPATCH"),
        first && asked.isOn("TT_METAL_PROFILER_SYNC"),
        nocEvents,
        nocFolder == null || nocFolder.isEmpty() ? null : Path.of(nocFolder),
        counters,
        any && asked.isOn("TT_METAL_TRACE_PROFILER"),
        any && asked.isOn("TT_METAL_PROFILER_MID_RUN_DUMP"),
        any && asked.isOn("TT_METAL_PROFILER_CPP_POST_PROCESS"),
        any && asked.isOn("TT_METAL_PROFILER_SUM"),
        any && asked.isOn("TT_METAL_PROFILER_ACCUMULATE"),
        asked.number(
            "TT_METAL_PROFILER_PROGRAM_SUPPORT_COUNT", MarkerOptions.DEFAULT_PROGRAM_SUPPORT_COUNT),
        !asked.isOn("TT_METAL_PROFILER_DISABLE_DUMP_TO_FILES"),
        !(any && asked.isOn("TT_METAL_PROFILER_DISABLE_PUSH_TO_TRACY")));
  }

  /** The same for those who read devices. */
  DeviceLogs.Options logs(Path folder) {
    return new DeviceLogs.Options(
        folder,
        nocEventsFolder == null ? folder : nocEventsFolder,
        new MarkerOptions(
            programSupportCount, sum, dispatchCores, nocEvents, perfCounters, markerMode()),
        sync && !accumulate,
        midRunDump,
        cppPostProcess && !accumulate,
        writesFiles,
        Notice::print);
  }

  private MarkerOptions.Mode markerMode() {
    if (traceOnly) {
      return MarkerOptions.Mode.TRACES;
    }
    return accumulate ? MarkerOptions.Mode.ACCUMULATED : MarkerOptions.Mode.PROGRAMS;
  }

  /** What the user is to know before anything is recorded. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (programSupportCount < MarkerOptions.LEAST_PROGRAM_SUPPORT_COUNT) {
      remarks.add(
          ("Profiler program support count must be >= %1$d. Increasing program support count from"
                  + " %2$d to %1$d.")
              .formatted(MarkerOptions.LEAST_PROGRAM_SUPPORT_COUNT, programSupportCount));
    }
    if (nocEvents) {
      remarks.add(
          "Profiler NoC events are enabled; this can add 1-15% cycle overhead to typical"
              + " operations!");
    }
    if (traceOnly && (nocEvents || perfCounters != 0 || sum)) {
      remarks.add(
          "TT_METAL_TRACE_PROFILER records replays of traces as a whole: no NoC events, performance"
              + " counters or sum zones");
    }
    if (accumulate) {
      remarks.add(
          "TT_METAL_PROFILER_ACCUMULATE, meant for work on the profiler itself, records zones"
              + " without their operations: no "
              + String.join(", no ", lackingWhenAccumulated()));
    }
    return remarks;
  }

  private List<String> lackingWhenAccumulated() {
    List<String> lacking = new ArrayList<>(List.of("device times in reports"));
    if (sync) {
      lacking.add("clock fit");
    }
    if (nocEvents || perfCounters != 0 || sum) {
      lacking.add("NoC events, performance counters or sum zones");
    }
    return lacking;
  }

  private record Variables(Map<String, String> environment) {
    boolean isOn(String variable) {
      return ProfilerOptions.isOn(environment, variable);
    }

    int number(String variable, int fallback) {
      String text = environment.get(variable);
      if (text == null || text.isBlank()) {
        return fallback;
      }
      try {
        return Integer.parseInt(text.strip());
      } catch (NumberFormatException e) {
        throw new TilescopeException(
            "%s: a number from 0 to %d is expected, got \"%s\""
                .formatted(variable, Integer.MAX_VALUE, text),
            e);
      }
    }
  }
}
