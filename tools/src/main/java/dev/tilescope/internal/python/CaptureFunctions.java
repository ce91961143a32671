package dev.tilescope.internal.python;

import static java.util.Map.entry;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.internal.python.Functions.Function;
import dev.tilescope.internal.track.CallerFrames;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceNode;
import dev.tilescope.report.ReportFile;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Graph captures, which nest: the one that began last ends first. */
final class CaptureFunctions {
  /** What a program of Python's says it is in, besides operations, on the calling thread. */
  private static final ThreadLocal<Deque<Signature>> ZONES =
      ThreadLocal.withInitial(ArrayDeque::new);

  private CaptureFunctions() {}

  static Map<String, Function> all() {
    return Map.ofEntries(
        entry("capture.begin", CaptureFunctions::begin),
        entry("capture.end", a -> told(capture(a).end())),
        entry("capture.end_to_file", a -> told(capture(a).endToFile(Path.of(a.text(1))))),
        entry("capture.enter", CaptureFunctions::enter),
        entry("capture.leave", _ -> leave()));
  }

  private static GraphCapture capture(Arguments a) {
    return a.get(0, GraphCapture.class);
  }

  private static GraphCapture begin(Arguments a) {
    CaptureOptions options = CaptureOptions.of(a.get(0, RunMode.class)).withStackTraces(a.small(1));
    return GraphCapture.begin(a.truth(2) ? options.withBufferDetail() : options);
  }

  /** The nodes, and by their numbers the frames that led to those that have any. */
  private static List<?> told(Report report) {
    return List.of(nodes(report), stacks(report));
  }

  /** Calls are in the order of their ends, which starts are connected to last. */
  private static Map<Integer, List<String>> stacks(Report report) {
    List<TraceNode> starts =
        report.trace().nodes().stream()
            .filter(node -> node.level() == 1 && node.event() instanceof FunctionStart)
            .sorted(Comparator.comparingInt(CaptureFunctions::end))
            .toList();
    Map<Integer, List<String>> stacks = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(starts.size(), report.calls().size()); i++) {
      List<String> frames = report.calls().get(i).stackFrames();
      if (!frames.isEmpty()) {
        stacks.put(starts.get(i).counter(), frames);
      }
    }
    return stacks;
  }

  private static int end(TraceNode start) {
    Ints connections = start.connections();
    return connections.isEmpty() ? Integer.MAX_VALUE : connections.get(connections.size() - 1);
  }

  /** As the JSON that reports have, which Python reads fastest. */
  private static String nodes(Report report) {
    StringWriter text = new StringWriter();
    ReportFile.write(report.trace(), text);
    return text.toString();
  }

  private static @Nullable Object enter(Arguments a) {
    Signature signature = Signature.of(a.text(0));
    ZONES.get().push(signature);
    return CallerFrames.within(Callers.read(a.list(1)), () -> done(signature));
  }

  private static @Nullable Object done(Signature signature) {
    Tracker.functionStart(signature);
    return null;
  }

  private static @Nullable Object leave() {
    Signature signature = ZONES.get().poll();
    if (signature != null) {
      Tracker.functionEnd(signature, List.of(), 0);
    }
    return null;
  }
}
