/**
 * What TT-NN's module offers besides operations: devices, traces, captures and marks for the
 * profiler, under TT-NN's names. {@code dev.tilescope.ops.Ttnn} inherits them, so that programs
 * call them there.
 *
 * <p>Each is one call of what this library has for it, which its description names and which can do
 * more. May use {@code device}, {@code capture}, {@code profile} and {@code model}.
 *
 * <pre>{@code
 * MeshDevice device = Ttnn.openDevice("n150");
 * Tensor a = Ttnn.ones(Shape.of(64, 64), device);
 * Ttnn.relu(a);
 * Ttnn.beginGraphCapture(RunMode.NORMAL);
 * Ttnn.relu(a);
 * Ttnn.endGraphCaptureToFile(Path.of("report.json"));
 * long traceId = Ttnn.beginTraceCapture(device, 0);
 * Ttnn.relu(a);
 * Ttnn.endTraceCapture(device, traceId, 0);
 * Ttnn.signpost("Measurement Start");
 * Ttnn.executeTrace(device, traceId, 0, false);
 * Ttnn.synchronizeDevice(device);
 * Ttnn.readDeviceProfiler(device);
 * Ttnn.releaseTrace(device, traceId);
 * Ttnn.closeDevice(device);
 * }</pre>
 */
@NullMarked
package dev.tilescope.ttnn;

import org.jspecify.annotations.NullMarked;
