package dev.tilescope.capture;

import dev.tilescope.internal.io.Varints;
import dev.tilescope.model.BufferPage;
import dev.tilescope.model.BufferRef;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.TensorRef;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes one frame at a time into a buffer it reuses. Owned by one thread at a time. */
final class FrameWriter {
  private byte[] bytes = new byte[512];
  private int size;

  FrameWriter start(FrameKind kind) {
    size = 0;
    ensure(1);
    bytes[size++] = (byte) kind.code();
    return this;
  }

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  FrameWriter number(long value) {
    ensure(Varints.MOST_BYTES);
    size = Varints.put(bytes, size, value);
    return this;
  }

  FrameWriter signed(long value) {
    return number(Varints.ofSigned(value));
  }

  FrameWriter text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return bytes(utf8, 0, utf8.length);
  }

  FrameWriter texts(List<String> values) {
    number(values.size());
    values.forEach(this::text);
    return this;
  }

  /** Every tensor among some arguments, lists of tensors included. */
  FrameWriter tensors(@Nullable Object[] arguments, Definitions definitions) {
    int count = 0;
    for (Object argument : arguments) {
      count += tensorCount(argument);
    }
    number(count);
    for (Object argument : arguments) {
      if (argument instanceof TensorRef one) {
        tensor(one, definitions);
      } else if (argument instanceof List<?> many) {
        for (Object item : many) {
          if (item instanceof TensorRef one) {
            tensor(one, definitions);
          }
        }
      }
    }
    return this;
  }

  private static int tensorCount(@Nullable Object argument) {
    if (argument instanceof TensorRef) {
      return 1;
    }
    int count = 0;
    if (argument instanceof List<?> many) {
      for (Object item : many) {
        count += item instanceof TensorRef ? 1 : 0;
      }
    }
    return count;
  }

  FrameWriter tensor(TensorRef tensor, Definitions definitions) {
    number(tensor.tensorId()).number(definitions.spec(tensor.spec()));
    BufferRef buffer = tensor.buffer();
    if (buffer == null) {
      number(0);
    } else {
      number(1).buffer(buffer);
    }
    List<DeviceTensor> parts = tensor.deviceTensors();
    number(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      DeviceTensor part = parts.get(i);
      signed(part.deviceId()).signed(part.meshDeviceId()).number(part.address());
    }
    return this;
  }

  FrameWriter buffer(BufferRef buffer) {
    return number(buffer.uniqueId())
        .signed(buffer.device().id())
        .number(buffer.type().code())
        .number(buffer.layout().code())
        .number(buffer.address())
        .number(buffer.sizeBytes())
        .number(buffer.pageBytes())
        .number(buffer.shardCores())
        .number(buffer.maxSizePerBankBytes());
  }

  /** Everything but the commands. */
  FrameWriter metalTrace(MetalTrace trace) {
    number(trace.traceId()).signed(trace.deviceId()).number(trace.chipIds().size());
    trace.chipIds().forEach(this::signed);
    text(trace.architecture())
        .number(trace.regionBytes())
        .number(trace.tracesBytes())
        .number(trace.addressBytes())
        .number(trace.pageBytes())
        .number(trace.bufferBytes())
        .number(trace.operations().size());
    for (MetalTrace.Operation operation : trace.operations()) {
      number(operation.programId())
          .text(operation.name())
          .number(operation.offsetBytes())
          .number(operation.sizeBytes());
    }
    return this;
  }

  FrameWriter bytes(byte[] from, int offset, int length) {
    number(length);
    ensure(length);
    System.arraycopy(from, offset, bytes, size, length);
    size += length;
    return this;
  }

  FrameWriter pages(List<BufferPage> pages) {
    number(pages.size());
    for (BufferPage page : pages) {
      signed(page.deviceId())
          .number(page.address())
          .number(page.coreY())
          .number(page.coreX())
          .number(page.bankId())
          .number(page.pageIndex())
          .number(page.pageAddress())
          .number(page.pageBytes())
          .number(page.type().code());
    }
    return this;
  }

  private void ensure(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
