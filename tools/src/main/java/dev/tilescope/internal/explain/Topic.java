package dev.tilescope.internal.explain;

import java.util.Locale;

/** What a finding is about. */
public enum Topic {
  OUT_OF_MEMORY("out of memory"),
  FEW_CORES("few cores"),
  MATH_FIDELITY("math fidelity"),
  SMALL_BLOCKS("small blocks"),
  DRAM_BOUND("bound by DRAM"),
  WIDE_TYPES("wide data types"),
  ROUND_TRIPS("relayouts that undo each other"),
  MOVEMENT("moving tensors"),
  BROADCASTS("copies instead of broadcasts"),
  COLLECTIVES("waiting for other devices"),
  UNFUSED("programs that could be joined"),
  REPEATED_WORK("repeated conversions"),
  THROUGH_DRAM("results through DRAM"),
  NOT_SHARDED("interleaved where shards fit"),
  ROW_MAJOR("row-major operands"),
  PADDING("padding"),
  GAPS("gaps between operations"),
  DISPATCH("short operations"),
  HOST_BOUND("host-bound"),
  FALLBACK("fallback to the host"),
  UPLOADS("repeated uploads"),
  CACHE_MISSES("program-cache misses"),
  SLOW_DEVICE("one slow device"),
  LATE_FREE("late free"),
  CIRCULAR_BUFFERS("large circular buffers"),
  L1_RESIDENTS("L1 taken by waiting tensors"),
  SHARD_SPREAD("shards on few cores"),
  FRAGMENTATION("fragmentation");

  private final String words;

  Topic(String words) {
    this.words = words;
  }

  /** For a person. */
  public String words() {
    return words;
  }

  /** For JSON: {@code few-cores}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
