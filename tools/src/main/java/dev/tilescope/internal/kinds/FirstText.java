package dev.tilescope.internal.kinds;

import dev.tilescope.internal.perf.PerfTable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** The words that text files begin with. */
final class FirstText {
  /** Told by a word that only such files have. The first that fits counts. */
  private record Words(FileKind kind, Pattern pattern) {
    Words(FileKind kind, String pattern) {
      this(kind, Pattern.compile(pattern));
    }
  }

  private static final List<Words> OF_JSON =
      List.of(
          new Words(FileKind.METAL_TRACE, "^\\s*\\{\\s*\"metal_trace\"\\s*:"),
          new Words(FileKind.CALL, "^\\s*\\{\\s*\"operation_(?:id|name)\"\\s*:"),
          new Words(FileKind.MONITOR_RECORDING, "^\\s*\\{\\s*\"time_ms\"\\s*:"),
          new Words(FileKind.NOC_TRACE, "\"run_host_id\"\\s*:"),
          new Words(
              FileKind.REPORT,
              "\"(?:node_type|graph|devices|per_operation_buffers|buffer_pages(?:_by_address)?"
                  + "|cluster_descriptor|total_duration_ns|capture_timestamp_ns)\"\\s*:"),
          new Words(FileKind.CHROME_TRACE, "\"(?:traceEvents|ph)\"\\s*:"));

  private static final List<Words> OF_LINES =
      List.of(
          new Words(FileKind.DEVICE_LOG, "^ARCH: \\w+, CHIP_FREQ"),
          new Words(FileKind.DEVICE_SUMS, "^GLOBAL CALL COUNT,(?!.*(?:OP CODE|TRACE))"),
          new Words(FileKind.HOST_TIMES, "^name,src_file,src_line,"),
          new Words(FileKind.HOST_MESSAGES, "^MessageName;total_ns"),
          new Words(FileKind.PERF_ANSWER, "^ID,Total %,"),
          new Words(FileKind.WEB_PAGE, "(?i)^\\s*<(?:!doctype )?html"),
          new Words(FileKind.PICTURE, "^\\s*(?:<\\?xml[^>]*>\\s*)?(?:<!--.*?-->\\s*)?<svg"),
          new Words(FileKind.PYTHON_PROGRAM, "^#!.*\\bpython"),
          new Words(FileKind.PROGRAM, "^#!/"));

  private static final int CONTROL_END = ' ';

  private FirstText() {}

  static FileKind kindOf(String name, byte[] beginning) {
    String text = new String(beginning, StandardCharsets.UTF_8).replaceFirst("^\ufeff", "");
    String start = text.stripLeading();
    if (start.startsWith("{") || start.startsWith("[")) {
      return ofJson(name, start);
    }
    if (name.endsWith(".hex") || name.endsWith(".bin")) {
      return FileKind.BARE_COMMANDS;
    }
    if (!isText(beginning)) {
      return name.endsWith(".perfetto-trace") ? FileKind.CHROME_TRACE : FileKind.UNKNOWN;
    }
    return ofLines(name, text);
  }

  private static FileKind ofJson(String name, String text) {
    if (name.contains(".python_io.json")) {
      return FileKind.SIDECAR;
    }
    return first(OF_JSON, text, FileKind.OTHER_JSON);
  }

  private static FileKind ofLines(String name, String text) {
    if (name.endsWith(".py")) {
      return FileKind.PYTHON_PROGRAM;
    }
    if (name.endsWith(".java")) {
      return FileKind.JAVA_PROGRAM;
    }
    return PerfTable.isHeader(text.lines().findFirst().orElse(""))
        ? FileKind.PERF_TABLE
        : first(OF_LINES, text, FileKind.TEXT);
  }

  private static FileKind first(List<Words> all, String text, FileKind otherwise) {
    return all.stream()
        .filter(words -> words.pattern.matcher(text).find())
        .map(Words::kind)
        .findFirst()
        .orElse(otherwise);
  }

  private static boolean isText(byte[] bytes) {
    for (byte b : bytes) {
      int c = b & 0xff;
      if (c < CONTROL_END && c != '\t' && c != '\n' && c != '\r' && c != '\f') {
        return false;
      }
    }
    return true;
  }
}
