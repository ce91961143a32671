package dev.tilescope.device.internal;

import dev.tilescope.model.Coded;
import java.util.Set;

/** What a WAIT does; the bit of the command is {@code 1 << code}. */
public enum WaitFlag implements Coded {
  BARRIER(0),
  NOTIFY_PREFETCH(1),
  WAIT_MEMORY(2),
  CLEAR_MEMORY(3),
  WAIT_STREAM(4),
  CLEAR_STREAM(5);

  /** What all of them take. */
  static final int BITS = values().length;

  private final int code;

  WaitFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  int bit() {
    return 1 << code;
  }

  static Set<WaitFlag> ofBits(int bits) {
    WaitFlag[] flags = new WaitFlag[Integer.bitCount(bits)];
    int count = 0;
    for (WaitFlag flag : values()) {
      if ((bits & flag.bit()) != 0) {
        flags[count++] = flag;
      }
    }
    return Set.of(flags);
  }

  static int bits(Set<WaitFlag> flags) {
    int bits = 0;
    for (WaitFlag flag : flags) {
      bits |= flag.bit();
    }
    return bits;
  }
}
