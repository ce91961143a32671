package dev.tilescope.internal.monitor;

import dev.tilescope.model.BufferType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Where everything is in a {@link MemoryFile}, which says what it means. */
public final class MemoryFileLayout {
  public static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
  public static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** For what a reader in another process must see in order; coordinates: segment, offset. */
  public static final VarHandle ORDERED = LONG.varHandle();

  /** {@code TSMEM001} as a little-endian number. */
  public static final long MAGIC = 0x3130_304D_454D_5354L;

  public static final int VERSION = 2;

  public static final int DEVICES = 64;
  public static final int CHIPS = 64;
  public static final int MAKERS = 1024;
  public static final int ROWS = 16_384;

  /** The memories that have figures, in the order of the file. */
  public static final List<BufferType> REGIONS =
      List.of(BufferType.DRAM, BufferType.L1, BufferType.L1_SMALL, BufferType.TRACE);

  public static final long HEADER_MAGIC = 0;
  public static final long HEADER_VERSION = 8;
  public static final long HEADER_PID = 16;
  public static final long HEADER_START = 24;
  public static final long HEADER_SPACE = 32;
  public static final long HEADER_SINCE = 40;
  public static final long HEADER_ALLOCATIONS = 48;
  public static final long HEADER_FREES = 56;
  public static final long HEADER_UNLISTED = 64;
  public static final long HEADER_UNSENT = 72;
  public static final long HEADER_ROWS = 80;
  public static final long HEADER_COMMAND = 128;
  public static final int COMMAND_BYTES = 128;

  public static final long DEVICE_SEQUENCE = 0;
  public static final long DEVICE_OPEN = 8;
  public static final long DEVICE_ID = 12;
  public static final long DEVICE_CHIPS = 16;
  public static final long DEVICE_CHANNELS = 20;
  public static final long DEVICE_L1 = 24;
  public static final long DEVICE_ARCH = 32;
  public static final int ARCH_BYTES = 32;
  public static final long DEVICE_REGIONS = 64;
  public static final long DEVICE_CHIP_IDS = 192;
  public static final long DEVICE_L1_BANK = 448;
  public static final long DEVICE_DRAM_BANK = 456;
  public static final long DEVICE_L1_PEAK = 464;
  public static final long DEVICE_L1_PROGRAM = 472;
  public static final long DEVICE_L1_HEADROOM = 480;
  public static final long DEVICE_DRAM_PEAK = 488;
  public static final long DEVICE_L1_CORE = 496;
  public static final long DEVICE_BYTES = 512;

  public static final long REGION_CAPACITY = 0;
  public static final long REGION_USED = 8;
  public static final long REGION_PEAK = 16;
  public static final long REGION_BUFFERS = 24;
  public static final long REGION_BYTES = 32;

  public static final int MAKER_BYTES = 128;

  public static final long ROW_KEY = 0;
  public static final long ROW_ADDRESS = 8;
  public static final long ROW_SIZE = 16;
  public static final long ROW_ORIGIN = 24;
  public static final long ROW_BYTES = 32;

  private static final long DEVICES_AT = 256;
  private static final long MAKERS_AT = DEVICES_AT + DEVICES * DEVICE_BYTES;
  private static final long ROWS_AT = MAKERS_AT + (long) MAKERS * MAKER_BYTES;
  public static final long FILE_BYTES = ROWS_AT + ROWS * ROW_BYTES;

  private MemoryFileLayout() {}

  /** The place of a memory in {@link #REGIONS}; -1 for memory of the host. */
  public static int regionOf(BufferType type) {
    return switch (type) {
      case DRAM -> 0;
      case L1 -> 1;
      case L1_SMALL -> 2;
      case TRACE -> 3;
      case SYSTEM_MEMORY -> -1;
    };
  }

  public static long device(int slot) {
    return DEVICES_AT + slot * DEVICE_BYTES;
  }

  public static long region(int slot, int region) {
    return device(slot) + DEVICE_REGIONS + region * REGION_BYTES;
  }

  public static long maker(int number) {
    return MAKERS_AT + (long) number * MAKER_BYTES;
  }

  public static long row(int row) {
    return ROWS_AT + row * ROW_BYTES;
  }

  /** Device, memory, maker and time of a row in one word, so that a row is half a cache line. */
  static long origin(int slot, int region, int maker, long sinceEpochMillis) {
    return slot | (long) region << 6 | (long) maker << 8 | sinceEpochMillis << 18;
  }

  public static int originDevice(long origin) {
    return (int) (origin & DEVICES - 1);
  }

  public static int originRegion(long origin) {
    return (int) (origin >> 6 & 3);
  }

  public static int originMaker(long origin) {
    return (int) (origin >> 8 & MAKERS - 1);
  }

  public static long originEpochMillis(long origin) {
    return origin >>> 18;
  }

  /** A length and so many bytes of UTF-8; what does not fit is cut, between characters. */
  static void putText(MemorySegment file, long at, int fieldBytes, String text) {
    ByteBuffer bytes = ByteBuffer.allocate(fieldBytes - Integer.BYTES);
    CharsetEncoder encoder =
        StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    var _ = encoder.encode(CharBuffer.wrap(text), bytes, true);
    file.set(INT, at, bytes.position());
    MemorySegment.copy(
        bytes.array(), 0, file, ValueLayout.JAVA_BYTE, at + Integer.BYTES, bytes.position());
  }

  /** Whatever the bytes are: a wrong length is cut, and what is no UTF-8 becomes U+FFFD. */
  public static String text(MemorySegment file, long at, int fieldBytes) {
    int length = Math.clamp(file.get(INT.withByteAlignment(1), at), 0, fieldBytes - Integer.BYTES);
    byte[] bytes = file.asSlice(at + Integer.BYTES, length).toArray(ValueLayout.JAVA_BYTE);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
