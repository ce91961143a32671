package dev.tilescope.profile;

import dev.tilescope.model.Changed;
import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a session records.
 *
 * @param folder where its files go: {@code .logs} in it holds what is recorded
 * @param partial methods are zones only between {@link Profiler#enable} and {@link
 *     Profiler#disable}
 * @param lines lines are zones too
 * @param memoryProfiler record device buffers as they come and go
 * @param fullOperationInfo describe every call of an operation in full, and not only the first of
 *     each program
 * @param traceTracking record which operations are part of a trace
 * @param jvmEvents record what the virtual machine did: collections, safepoints, compilations
 * @param bufferBytes the most memory that events may wait in
 * @param device what is recorded on devices
 */
public record ProfilerOptions(
    Path folder,
    boolean partial,
    boolean lines,
    boolean memoryProfiler,
    boolean fullOperationInfo,
    boolean traceTracking,
    boolean jvmEvents,
    long bufferBytes,
    DeviceProfilerOptions device) {
  private static final long LEAST_BUFFER_BYTES = 1 << 16;
  private static final long USUAL_BUFFER_BYTES = 256L << 20;

  /** Host zones, no device; nothing of the environment. */
  public static final ProfilerOptions DEFAULT =
      new ProfilerOptions(
          Path.of("generated", "profiler"),
          false,
          false,
          false,
          false,
          false,
          true,
          Math.min(USUAL_BUFFER_BYTES, Runtime.getRuntime().maxMemory() / 4),
          DeviceProfilerOptions.OFF);

  public ProfilerOptions {
    if (bufferBytes < LEAST_BUFFER_BYTES) {
      throw new TilescopeException(
          "profiler: the memory for events must be at least %,d bytes, got %,d"
              .formatted(LEAST_BUFFER_BYTES, bufferBytes));
    }
  }

  /**
   * What environment variables ask for. A boolean is true if its first character is 1.
   *
   * <pre>
   * TT_METAL_PROFILER_DIR               the folder; else generated/profiler in TT_METAL_HOME
   * TILESCOPE_PROFILE_PARTIAL           partial
   * TILESCOPE_PROFILE_LINES             lines
   * TT_METAL_MEM_PROFILER               memory profiler
   * TT_METAL_PROFILER_NO_CACHE_OP_INFO  full operation info, whatever its value is
   * TT_METAL_PROFILER_TRACE_TRACKING    trace tracking, if devices are profiled
   * </pre>
   *
   * <p>The others are at {@link DeviceProfilerOptions}.
   */
  public static ProfilerOptions fromEnvironment(Map<String, String> environment) {
    DeviceProfilerOptions device = DeviceProfilerOptions.fromEnvironment(environment);
    return new ProfilerOptions(
        folder(environment),
        isOn(environment, "TILESCOPE_PROFILE_PARTIAL"),
        isOn(environment, "TILESCOPE_PROFILE_LINES"),
        isOn(environment, "TT_METAL_MEM_PROFILER"),
        environment.containsKey("TT_METAL_PROFILER_NO_CACHE_OP_INFO"),
        device.isOn() && isOn(environment, "TT_METAL_PROFILER_TRACE_TRACKING"),
        DEFAULT.jvmEvents,
        DEFAULT.bufferBytes,
        device);
  }

  private static Path folder(Map<String, String> environment) {
    String folder = environment.get("TT_METAL_PROFILER_DIR");
    if (folder != null && !folder.isEmpty()) {
      return Path.of(folder);
    }
    String home = environment.get("TT_METAL_HOME");
    return home == null || home.isEmpty() ? DEFAULT.folder : Path.of(home).resolve(DEFAULT.folder);
  }

  static boolean isOn(Map<String, String> environment, String variable) {
    @Nullable String value = environment.get(variable);
    return value != null && value.startsWith("1");
  }

  /** Where what is recorded goes. */
  public Path logs() {
    return folder.resolve(".logs");
  }

  public ProfilerOptions withFolder(Path value) {
    return Changed.with(this, "folder", value);
  }

  public ProfilerOptions withPartial(boolean value) {
    return Changed.with(this, "partial", value);
  }

  public ProfilerOptions withMemoryProfiler(boolean value) {
    return Changed.with(this, "memoryProfiler", value);
  }

  public ProfilerOptions withFullOperationInfo(boolean value) {
    return Changed.with(this, "fullOperationInfo", value);
  }

  public ProfilerOptions withTraceTracking(boolean value) {
    return Changed.with(this, "traceTracking", value);
  }

  public ProfilerOptions withJvmEvents(boolean value) {
    return Changed.with(this, "jvmEvents", value);
  }

  public ProfilerOptions withBufferBytes(long value) {
    return Changed.with(this, "bufferBytes", value);
  }

  public ProfilerOptions withDevice(DeviceProfilerOptions value) {
    return Changed.with(this, "device", value);
  }
}
