package dev.tilescope.capture;

import dev.tilescope.internal.io.Varints;
import dev.tilescope.model.BufferPage;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Coded;
import dev.tilescope.model.Codes;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Report.LiveBuffer;
import dev.tilescope.model.TensorComparison;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent.BufferDescription;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the frames of one owner in order. A frame is sound or the rest of the owner's frames is not
 * read: {@link #damage()} then says why.
 */
final class FrameReader {
  private static final Codes<BufferType> BUFFER_TYPES = Codes.of(BufferType.values());
  private static final Codes<TensorMemoryLayout> MEMORY_LAYOUTS =
      Codes.of(TensorMemoryLayout.values());
  private static final Codes<TensorComparison.Scope> SCOPES =
      Codes.of(TensorComparison.Scope.values());
  private static final VarHandle LENGTH = BlockStore.INT.varHandle();

  private final List<MemorySegment> blocks;
  private int blockIndex;
  private long position = BlockStore.BLOCK_HEADER_BYTES;
  private byte[] payload = new byte[512];
  private int size;
  private int at;
  private FrameKind kind = FrameKind.CAPTURE;
  private String damage = "";

  FrameReader(List<MemorySegment> blocks) {
    this.blocks = blocks;
  }

  /** Moves to the next frame; false at the end. */
  boolean next() {
    while (damage.isEmpty() && blockIndex < blocks.size()) {
      MemorySegment block = blocks.get(blockIndex);
      int length =
          position + Integer.BYTES <= block.byteSize()
              ? (int) LENGTH.getAcquire(block, position)
              : 0;
      if (length == 0) {
        blockIndex++;
        position = BlockStore.BLOCK_HEADER_BYTES;
      } else {
        return load(block, length);
      }
    }
    return false;
  }

  private boolean load(MemorySegment block, int length) {
    if (length < 0 || position + BlockStore.frameBytes(length) > block.byteSize()) {
      damage = "a frame of " + length + " bytes does not fit its block";
      return false;
    }
    if (payload.length < length) {
      payload = new byte[Math.max(length, payload.length * 2)];
    }
    MemorySegment.copy(block, ValueLayout.JAVA_BYTE, position + Integer.BYTES, payload, 0, length);
    position += BlockStore.frameBytes(length);
    size = length;
    at = 1;
    FrameKind known = FrameKind.ofCode(payload[0]);
    if (known == null) {
      damage = "frame kind " + payload[0] + " is unknown";
      return false;
    }
    kind = known;
    return true;
  }

  /** What stopped the reading early, or an empty string. */
  String damage() {
    return damage;
  }

  FrameKind kind() {
    return kind;
  }

  /**
   * The first number of the frame, an event's place, without moving past it; -1 if it is damaged,
   * so that the frame's turn comes at once and its fault is noted.
   */
  long place() {
    int before = at;
    try {
      return number();
    } catch (TilescopeException e) {
      return -1;
    } finally {
      at = before;
    }
  }

  long number() {
    int end = Varints.end(payload, at, size);
    if (end - at > Varints.MOST_BYTES) {
      throw new TilescopeException("frame " + kind + " holds a number of more than 64 bits");
    }
    if (end > size) {
      throw new TilescopeException("frame " + kind + " ends inside a number");
    }
    long value = Varints.get(payload, at);
    at = end;
    return value;
  }

  int intNumber() {
    long value = number();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new TilescopeException("frame " + kind + " holds " + value + " where an int belongs");
    }
    return (int) value;
  }

  long signed() {
    return Varints.toSigned(number());
  }

  /** A count of things that take at least a byte each: a damaged one cannot exhaust memory. */
  int count() {
    int count = intNumber();
    if (count > size - at) {
      throw new TilescopeException(
          "frame " + kind + " announces " + count + " items in " + (size - at) + " bytes");
    }
    return count;
  }

  String text() {
    int length = count();
    String value = new String(payload, at, length, StandardCharsets.UTF_8);
    at += length;
    return value;
  }

  List<String> texts() {
    int count = count();
    List<String> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(text());
    }
    return values;
  }

  /** A constant by its code. */
  <E extends Coded> E coded(String what, Codes<E> codes) {
    long code = number();
    E constant = codes.of(code);
    if (constant == null) {
      throw new TilescopeException("frame " + kind + " holds " + what + " " + code);
    }
    return constant;
  }

  BufferType bufferType() {
    return coded("buffer type", BUFFER_TYPES);
  }

  private TensorMemoryLayout memoryLayout() {
    return coded("memory layout", MEMORY_LAYOUTS);
  }

  /** A buffer as an event names it. */
  record SeenBuffer(long uniqueId, BufferDescription description) {}

  SeenBuffer buffer() {
    long uniqueId = number();
    int device = (int) signed();
    BufferType type = bufferType();
    TensorMemoryLayout layout = memoryLayout();
    return new SeenBuffer(
        uniqueId,
        new BufferDescription(
            device, type, layout, number(), number(), number(), intNumber(), number()));
  }

  List<DeviceTensor> deviceTensors() {
    DeviceTensor[] parts = new DeviceTensor[count()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = new DeviceTensor((int) signed(), (int) signed(), number());
    }
    return List.of(parts);
  }

  List<LiveBuffer> liveBuffers() {
    int count = count();
    List<LiveBuffer> live = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int device = (int) signed();
      long address = number();
      long bytesPerBank = number();
      live.add(new LiveBuffer(device, address, bytesPerBank, bufferType(), memoryLayout()));
    }
    return live;
  }

  TensorComparison comparison() {
    return new TensorComparison(
        coded("scope of a comparison", SCOPES),
        number(),
        number(),
        number() == 1,
        Double.longBitsToDouble(number()),
        Double.longBitsToDouble(number()));
  }

  /** The facts of a metal trace, whose commands are in later frames. */
  MetalTrace metalTrace() {
    return new MetalTrace(
        number(),
        (int) signed(),
        chips(),
        text(),
        number(),
        number(),
        number(),
        intNumber(),
        number(),
        new byte[0],
        metalOperations());
  }

  private List<Integer> chips() {
    int count = count();
    List<Integer> chips = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      chips.add((int) signed());
    }
    return chips;
  }

  private List<MetalTrace.Operation> metalOperations() {
    int count = count();
    List<MetalTrace.Operation> operations = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      operations.add(new MetalTrace.Operation(number(), text(), intNumber(), intNumber()));
    }
    return operations;
  }

  byte[] bytes() {
    int length = count();
    byte[] bytes = Arrays.copyOfRange(payload, at, at + length);
    at += length;
    return bytes;
  }

  List<BufferPage> pages() {
    int count = count();
    List<BufferPage> pages = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      pages.add(
          new BufferPage(
              (int) signed(),
              number(),
              intNumber(),
              intNumber(),
              intNumber(),
              intNumber(),
              number(),
              number(),
              bufferType()));
    }
    return pages;
  }
}
