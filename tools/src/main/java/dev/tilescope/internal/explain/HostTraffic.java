package dev.tilescope.internal.explain;

import dev.tilescope.internal.explain.HostCall.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tensors that leave the device while it has work to do, and those that come again and again. */
final class HostTraffic implements Detector {
  private static final int LEAST = 3;
  private static final int SHOWN = 2;

  @Override
  public List<Finding> in(Run run) {
    List<HostCall> between = run.hostCalls();
    List<HostCall> fallbacks = fallbacks(between);
    List<HostCall> rest = new ArrayList<>(between);
    rest.removeAll(fallbacks);
    List<Finding> found = new ArrayList<>();
    if (!fallbacks.isEmpty()) {
      found.add(
          finding(
              run,
              Topic.FALLBACK,
              fallbacks,
              String.format(
                  Locale.ROOT,
                  "tensors go to the host to be computed there and come back, in %,d calls",
                  fallbacks.size()),
              "compute this on the device too"));
    }
    List<HostCall> downloads = of(rest, Kind.DOWNLOAD);
    if (downloads.size() >= LEAST) {
      found.add(
          finding(
              run,
              Topic.HOST_BOUND,
              downloads,
              String.format(
                  Locale.ROOT,
                  "the host reads results back %,d times between programs, and the device waits"
                      + " meanwhile",
                  downloads.size()),
              "keep results on the device until the end, and let it decide what the host decides"
                  + " now"));
    }
    repeated(of(rest, Kind.UPLOAD)).forEach(calls -> found.add(uploads(run, calls)));
    return found;
  }

  private static Finding uploads(Run run, List<HostCall> calls) {
    return finding(
        run,
        Topic.UPLOADS,
        calls,
        String.format(
            Locale.ROOT,
            "a tensor of %s is brought in from the host %,d times",
            calls.getFirst().shape(),
            calls.size()),
        "bring it in once and keep it on the device, or make it there");
  }

  /** What the host computes, and each reading back that a tensor comes in after. */
  private static List<HostCall> fallbacks(List<HostCall> calls) {
    List<HostCall> found = new ArrayList<>();
    HostCall down = null;
    for (HostCall call : calls) {
      switch (call.kind()) {
        case COMPUTED -> found.add(call);
        case DOWNLOAD -> down = call;
        case UPLOAD -> {
          if (down != null && down.before() == call.before() && down.elements() > 1) {
            found.add(down);
            found.add(call);
          }
          down = null;
        }
      }
    }
    return found;
  }

  private static List<HostCall> of(List<HostCall> calls, Kind kind) {
    return calls.stream().filter(call -> call.kind() == kind).toList();
  }

  private static List<List<HostCall>> repeated(List<HostCall> uploads) {
    Map<String, List<HostCall>> alike = new HashMap<>();
    for (HostCall call : uploads) {
      alike
          .computeIfAbsent(call.shape() + " " + call.place().source(), _ -> new ArrayList<>())
          .add(call);
    }
    return alike.values().stream().filter(HostTraffic::isInterspersed).toList();
  }

  /** Weights come one after the other before anything computes. */
  private static boolean isInterspersed(List<HostCall> calls) {
    return calls.stream().map(HostCall::computed).distinct().count() >= LEAST;
  }

  private static Finding finding(
      Run run, Topic topic, List<HostCall> calls, String what, String advice) {
    double nanos = calls.stream().mapToDouble(HostCall::nanos).sum();
    List<Place> places =
        calls.stream()
            .sorted(Comparator.comparingDouble(HostCall::nanos).reversed())
            .limit(SHOWN)
            .map(HostCall::place)
            .toList();
    double all = run.totalNanos() + nanos;
    return new Finding.OfTime(
        topic,
        what,
        advice,
        places,
        calls.size(),
        all > 0 ? nanos / all : 0,
        nanos,
        nanos,
        nanos,
        nanos);
  }
}
