package dev.tilescope.device.marker;

import dev.tilescope.model.Coded;
import dev.tilescope.model.Codes;
import dev.tilescope.model.TilescopeException;

/**
 * How markers are packed into 32-bit words, as TT-Metal's profiler packs them.
 *
 * <pre>
 * a run    0, 0                                      marks its beginning
 *          risc 0-4 | core 5-12 | trace replay 13-28, program number
 *          4 guaranteed markers: firmware start, end, kernel start, end (0, 0 if there was none)
 *          optional markers
 * marker   valid 31 | packet type 28-30 | zone id 12-27 | time bits 32-43, time bits 0-31
 *          for ZONE_TOTAL the second word is the sum
 *          TS_DATA: 2 words of data follow, the upper first; TS_DATA_16B: 4
 * </pre>
 */
public final class MarkerWords {
  /** Of the header and the guaranteed markers: the least that a run takes. */
  public static final int GUARANTEED_WORDS = 12;

  public static final int HEADER_WORDS = 4;
  public static final int MARKER_WORDS = 2;

  static final int VALID = 1 << 31;
  private static final int ID_SHIFT = 12;
  private static final int TYPE_SHIFT = 28;
  private static final int CORE_SHIFT = 5;
  private static final int REPLAY_SHIFT = 13;

  private MarkerWords() {}

  /** What a marker says, with its number on the device. */
  public enum Packet implements Coded {
    ZONE_START(0, 0),
    ZONE_END(1, 0),
    ZONE_TOTAL(2, 0),
    TS_DATA(3, 2),
    TS_EVENT(4, 0),
    TS_DATA_16B(5, 4);

    private static final Codes<Packet> BY_CODE = Codes.of(Packet.values());

    private final int code;
    private final int dataWords;

    Packet(int code, int dataWords) {
      this.code = code;
      this.dataWords = dataWords;
    }

    @Override
    public int code() {
      return code;
    }

    /** Words that follow the marker. */
    public int dataWords() {
      return dataWords;
    }
  }

  static int first(Packet packet, int zoneId, long cycles) {
    return VALID | packet.code << TYPE_SHIFT | zoneId << ID_SHIFT | (int) (cycles >>> 32) & 0xFFF;
  }

  static int header(Risc risc, int core, int replay) {
    return risc.code() | core << CORE_SHIFT | (replay & 0xFFFF) << REPLAY_SHIFT;
  }

  public static boolean isValid(int first) {
    return first < 0;
  }

  /**
   * @throws TilescopeException for a type that no device writes
   */
  public static Packet packet(int first) {
    int code = first >>> TYPE_SHIFT & 7;
    Packet packet = Packet.BY_CODE.of(code);
    if (packet == null) {
      throw new TilescopeException(
          "a marker of a device is damaged: its packet type must be 0 to %d, got %d"
              .formatted(Packet.BY_CODE.most(), code));
    }
    return packet;
  }

  public static int zoneId(int first) {
    return first >>> ID_SHIFT & 0xFFFF;
  }

  public static long cycles(int first, int second) {
    return (first & 0xFFFL) << 32 | second & 0xFFFF_FFFFL;
  }

  public static int replay(int header) {
    return header >>> REPLAY_SHIFT & 0xFFFF;
  }
}
