package dev.tilescope.device.internal;

import dev.tilescope.device.internal.DecodedCommands.Located;
import dev.tilescope.device.internal.DecodedCommands.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whole sequences of commands: bytes to records and back. */
public final class Commands {
  private Commands() {}

  /** Decodes up to EXEC_BUF_END or the first bad byte, whichever comes first; never throws. */
  public static DecodedCommands decode(byte[] bytes, int alignmentBytes) {
    CommandCursor cursor = new CommandCursor(bytes, alignmentBytes);
    List<Located> commands = new ArrayList<>();
    Problem problem = null;
    int size = 0;
    try {
      while (cursor.next()) {
        commands.add(new Located(cursor.offset(), cursor.strideBytes(), cursor.command()));
        size = cursor.offset() + cursor.strideBytes();
      }
      problem = afterEnd(bytes, size);
    } catch (CorruptCommandsException e) {
      problem = new Problem(e.offset(), e.what());
    }
    return new DecodedCommands(commands, size, problem);
  }

  /** The rest of the last page of a trace is zero. */
  private static @Nullable Problem afterEnd(byte[] bytes, int end) {
    for (int at = end; at < bytes.length; at++) {
      if (bytes[at] != 0) {
        return new Problem(
            at, "behind EXEC_BUF_END there must be nothing but zeros, got " + (bytes[at] & 0xFF));
      }
    }
    return null;
  }

  public static byte[] encode(List<? extends PrefetchCommand> commands, int alignmentBytes) {
    CommandWriter writer = new CommandWriter(alignmentBytes);
    commands.forEach(writer::append);
    return writer.toBytes();
  }
}
