package dev.tilescope.report;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.Ints;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.BufferEvent;
import dev.tilescope.model.TraceEvent.CaptureEnd;
import dev.tilescope.model.TraceEvent.CaptureStart;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceEvent.DataflowBufferAllocate;
import dev.tilescope.model.TraceEvent.Failure;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceEvent.Tensor;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceEvent.Unknown;
import dev.tilescope.model.TraceNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes trace nodes. Every object's keys ascend by byte order, as an ordered map prints them:
 *
 * <pre>
 * node --> arguments, connections, counter, duration_ns?, input_tensors, modelled_device_ns?,
 *          node_type, params | null, stacking_level, thread?
 * </pre>
 *
 * {@code thread} (when not 0) and {@code modelled_device_ns} are ours; other readers ignore them.
 * Numbers the model does not know (-1) are left out, so that reading gives -1 back.
 */
final class NodeWriter {
  private final JsonWriter out;

  NodeWriter(JsonWriter out) {
    this.out = out;
  }

  void write(TraceNode node) {
    TraceEvent event = node.event();
    FunctionStart start = event instanceof FunctionStart s ? s : null;
    out.beginObject().name("arguments").strings(start == null ? List.of() : start.arguments());
    ints("connections", node.connections());
    out.field("counter", node.counter());
    optionalNanos("duration_ns", durationNanos(event));
    ints("input_tensors", start == null ? Ints.EMPTY : start.inputTensors());
    optionalNanos("modelled_device_ns", modelledDeviceNanos(event));
    out.field("node_type", event.nodeType()).name("params");
    params(event);
    out.field("stacking_level", node.level());
    if (node.thread() > 0) {
      out.field("thread", node.thread());
    }
    out.endObject();
  }

  private void params(TraceEvent event) {
    switch (event) {
      case CaptureStart _, CaptureEnd _, Unknown _ -> out.nullValue();
      case FunctionStart f ->
          out.beginObject()
              .field("inputs", Integer.toString(f.inputs()))
              .field("name", f.name())
              .endObject();
      case FunctionEnd f -> out.beginObject().field("name", f.name()).endObject();
      case Tensor t -> tensor(t.tensor());
      case TraceEvent.Buffer b -> buffer(b.buffer());
      case BufferEvent b -> bufferEvent(b.buffer());
      case ProgramMemory p -> programMemory(p);
      case CircularBufferDeallocateAll d -> deallocateAll(d);
      case Failure f -> failure(f);
    }
  }

  private void tensor(TensorDescription tensor) {
    out.beginObject();
    known("address", tensor.address());
    if (tensor.bufferType() != null) {
      out.field("buffer_type", tensor.bufferType().code());
    }
    known("device_id", tensor.deviceId());
    if (!tensor.deviceTensors().isEmpty()) {
      out.field("device_tensors", deviceTensors(tensor.deviceTensors()));
    }
    known("dtype", tensor.dtype());
    known("layout", tensor.layout());
    known("memory_config", tensor.memoryConfig());
    known("shape", tensor.shape());
    known("size", tensor.sizeBytes());
    out.field("tensor_id", tensor.tensorId()).endObject();
  }

  /** A string that itself holds compact JSON; all its characters are plain ASCII. */
  private static String deviceTensors(List<DeviceTensor> parts) {
    StringBuilder json = new StringBuilder("[");
    for (DeviceTensor part : parts) {
      json.append(json.length() == 1 ? "{\"address\":" : ",{\"address\":").append(part.address());
      json.append(",\"device_id\":").append(part.deviceId());
      json.append(",\"mesh_device_id\":").append(part.meshDeviceId()).append('}');
    }
    return json.append(']').toString();
  }

  private void buffer(BufferDescription buffer) {
    out.beginObject().field("buffer_type", buffer.type().code());
    known("device_id", buffer.deviceId());
    out.field("layout", layout(buffer.layout()));
    known("size", buffer.sizeBytes());
    out.field("type", residence(buffer)).endObject();
  }

  private void bufferEvent(BufferDescription buffer) {
    out.beginObject();
    known("address", buffer.address());
    out.field("buffer_type", buffer.type().code());
    known("device_id", buffer.deviceId());
    out.field("layout", layout(buffer.layout()));
    known("max_size_per_bank", buffer.maxSizePerBankBytes());
    known("num_cores", buffer.shardCores());
    known("page_size", buffer.pageBytes());
    known("size", buffer.sizeBytes());
    out.field("type", residence(buffer)).endObject();
  }

  private static String residence(BufferDescription buffer) {
    return buffer.type().isDram() ? "DRAM" : "L1";
  }

  private static String layout(@Nullable TensorMemoryLayout layout) {
    return layout == null || layout == TensorMemoryLayout.ND_SHARDED ? "UNKNOWN" : layout.name();
  }

  private void programMemory(ProgramMemory memory) {
    out.beginObject();
    known("address", memory.address());
    if (memory instanceof DataflowBufferAllocate) {
      out.field("borrows_memory", memory.borrowed() ? "1" : "0");
    }
    out.field("core_range_set", memory.cores().toString());
    known("device_id", memory.deviceId());
    if (memory instanceof CircularBufferAllocate) {
      out.field("globally_allocated", memory.borrowed() ? "1" : "0");
    }
    known("size", memory.sizeBytes());
    out.endObject();
  }

  private void deallocateAll(CircularBufferDeallocateAll event) {
    if (event.deviceId() < 0) {
      out.nullValue();
    } else {
      out.beginObject().field("device_id", event.deviceId()).endObject();
    }
  }

  private void failure(Failure failure) {
    out.beginObject()
        .field("error_message", failure.message())
        .field("error_operation", failure.operation())
        .field("error_type", failure.type())
        .endObject();
  }

  private static long durationNanos(TraceEvent event) {
    if (event instanceof FunctionEnd end) {
      return end.durationNanos();
    }
    return event instanceof CaptureEnd end ? end.durationNanos() : 0;
  }

  private static long modelledDeviceNanos(TraceEvent event) {
    return event instanceof FunctionEnd end ? end.modelledDeviceNanos() : 0;
  }

  private void optionalNanos(String name, long nanos) {
    if (nanos > 0) {
      out.field(name, nanos);
    }
  }

  private void ints(String name, Ints values) {
    out.name(name).beginArray();
    for (int i = 0; i < values.size(); i++) {
      out.value(values.get(i));
    }
    out.endArray();
  }

  private void known(String name, @Nullable Object fact) {
    if (fact instanceof Number number) {
      out.field(name, number.longValue());
    } else if (fact != null) {
      out.field(name, fact.toString());
    }
  }

  private void known(String name, long number) {
    if (number >= 0) {
      out.field(name, number);
    }
  }
}
