package dev.tilescope.internal.cli;

import dev.tilescope.device.internal.CommandText;
import dev.tilescope.device.internal.DecodedCommands.Located;
import java.io.PrintWriter;
import java.util.HexFormat;

/** Commands as hexadecimal digits, which {@code trace-dump} reads again as a .hex file. */
final class TraceDumpHex {
  private static final int LINE_BYTES = 32;

  private TraceDumpHex() {}

  static void print(TraceDump dump, PrintWriter out) {
    byte[] bytes = dump.trace().commands();
    CommandText text = new CommandText(dump.format());
    out.printf("# trace %d, %s%n", dump.trace().traceId(), dump.format());
    dump.breakdown().parts().stream()
        .flatMap(part -> part.commands().stream())
        .forEach(located -> print(located, text, bytes, out));
    int sound = Math.toIntExact(dump.breakdown().commandBytes());
    if (sound < bytes.length) {
      out.printf("# %d not decoded%n", sound);
      lines(bytes, sound, bytes.length, out);
    }
  }

  private static void print(Located located, CommandText text, byte[] bytes, PrintWriter out) {
    out.printf("# %d %s%n", located.offset(), text.of(located.command()));
    lines(bytes, located.offset(), located.offset() + located.strideBytes(), out);
  }

  private static void lines(byte[] bytes, int from, int to, PrintWriter out) {
    for (int at = from; at < to; at += LINE_BYTES) {
      out.println(HexFormat.of().formatHex(bytes, at, Math.min(to, at + LINE_BYTES)));
    }
  }
}
