package dev.tilescope.internal.logs;

import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.internal.table.OpsColumn;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code tracy_ops_data.csv}: {@code message;time}, the message between back-ticks and often
 * over many lines. Operations come with their JSON the first time, and by hash after that.
 */
final class HostMessages {
  private static final String HEADER = "MessageName;total_ns";
  private static final String NO_MESSAGES = "There are currently no messages!";
  private static final String SIGNPOST = "TT_SIGNPOST: ";
  private static final String JSON_FOLLOWS = " ->\n";
  private static final Pattern END = Pattern.compile("(?s)(.*);(\\d{1,18})");
  private static final Pattern TRACE =
      Pattern.compile(
          "TT_METAL_TRACE_(BEGIN|END|REPLAY|RELEASE|ENQUEUE_PROGRAM): *(\\d{1,9}) *, *(\\d{1,18}) *"
              + "(?:, *(\\d{1,18}) *)?");

  /** Tracy cuts a message at 64 KiB. */
  private static final int MOST_CHARS = 1 << 20;

  private record ProgramKey(long device, String hash) {}

  private final Path file;
  private final HostLog log;
  private final boolean upstreamQuirks;
  private final InputProblems problems;
  private final Map<ProgramKey, OperationInfo> programs = new HashMap<>();
  private final RecordedTraces recorded = new RecordedTraces();
  private long row;
  private long messageRow;

  HostMessages(Path file, HostLog log, boolean upstreamQuirks, InputProblems problems) {
    this.upstreamQuirks = upstreamQuirks;
    this.file = file;
    this.log = log;
    this.problems = problems;
  }

  void read() {
    try (BufferedReader in = Files.newBufferedReader(file)) {
      String first = nextLine(in);
      if (NO_MESSAGES.equals(first)) {
        return;
      }
      if (!HEADER.equals(first)) {
        throw new TilescopeException(
            file + ", row 1: expected the header " + HEADER + ", as csvexport writes messages");
      }
      for (String record = nextRecord(in); record != null; record = nextRecord(in)) {
        record(record);
      }
      recorded.settle(log.operations.values());
    } catch (IOException e) {
      throw new TilescopeException("cannot read " + file + ", row " + (row + 1) + ": " + e, e);
    }
  }

  private @Nullable String nextLine(BufferedReader in) throws IOException {
    row++;
    return in.readLine();
  }

  private @Nullable String nextRecord(BufferedReader in) throws IOException {
    String line = nextLine(in);
    messageRow = row;
    if (line == null || !line.startsWith("`")) {
      return line;
    }
    StringBuilder whole = new StringBuilder(line);
    while (!endsMessage(line)) {
      line = nextLine(in);
      if (line == null || whole.length() > MOST_CHARS) {
        problems.found(file, messageRow, "this message never ends: the file is truncated");
        return null;
      }
      whole.append('\n').append(line);
    }
    return whole.toString();
  }

  private static boolean endsMessage(String line) {
    int tick = line.lastIndexOf("`;");
    return tick >= 0 && line.substring(tick + 2).chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private void record(String record) {
    Matcher parts = END.matcher(record);
    if (!parts.matches()) {
      problems.found(file, messageRow, "expected message;time");
      return;
    }
    String text = parts.group(1);
    boolean quoted = text.length() > 1 && text.startsWith("`") && text.endsWith("`");
    String problem =
        message(
            quoted ? text.substring(1, text.length() - 1) : text, Long.parseLong(parts.group(2)));
    if (problem != null) {
      problems.found(file, messageRow, problem);
    }
  }

  private @Nullable String message(String text, long nanos) {
    if (text.startsWith(SIGNPOST)) {
      if (upstreamQuirks) {
        upstreamSignpost(text, nanos);
      } else {
        signpost(text.substring(SIGNPOST.length()), nanos);
      }
      return null;
    }
    if (text.startsWith("TT_DNN_")) {
      return operation(text);
    }
    return text.startsWith("TT_METAL_TRACE_") ? trace(text, nanos) : null;
  }

  /** TT-NN takes what follows the last colon of all, and of that two lines. */
  private void upstreamSignpost(String text, long nanos) {
    List<String> lines = text.substring(text.lastIndexOf(": ") + 2).lines().toList();
    log.signposts.add(
        new HostLog.Signpost(
            lines.isEmpty() ? "" : lines.get(0), lines.size() < 2 ? "" : lines.get(1), nanos));
  }

  private void signpost(String text, long nanos) {
    List<String> lines = text.lines().toList();
    String header = lines.isEmpty() ? "" : lines.getFirst();
    String message = String.join(" ", lines.subList(Math.min(1, lines.size()), lines.size()));
    log.signposts.add(new HostLog.Signpost(header, message, nanos));
  }

  private @Nullable String operation(String text) {
    int json = text.indexOf(JSON_FOLLOWS);
    return json < 0 ? cached(text) : described(text.substring(json + JSON_FOLLOWS.length()));
  }

  private @Nullable String described(String json) {
    try (JsonReader reader = JsonReader.of(json, "JSON of the message")) {
      OperationInfo info = OperationInfo.read(reader);
      if (info.cells().has(OpsColumn.PROGRAM_HASH)) {
        String hash = info.cells().text(OpsColumn.PROGRAM_HASH);
        programs.put(new ProgramKey(info.deviceId(), hash), info);
      }
      return add(info.id(), info, info.cells().text(OpsColumn.PROGRAM_CACHE_HIT));
    } catch (JsonException e) {
      return "the JSON of this operation is damaged (Tracy cuts messages at 64 KiB): "
          + e.getMessage();
    }
  }

  /** The parts are name, hash, device, hit and id; only the name may hold a comma. */
  private @Nullable String cached(String text) {
    List<String> parts = new ArrayList<>(List.of(text.split(",")));
    int last = parts.size() - 1;
    if (last < 4) {
      return "expected name, hash, device, cache hit and id, found " + (last + 1) + " parts";
    }
    try {
      long id = Long.parseLong(parts.get(last).strip());
      long device = Long.parseLong(parts.get(last - 2).strip());
      String hash = parts.get(last - 3).strip();
      OperationInfo info = programs.get(new ProgramKey(device, hash));
      return info == null
          ? "program hash %s of device %d was not described before".formatted(hash, device)
          : add(id, info, hit(parts.get(last - 1).strip()));
    } catch (NumberFormatException e) {
      return "expected name, hash, device, cache hit and id: " + e.getMessage();
    }
  }

  private static String hit(String word) {
    return PythonText.truth(word.equals("1") || word.equals("true") || word.equals("True"));
  }

  private @Nullable String add(long id, OperationInfo info, String hit) {
    long trace = recorded.current(info.deviceId());
    HostOperation before =
        log.operations.putIfAbsent(id, new HostOperation(id, info, hit, trace, messageRow));
    return before == null
        ? null
        : "operation id %d is used twice, first in row %d".formatted(id, before.row);
  }

  private @Nullable String trace(String text, long nanos) {
    Matcher parts = TRACE.matcher(text);
    if (!parts.matches()) {
      return "expected a trace message with device and trace id";
    }
    HostLog.TraceKey trace =
        new HostLog.TraceKey(Long.parseLong(parts.group(2)), Long.parseLong(parts.group(3)));
    String program = parts.group(4);
    return switch (parts.group(1)) {
      case "BEGIN" -> recorded.begin(trace);
      case "END" -> recorded.end(trace);
      case "REPLAY" -> replay(trace, nanos);
      case "ENQUEUE_PROGRAM" ->
          program == null
              ? "expected the runtime id of a program"
              : recorded.enqueued(trace, Long.parseLong(program));
      default -> null;
    };
  }

  private @Nullable String replay(HostLog.TraceKey key, long nanos) {
    log.replayNanos.computeIfAbsent(key, _ -> new ArrayList<>()).add(nanos);
    return null;
  }
}
