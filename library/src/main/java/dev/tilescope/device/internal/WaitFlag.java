package dev.tilescope.device.internal;

import java.util.EnumSet;
import java.util.Set;

/** What a WAIT does; the bit of the command is {@code 1 << ordinal}. */
public enum WaitFlag {
  BARRIER,
  NOTIFY_PREFETCH,
  WAIT_MEMORY,
  CLEAR_MEMORY,
  WAIT_STREAM,
  CLEAR_STREAM;

  /** What all of them take. */
  static final int BITS = values().length;

  int bit() {
    return 1 << ordinal();
  }

  static Set<WaitFlag> ofBits(int bits) {
    EnumSet<WaitFlag> flags = EnumSet.noneOf(WaitFlag.class);
    for (WaitFlag flag : values()) {
      if ((bits & flag.bit()) != 0) {
        flags.add(flag);
      }
    }
    return flags;
  }

  static int bits(Set<WaitFlag> flags) {
    int bits = 0;
    for (WaitFlag flag : flags) {
      bits |= flag.bit();
    }
    return bits;
  }
}
