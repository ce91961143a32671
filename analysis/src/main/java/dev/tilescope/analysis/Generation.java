package dev.tilescope.analysis;

import dev.tilescope.model.Report;
import dev.tilescope.model.Report.Metadata;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.BufferEvent;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceEvent.DataflowBufferAllocate;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.MemoryNeutral;
import dev.tilescope.model.TraceEvent.ProgramEvent;
import dev.tilescope.model.TraceEvent.ScratchpadAllocate;
import dev.tilescope.model.TraceEvent.Tensor;
import dev.tilescope.model.TraceNode;

/**
 * The age of a trace, from the newest thing in it. A trace says nothing of its own, and a newer
 * TT-NN need not have used what it could, so the answer is a lower bound.
 */
public enum Generation {
  FIRST("of the first generation"),
  DEVICE_IDS("of 2025-01 or later (device ids)"),
  ARGUMENTS("of 2025-03 or later (arguments)"),
  INPUT_TENSORS("of 2025-12 or later (input tensors)"),
  REPORTS("of 2026-03 or later (tensors described, sizes per bank)"),
  PROGRAM_MEMORY("of 2026-08 or later (dataflow buffers, scratchpads)");

  private final String phrase;

  Generation(String phrase) {
    this.phrase = phrase;
  }

  /** What to say after "a trace". */
  public String phrase() {
    return phrase;
  }

  public static Generation of(Report report) {
    Generation newest = report.metadata().equals(Metadata.UNKNOWN) ? FIRST : REPORTS;
    for (TraceNode node : report.trace().nodes()) {
      Generation seen = newestIn(node.event());
      newest = seen.compareTo(newest) > 0 ? seen : newest;
    }
    return newest;
  }

  private static Generation newestIn(TraceEvent event) {
    return switch (event) {
      case DataflowBufferAllocate _, ScratchpadAllocate _ -> PROGRAM_MEMORY;
      case Tensor t when t.tensor().dtype() != null -> REPORTS;
      case BufferAllocate b when b.buffer().maxSizePerBankBytes() >= 0 -> REPORTS;
      case BufferDeallocate b when b.buffer().maxSizePerBankBytes() >= 0 -> REPORTS;
      case FunctionStart f when !f.inputTensors().isEmpty() -> INPUT_TENSORS;
      case FunctionStart f when !f.arguments().isEmpty() -> ARGUMENTS;
      case BufferEvent b when b.buffer().deviceId() >= 0 -> DEVICE_IDS;
      case CircularBufferAllocate c when c.deviceId() >= 0 -> DEVICE_IDS;
      case CircularBufferDeallocateAll c when c.deviceId() >= 0 -> DEVICE_IDS;
      case BufferEvent _, ProgramEvent _, MemoryNeutral _ -> FIRST;
    };
  }
}
