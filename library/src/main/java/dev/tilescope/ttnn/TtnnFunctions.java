package dev.tilescope.ttnn;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.BankStatistics;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.Event;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.Signpost;
import java.nio.file.Path;

/**
 * TT-NN's functions that are no operations, under the names that its programs call them by. Write
 * {@code Ttnn.openDevice("n150")}: {@code dev.tilescope.ops.Ttnn} inherits them all.
 */
public abstract class TtnnFunctions {
  /** Only {@code Ttnn} extends it, which has no instances. */
  protected TtnnFunctions() {}

  /**
   * {@code ttnn.open_device}: {@link MeshDevice#open(String)}.
   *
   * @param board such as {@code n150}; what the number of a board in a machine is to TT-NN
   */
  public static MeshDevice openDevice(String board) {
    return MeshDevice.open(board);
  }

  /**
   * {@code ttnn.open_device} with {@code l1_small_size}, {@code trace_region_size} and so on:
   * {@link MeshDevice#open(Board, DeviceOptions)}.
   */
  public static MeshDevice openDevice(String board, DeviceOptions options) {
    return MeshDevice.open(Board.named(board), options);
  }

  /** {@code ttnn.open_mesh_device}: as {@link #openDevice(String)}, of {@code t3000} say. */
  public static MeshDevice openMeshDevice(String board) {
    return openDevice(board);
  }

  /** {@code ttnn.open_mesh_device}: as {@link #openDevice(String, DeviceOptions)}. */
  public static MeshDevice openMeshDevice(String board, DeviceOptions options) {
    return openDevice(board, options);
  }

  /** {@code ttnn.close_device}: {@link MeshDevice#close()}. */
  public static void closeDevice(MeshDevice device) {
    device.close();
  }

  /** {@code ttnn.close_mesh_device}: {@link MeshDevice#close()}. */
  public static void closeMeshDevice(MeshDevice device) {
    device.close();
  }

  /** {@code ttnn.synchronize_device}: {@link MeshDevice#synchronize()}. */
  public static void synchronizeDevice(MeshDevice device) {
    device.synchronize();
  }

  /** {@code ttnn.synchronize_device(device, cq_id)}: waits for one command queue alone. */
  public static void synchronizeDevice(MeshDevice device, int queue) {
    device.commandQueue(queue).finish();
  }

  /** {@code ttnn.record_event}: marks this point of a command queue. */
  public static Event recordEvent(MeshDevice device, int queue) {
    return device.commandQueue(queue).recordEvent();
  }

  /** {@code ttnn.wait_for_event}: lets a queue of the event's device go on after the event. */
  public static void waitForEvent(int queue, Event event) {
    event.device().commandQueue(queue).waitFor(event);
  }

  /** {@code ttnn.get_memory_view}: {@link MeshDevice#statistics}, of one bank. */
  public static BankStatistics getMemoryView(MeshDevice device, BufferType type) {
    return device.statistics(type);
  }

  /**
   * {@code ttnn.dump_device_memory_state}: prints {@link #getMemoryView} of DRAM and L1. TT-NN
   * writes them to files.
   *
   * @param prefix begins each line
   */
  public static void dumpDeviceMemoryState(MeshDevice device, String prefix) {
    System.out.println(prefix + "DRAM: " + getMemoryView(device, BufferType.DRAM));
    System.out.println(prefix + "L1: " + getMemoryView(device, BufferType.L1));
  }

  /**
   * {@code ttnn.begin_trace_capture}: {@link MeshTrace#beginCapture(MeshDevice, int)}, which gives
   * the trace itself.
   *
   * @return the number of the trace
   */
  public static long beginTraceCapture(MeshDevice device, int queue) {
    return MeshTrace.beginCapture(device, queue).id();
  }

  /** {@code ttnn.end_trace_capture}: {@link MeshTrace#endCapture}, of the queue it began on. */
  public static void endTraceCapture(MeshDevice device, long traceId, int queue) {
    device.commandQueue(queue).run(MeshTrace.find(device, traceId)::endCapture);
  }

  /** {@code ttnn.execute_trace}: {@link MeshTrace#execute(boolean)}. */
  public static void executeTrace(MeshDevice device, long traceId, int queue, boolean blocking) {
    device.commandQueue(queue).run(() -> MeshTrace.find(device, traceId).execute(blocking));
  }

  /** {@code ttnn.release_trace}: {@link MeshTrace#release}. */
  public static void releaseTrace(MeshDevice device, long traceId) {
    MeshTrace.find(device, traceId).release();
  }

  /** {@code device.get_trace_buffers_size}: {@link MeshDevice#traceBuffersSize}. */
  public static long getTraceBuffersSize(MeshDevice device) {
    return device.traceBuffersSize();
  }

  /** {@code ttnn.graph.begin_graph_capture}: {@link GraphCapture#begin(RunMode)}. */
  public static GraphCapture beginGraphCapture(RunMode mode) {
    return GraphCapture.begin(mode);
  }

  /**
   * {@code ttnn.graph.begin_graph_capture} after {@code enable_stack_traces} or {@code
   * enable_buffer_pages}, which are options here: {@link GraphCapture#begin(CaptureOptions)}.
   */
  public static GraphCapture beginGraphCapture(CaptureOptions options) {
    return GraphCapture.begin(options);
  }

  /**
   * {@code ttnn.graph.end_graph_capture}: {@link GraphCapture#end} of the capture that this thread
   * began last.
   */
  public static Report endGraphCapture() {
    return GraphCapture.innermost().end();
  }

  /** {@code ttnn.graph.end_graph_capture_to_file}: {@link GraphCapture#endToFile}. */
  public static Report endGraphCaptureToFile(Path file) {
    return GraphCapture.innermost().endToFile(file);
  }

  /** {@code ttnn.ReadDeviceProfiler}: {@link Profiler#readDeviceProfiler}. */
  public static void readDeviceProfiler(MeshDevice device) {
    Profiler.readDeviceProfiler(device);
  }

  /** {@code tracy.signpost}: {@link Signpost#mark(String)}. */
  public static void signpost(String header) {
    Signpost.mark(header);
  }

  /** {@code tracy.signpost} with a message: {@link Signpost#mark(String, String)}. */
  public static void signpost(String header, String message) {
    Signpost.mark(header, message);
  }

  /** {@code ttnn.tracy_message}: {@link Profiler#message(String)}. */
  public static void tracyMessage(String text) {
    Profiler.message(text);
  }

  /** {@code ttnn.tracy_message} with a colour: {@link Profiler#message(String, int)}. */
  public static void tracyMessage(String text, int rgb) {
    Profiler.message(text, rgb);
  }

  /** {@code ttnn.start_tracy_zone}: {@link Profiler#startZone(String, String, int)}. */
  public static void startTracyZone(String source, String function, int line) {
    Profiler.startZone(source, function, line);
  }

  /** {@code ttnn.start_tracy_zone}: {@link Profiler#startZone(String, String, int, int)}. */
  public static void startTracyZone(String source, String function, int line, int rgb) {
    Profiler.startZone(source, function, line, rgb);
  }

  /** {@code ttnn.stop_tracy_zone}: {@link Profiler#stopZone()}. */
  public static boolean stopTracyZone() {
    return Profiler.stopZone();
  }

  /** {@code ttnn.stop_tracy_zone}: {@link Profiler#stopZone(String, int)}. */
  public static boolean stopTracyZone(String name, int rgb) {
    return Profiler.stopZone(name, rgb);
  }

  /** {@code ttnn.tracy_frame}: {@link Profiler#frameMark()}. */
  public static void tracyFrame() {
    Profiler.frameMark();
  }
}
