package dev.tilescope.internal.track;

import dev.tilescope.model.BufferRef;
import dev.tilescope.model.CircularBufferRef;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.ProgramRef;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorComparison;
import dev.tilescope.model.TensorRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hears what traced code does, on the thread that does it, in its order. Functions nest: each start
 * is followed by exactly one end or failure on the same thread.
 *
 * <p>Rules for an implementation: be quick, be thread-safe, never throw, and copy what you need:
 * the references describe live objects and are not to be kept.
 */
public interface TraceListener {
  /**
   * @param arguments one per name of the signature; tensors are {@link TensorRef}s or lists of them
   */
  default void functionStart(Signature signature, @Nullable Object[] arguments) {}

  /**
   * What an operation gives back, tensors or not; its end follows.
   *
   * @param result null for nothing
   */
  default void operationReturned(Signature signature, @Nullable Object result) {}

  /**
   * @param modelledDeviceNanos time the cost model gives the program that this function launched; 0
   *     if it launched none
   */
  default void functionEnd(
      Signature signature, List<? extends TensorRef> outputs, long modelledDeviceNanos) {}

  default void functionFailed(Signature signature, Throwable failure) {}

  /** Called after the buffer has its address. */
  default void bufferAllocated(BufferRef buffer) {}

  /** Called before the address is given back, so that no other thread can be seen to reuse it. */
  default void bufferDeallocated(BufferRef buffer) {}

  default void circularBufferAllocated(CircularBufferRef circularBuffer) {}

  /** A program is about to start on the device: the circular buffers of earlier ones are gone. */
  default void circularBuffersReleased(DeviceRef device) {}

  /** A device was opened; it has run nothing yet. */
  default void deviceOpened(DeviceRef device) {}

  /** A device is about to be closed: what it still holds can be read for the last time. */
  default void deviceClosing(DeviceRef device) {}

  /** A program was put on the cores; never called while dispatch is blocked. */
  default void programLaunched(ProgramRef program) {}

  /**
   * The calling thread begins to record what it enqueues on a device as a metal trace.
   *
   * @param queue the command queue that is recorded
   */
  default void metalTraceBegun(DeviceRef device, long traceId, int queue) {}

  /** A metal trace lies in the memory of its device and can be replayed. */
  default void metalTraceEnded(MetalTrace trace) {}

  /**
   * A program was recorded instead of being run.
   *
   * @param program as it will run; its modelled times hold for each replay
   */
  default void programRecorded(long traceId, ProgramRef program) {}

  /** The programs of a metal trace are about to run again. */
  default void metalTraceReplayed(DeviceRef device, long traceId) {}

  /** The memory of a metal trace is free again. */
  default void metalTraceReleased(DeviceRef device, long traceId) {}

  /** Comparison mode held a result against its golden values. */
  default void compared(TensorComparison comparison) {}
}
