package dev.tilescope.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened, wherever and whenever; a {@link TraceNode} gives it its place. */
public sealed interface TraceEvent {
  default NodeKind kind() {
    return switch (this) {
      case CaptureStart _ -> NodeKind.CAPTURE_START;
      case CaptureEnd _ -> NodeKind.CAPTURE_END;
      case FunctionStart _ -> NodeKind.FUNCTION_START;
      case FunctionEnd _ -> NodeKind.FUNCTION_END;
      case Tensor _ -> NodeKind.TENSOR;
      case Buffer _ -> NodeKind.BUFFER;
      case BufferAllocate _ -> NodeKind.BUFFER_ALLOCATE;
      case BufferDeallocate _ -> NodeKind.BUFFER_DEALLOCATE;
      case CircularBufferAllocate _ -> NodeKind.CIRCULAR_BUFFER_ALLOCATE;
      case DataflowBufferAllocate _ -> NodeKind.DATAFLOW_BUFFER_ALLOCATE;
      case ScratchpadAllocate _ -> NodeKind.SCRATCHPAD_ALLOCATE;
      case CircularBufferDeallocateAll _ -> NodeKind.CIRCULAR_BUFFER_DEALLOCATE_ALL;
      case Failure _ -> NodeKind.ERROR;
      case Unknown _ -> NodeKind.OTHER;
    };
  }

  /** The word that files have for it. */
  default String nodeType() {
    return kind().word();
  }

  /** A memory event that belongs to one device buffer. */
  sealed interface BufferEvent extends TraceEvent {
    BufferDescription buffer();
  }

  /** An event that changes no memory. */
  sealed interface MemoryNeutral extends TraceEvent {}

  /** Program memory is taken or released. */
  sealed interface ProgramEvent extends TraceEvent {
    int deviceId();
  }

  /** Space in L1 that a program holds on some cores until its device releases it. */
  sealed interface ProgramMemory extends ProgramEvent {
    long address();

    /** Bytes on each core. */
    long sizeBytes();

    CoreRangeSet cores();

    /** True if the bytes are those of a tensor's buffer and take no space of their own. */
    boolean borrowed();
  }

  record CaptureStart() implements MemoryNeutral {}

  record CaptureEnd(long durationNanos) implements MemoryNeutral {}

  /**
   * @param inputTensors positions of nodes
   */
  record FunctionStart(String name, int inputs, List<String> arguments, Ints inputTensors)
      implements MemoryNeutral {}

  /**
   * @param durationNanos host time, 0 if unknown
   * @param modelledDeviceNanos device time of the program this operation launched, from the cost
   *     model; 0 if it launched none
   */
  record FunctionEnd(String name, long durationNanos, long modelledDeviceNanos)
      implements MemoryNeutral {}

  record Tensor(TensorDescription tensor) implements MemoryNeutral {}

  record Buffer(BufferDescription buffer) implements BufferEvent, MemoryNeutral {}

  record BufferAllocate(BufferDescription buffer) implements BufferEvent {}

  record BufferDeallocate(BufferDescription buffer) implements BufferEvent {}

  record CircularBufferAllocate(
      int deviceId, long address, long sizeBytes, CoreRangeSet cores, boolean borrowed)
      implements ProgramMemory {}

  record DataflowBufferAllocate(
      int deviceId, long address, long sizeBytes, CoreRangeSet cores, boolean borrowed)
      implements ProgramMemory {}

  record ScratchpadAllocate(int deviceId, long address, long sizeBytes, CoreRangeSet cores)
      implements ProgramMemory {
    @Override
    public boolean borrowed() {
      return false;
    }
  }

  /** Releases every program memory of a device; a negative device id (older traces) means all. */
  record CircularBufferDeallocateAll(int deviceId) implements ProgramEvent {}

  record Failure(String type, String message, String operation) implements MemoryNeutral {}

  /** An event of a kind this version does not know: kept so that positions stay true. */
  record Unknown(String nodeType) implements MemoryNeutral {}

  /**
   * A tensor as an event describes it. Files of older generations lack most of it: absent parts are
   * null, and the id is then the node's counter.
   */
  record TensorDescription(
      long tensorId,
      @Nullable Shape shape,
      @Nullable DataType dtype,
      @Nullable Layout layout,
      @Nullable String memoryConfig,
      long sizeBytes,
      @Nullable Integer deviceId,
      @Nullable Long address,
      @Nullable BufferType bufferType,
      List<DeviceTensor> deviceTensors) {}

  /**
   * A buffer as events describe it; numbers that a file does not hold are -1.
   *
   * @param layout null when the file's word is not one of the known layouts
   */
  record BufferDescription(
      int deviceId,
      BufferType type,
      @Nullable TensorMemoryLayout layout,
      long address,
      long sizeBytes,
      long pageBytes,
      int shardCores,
      long maxSizePerBankBytes) {}
}
