package dev.tilescope.device.internal;

import org.jspecify.annotations.Nullable;

/**
 * The word that is sent to the cores to start what their launch message describes.
 *
 * <pre>signal 24-31 | master y 16-23 | master x 8-15 | offset of the dispatch message 0-7</pre>
 *
 * @param signal a {@link Signal}, or another value in bytes that no device wrote
 * @param masterX of the core that hears when the workers are done, as the NoC numbers it
 */
public record GoMessage(int signal, int masterX, int masterY, int dispatchMessageOffset) {
  /** What the cores are to do. */
  public enum Signal {
    DONE(0),
    INIT(0x40),
    GO(0x80),
    RESET_READ_PTR(0xC0),
    RESET_READ_PTR_FROM_HOST(0xE0),
    REPLAY_TRACE(0xF0);

    private final int value;

    Signal(int value) {
      this.value = value;
    }

    public int value() {
      return value;
    }

    /** Null for a value that stands for nothing. */
    static @Nullable Signal of(int value) {
      for (Signal signal : values()) {
        if (signal.value == value) {
          return signal;
        }
      }
      return null;
    }
  }

  public GoMessage {
    Fields.u8("signal", signal);
    Fields.u8("master_x", masterX);
    Fields.u8("master_y", masterY);
    Fields.u8("dispatch_message_offset", dispatchMessageOffset);
  }

  public static GoMessage of(Signal signal, int masterX, int masterY, int dispatchMessageOffset) {
    return new GoMessage(signal.value, masterX, masterY, dispatchMessageOffset);
  }

  public static GoMessage ofWord(int word) {
    return new GoMessage(word >>> 24, word >>> 8 & 0xFF, word >>> 16 & 0xFF, word & 0xFF);
  }

  public int word() {
    return signal << 24 | masterY << 16 | masterX << 8 | dispatchMessageOffset;
  }
}
