package dev.tilescope.device.marker;

import dev.tilescope.device.marker.MarkerWords.Packet;
import java.util.Arrays;

/**
 * The markers of one RISC on one core: a buffer in L1 for the run that is under way, and an area in
 * DRAM for runs that ended. Both have the sizes of a board's; what does not fit is lost, and
 * counted, which a board cannot do.
 *
 * <p>The firmware's zones have places of their own in L1. A main zone that a kernel opens itself is
 * kept among the optional markers, with room set aside for its end and for a child of it.
 *
 * <p>Not for two threads at once: {@link MarkerMemory} sees to that. A little over 300 lines: all
 * of them fill the same two memories.
 */
public sealed class RiscMarkers permits AccumulatedMarkers {
  static final int L1_WORDS = 512;
  private static final int FIRST_DRAM_WORDS = 1 << 10;
  private static final int SUMS = 2;
  private static final int QUICK_PUSH_CYCLES = 300;
  private static final int ZONE_WORDS = 2 * MarkerWords.MARKER_WORDS;

  private final Risc risc;
  private final int core;
  private final int limitWords;
  private final boolean keepsSums;
  private final int[] l1 = new int[L1_WORDS];
  private int[] dram = new int[0];
  private int dramEnd;

  /** Up to where {@link #peek} has looked. */
  private int peekedEnd;

  /** How many words of L1 are in use. */
  int index = MarkerWords.GUARANTEED_WORDS;

  private int setAsideWords;
  private int childWords;
  private boolean isValid = true;
  private boolean isDropped;
  private long lostMarkers;
  private final int[] sumIds = new int[SUMS];
  private final long[] sums = new long[SUMS];

  RiscMarkers(Risc risc, int core, MarkerOptions options) {
    this.risc = risc;
    this.core = core;
    this.limitWords = options.dramWords();
    this.keepsSums = options.sumZones();
  }

  /** A run begins: the go signal came. */
  public void begin(long programNumber, int replay, long cycles) {
    beginWithoutFirmware(programNumber, replay);
    put(4, Packet.ZONE_START, FirmwareZones.of(risc).firmware(), cycles);
  }

  /**
   * A part of a run that has no beginning of its own, as of a kernel that dispatches and never
   * ends. It is closed with {@link #endWithoutFirmware}.
   */
  public void beginWithoutFirmware(long programNumber, int replay) {
    Arrays.fill(l1, 0, MarkerWords.GUARANTEED_WORDS, 0);
    l1[2] = MarkerWords.header(risc, core, replay);
    l1[3] = (int) programNumber;
    rewind(MarkerWords.GUARANTEED_WORDS);
    isValid = true;
    Arrays.fill(sums, 0);
  }

  public void kernelStart(long cycles) {
    put(8, Packet.ZONE_START, FirmwareZones.of(risc).kernel(), cycles);
  }

  public void kernelEnd(long cycles) {
    put(10, Packet.ZONE_END, FirmwareZones.of(risc).kernel(), cycles);
  }

  /** A zone of the kernel; its end is certain to fit if its start does. */
  public boolean zoneStart(int zoneId, long cycles) {
    if (!hasRoom(ZONE_WORDS)) {
      lostMarkers += 2;
      return false;
    }
    append(Packet.ZONE_START, zoneId, cycles);
    setAsideWords += MarkerWords.MARKER_WORDS;
    return true;
  }

  /** Of a zone whose start fitted. */
  public void zoneEnd(int zoneId, long cycles) {
    setAsideWords -= MarkerWords.MARKER_WORDS;
    append(Packet.ZONE_END, zoneId, cycles);
  }

  /** The kernel's own main zone: room for a child is set aside with it. */
  public boolean mainZoneStart(int zoneId, long cycles) {
    boolean fits = zoneStart(zoneId, cycles);
    if (fits && hasRoom(ZONE_WORDS)) {
      childWords = ZONE_WORDS;
    }
    return fits;
  }

  /** A child of the kernel's main zone. */
  public boolean childZoneStart(int zoneId, long cycles) {
    childWords = 0;
    return zoneStart(zoneId, cycles);
  }

  public void event(int id, long cycles) {
    if (hasRoom(MarkerWords.MARKER_WORDS)) {
      append(Packet.TS_EVENT, id, cycles);
    } else {
      lostMarkers++;
    }
  }

  public void data(int zoneId, long cycles, long value) {
    if (hasRoom(MarkerWords.MARKER_WORDS + Packet.TS_DATA.dataWords())) {
      append(Packet.TS_DATA, zoneId, cycles);
      append(value);
    } else {
      lostMarkers++;
    }
  }

  void data16(int zoneId, long cycles, long first, long second) {
    if (hasRoom(MarkerWords.MARKER_WORDS + Packet.TS_DATA_16B.dataWords())) {
      append(Packet.TS_DATA_16B, zoneId, cycles);
      append(first);
      append(second);
    } else {
      lostMarkers++;
    }
  }

  /**
   * Adds to a sum zone.
   *
   * @param slot 0 or 1
   */
  public void addToSum(int slot, int zoneId, long cycles) {
    if (keepsSums) {
      sumIds[slot] = zoneId;
      sums[slot] += cycles;
    }
  }

  /** Whether sum zones are kept. */
  public boolean keepsSums() {
    return keepsSums;
  }

  /** Whether this run is to be published. */
  public void validate(boolean condition) {
    isValid &= condition;
  }

  /** True if so many more words fit into L1 beside the ends of all open zones. */
  boolean hasRoom(int words) {
    return index + words <= L1_WORDS - setAsideWords - childWords;
  }

  /**
   * Makes sure that so many words fit, with a push to DRAM if need be, which is a zone of its own.
   * Once DRAM is full nothing is pushed, and what does not fit is lost.
   *
   * @return the cycles that it took
   */
  public long makeRoom(int words, long cycles) {
    if (hasRoom(words + ZONE_WORDS) || !mayPush(ZONE_WORDS)) {
      return 0;
    }
    if (hasRoom(ZONE_WORDS)) {
      append(Packet.ZONE_START, FirmwareZones.QUICK_PUSH, cycles);
      append(Packet.ZONE_END, FirmwareZones.QUICK_PUSH, cycles + QUICK_PUSH_CYCLES);
    }
    quickPush();
    return QUICK_PUSH_CYCLES;
  }

  /** Room for the end of the run is left: a start without its end would spoil the whole log. */
  private boolean mayPush(int moreWords) {
    boolean fits = dramEnd + index + moreWords + MarkerWords.GUARANTEED_WORDS <= limitWords;
    isDropped |= !fits;
    return fits;
  }

  /**
   * Moves what L1 holds to DRAM in the middle of a run, so that there is room again. What follows
   * goes under the same header, with only those guaranteed markers that are new. L1 stays as it is
   * if DRAM is full.
   */
  void quickPush() {
    if (mayPush(0)) {
      move(index);
      Arrays.fill(l1, MarkerWords.HEADER_WORDS, MarkerWords.GUARANTEED_WORDS, 0);
      index = MarkerWords.GUARANTEED_WORDS;
    }
  }

  /** The end of what {@link #beginWithoutFirmware} began: it goes to DRAM whole or not at all. */
  public void endWithoutFirmware() {
    if (dramEnd + index <= limitWords) {
      move(index);
    } else {
      drop(markers(index));
    }
  }

  /** The run ends and goes to DRAM: all of it, or its guaranteed markers, or nothing. */
  public void end(long cycles) {
    put(6, Packet.ZONE_END, FirmwareZones.of(risc).firmware(), cycles);
    if (!isValid) {
      return;
    }
    for (int slot = 0; slot < SUMS; slot++) {
      if (sums[slot] > 0 && index + MarkerWords.MARKER_WORDS <= L1_WORDS) {
        append(Packet.ZONE_TOTAL, sumIds[slot], sums[slot] & 0xFFFF_FFFFL);
      }
    }
    int words = Math.min(L1_WORDS, index + 3 & ~3);
    if (words > index) {
      l1[index] = MarkerWords.VALID;
      l1[index + 1] = 0;
    }
    push(words);
  }

  private void push(int words) {
    if (dramEnd + words <= limitWords) {
      move(words);
    } else if (dramEnd + MarkerWords.GUARANTEED_WORDS <= limitWords) {
      drop(markers(index) - markers(MarkerWords.GUARANTEED_WORDS));
      move(MarkerWords.GUARANTEED_WORDS);
    } else {
      drop(markers(index));
    }
  }

  private int markers(int words) {
    int count = (words - MarkerWords.GUARANTEED_WORDS) / MarkerWords.MARKER_WORDS;
    for (int i = MarkerWords.HEADER_WORDS; i < MarkerWords.GUARANTEED_WORDS; i += 2) {
      count += MarkerWords.isValid(l1[i]) ? 1 : 0;
    }
    return count;
  }

  private void drop(int markers) {
    isDropped = true;
    lostMarkers += markers;
  }

  private void move(int words) {
    if (dramEnd + words > dram.length) {
      long grown = Math.max(FIRST_DRAM_WORDS, 2L * (dramEnd + words));
      dram = Arrays.copyOf(dram, (int) Math.min(limitWords, grown));
    }
    System.arraycopy(l1, 0, dram, dramEnd, words);
    dramEnd += words;
  }

  private void put(int at, Packet packet, int zoneId, long cycles) {
    l1[at] = MarkerWords.first(packet, zoneId, cycles);
    l1[at + 1] = (int) cycles;
  }

  private void append(Packet packet, int zoneId, long cycles) {
    put(index, packet, zoneId, cycles);
    index += MarkerWords.MARKER_WORDS;
  }

  private void append(long value) {
    l1[index++] = (int) (value >>> 32);
    l1[index++] = (int) value;
  }

  public Risc risc() {
    return risc;
  }

  /** Whether the run after this one might not fit; counters and NoC events can fill L1 twice. */
  boolean isNearlyFull() {
    return dramEnd > 0 && dramEnd + 2 * L1_WORDS > limitWords;
  }

  /** Forgets what L1 holds beyond so many words, and which zones are open. */
  final void rewind(int words) {
    index = words;
    setAsideWords = 0;
    childWords = 0;
  }

  /** What came to DRAM since this was last asked; it stays there. */
  MarkerMemory.Stream peek() {
    int[] words = Arrays.copyOfRange(dram, peekedEnd, dramEnd);
    peekedEnd = dramEnd;
    return new MarkerMemory.Stream(risc, words, false, 0);
  }

  boolean hasUnpeeked() {
    return peekedEnd < dramEnd;
  }

  /** Takes what is in DRAM and forgets it. */
  MarkerMemory.Stream take() {
    MarkerMemory.Stream taken =
        new MarkerMemory.Stream(risc, Arrays.copyOf(dram, dramEnd), isDropped, lostMarkers);
    dramEnd = 0;
    peekedEnd = 0;
    isDropped = false;
    lostMarkers = 0;
    return taken;
  }
}
