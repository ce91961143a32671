package dev.tilescope.internal.export;

import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.CaptureEnd;
import dev.tilescope.model.TraceEvent.CaptureStart;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceEvent.DataflowBufferAllocate;
import dev.tilescope.model.TraceEvent.Failure;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceEvent.ScratchpadAllocate;
import dev.tilescope.model.TraceEvent.Tensor;
import dev.tilescope.model.TraceEvent.Unknown;
import java.util.stream.Collectors;

/** One event in words: as a line of the pretty print and as cells of the allocations table. */
final class EventText {
  private EventText() {}

  /**
   * The line TT-NN's pretty print shows; errors, which may have several, and unknown nodes, which
   * it lacks, are ours.
   */
  static String label(TraceEvent event) {
    return switch (event) {
      case CaptureStart _ -> "Capture Start";
      case CaptureEnd _ -> "Capture End";
      case FunctionStart f -> "Function Start: " + VisibleText.of(f.name());
      case FunctionEnd f -> "Function End:   " + VisibleText.of(f.name());
      case Tensor t -> "Add Tensor: " + t.tensor().tensorId();
      case TraceEvent.Buffer _ -> "Add Device Buffer";
      case BufferAllocate _ -> "Allocate Device Buffer";
      case BufferDeallocate _ -> "Deallocate Device Buffer";
      case CircularBufferAllocate _ -> "Allocate Circular Buffer";
      case DataflowBufferAllocate _ -> "Allocate Dataflow Buffer";
      case ScratchpadAllocate _ -> "Allocate Kernel Scratchpad";
      case CircularBufferDeallocateAll _ -> "Deallocate All Program-Scope L1";
      case Failure f -> lines("Error: " + f.type() + " in " + f.operation() + ": " + f.message());
      case Unknown u -> "Unknown: " + VisibleText.of(u.nodeType());
    };
  }

  /** Messages with a stack or the state of kernels are made to be read line by line. */
  private static String lines(String text) {
    return text.lines().map(VisibleText::of).collect(Collectors.joining("\n"));
  }

  /** The event as TT-NN's node types call it. */
  static String event(TraceEvent event) {
    return VisibleText.of(event.nodeType());
  }

  /** What is known about the event, in the brace form of TT-NN's document. */
  static String info(TraceEvent event) {
    return switch (event) {
      case FunctionStart f -> "{'inputs': '" + f.inputs() + "', 'name': '" + name(f.name()) + "'}";
      case FunctionEnd f -> "{'name': '" + name(f.name()) + "'}";
      case BufferAllocate b -> buffer(b.buffer());
      case BufferDeallocate b -> buffer(b.buffer());
      case CircularBufferAllocate c -> programMemory(c, "globally_allocated");
      case DataflowBufferAllocate d -> programMemory(d, "borrows_memory");
      case ScratchpadAllocate s -> programMemory(s, "");
      case Failure f -> "{'error_message': '" + name(f.message()) + "'}";
      case CircularBufferDeallocateAll d ->
          d.deviceId() < 0 ? "{}" : "{'device_id': '" + d.deviceId() + "'}";
      case CaptureStart _, CaptureEnd _, Tensor _, TraceEvent.Buffer _, Unknown _ -> "{}";
    };
  }

  private static String buffer(BufferDescription buffer) {
    StringBuilder out = new StringBuilder("{");
    known(out, "address", buffer.address());
    known(out, "device_id", buffer.deviceId());
    out.append("'layout': '")
        .append(buffer.layout() == null ? "UNKNOWN" : buffer.layout().name())
        .append("', ");
    known(out, "size", buffer.sizeBytes());
    return out.append("'type': '").append(buffer.type().name()).append("'}").toString();
  }

  private static String programMemory(ProgramMemory memory, String borrowedKey) {
    StringBuilder out = new StringBuilder("{");
    known(out, "address", memory.address());
    out.append("'core_range_set': '").append(memory.cores()).append("', ");
    known(out, "device_id", memory.deviceId());
    if (!borrowedKey.isEmpty()) {
      out.append('\'').append(borrowedKey).append("': '").append(memory.borrowed()).append("', ");
    }
    return out.append("'size': '").append(memory.sizeBytes()).append("'}").toString();
  }

  private static void known(StringBuilder out, String key, long number) {
    if (number >= 0) {
      out.append('\'').append(key).append("': '").append(number).append("', ");
    }
  }

  private static String name(String text) {
    return VisibleText.of(text).replace("'", "\\'");
  }
}
