package dev.tilescope.profile;

import dev.tilescope.model.FormatMark;
import java.nio.file.Path;

/**
 * What the writer and the readers of a journal of host events agree on. The format is specified at
 * {@code JournalWriter}.
 */
public final class JournalFormat {
  public static final FormatMark MARK = new FormatMark("TSHOST", 1);
  public static final int BLOCK_HEADER_BYTES = 8;
  public static final int MOST_BLOCK_BYTES = 1 << 24;

  /** The lowest bits of a record's first number. */
  public static final int FORM_BITS = 2;

  public static final int BEGIN = 0;
  public static final int END = 1;
  public static final int OTHER = 2;

  /** Sites, chips and pools of memory count from 0 to below this. */
  public static final int MOST_NUMBERED = 1 << EventWord.PAYLOAD_BITS;

  /** What the zones of operations on devices are called. */
  public static final String DEVICE_OPERATION = "TT_DNN_DEVICE_OP";

  /** Of a message without a colour of its own. */
  public static final int DEFAULT_COLOUR = 0xF0F8FF;

  /** Of the folder in which another process records that found the journal of the first locked. */
  public static final String OTHER_PROCESS = "process-";

  private JournalFormat() {}

  /** The journal in a folder of logs. */
  public static Path in(Path logs) {
    return logs.resolve("tilescope_host_events.bin");
  }
}
