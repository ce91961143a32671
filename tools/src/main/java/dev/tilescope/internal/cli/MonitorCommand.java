package dev.tilescope.internal.cli;

import dev.tilescope.internal.watch.AllocationServer;
import dev.tilescope.internal.watch.MonitorPlayback;
import dev.tilescope.internal.watch.MonitorReader;
import dev.tilescope.internal.watch.MonitorRecording;
import dev.tilescope.internal.watch.MonitorSnapshot;
import dev.tilescope.internal.watch.SnapshotJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tilescope monitor}: the memory of all traced processes, live. */
@Command(
    name = "monitor",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Show the memory of every running traced program, live",
      "Programs are seen that were started with TILESCOPE_MONITOR=1 or",
      "TT_ALLOC_TRACKING_ENABLED=1. Ctrl-C ends it."
    })
public final class MonitorCommand implements Callable<Integer> {
  private static final int SHORTEST_REFRESH_MILLIS = 10;
  private static final long LONGEST_PAUSE_MILLIS = 10_000;

  @Option(
      names = {"-a", "--all"},
      description = "Each chip of a mesh by itself; they are alike, so one stands for all.")
  private boolean all;

  @Option(
      names = {"-d", "--device"},
      paramLabel = "ID",
      description = "Only this chip; may be repeated.")
  private Set<Integer> devices = new LinkedHashSet<>();

  @Option(
      names = {"-r", "--refresh"},
      paramLabel = "MS",
      description = "Milliseconds from one look to the next. Default: ${DEFAULT-VALUE}.")
  private int refreshMillis = 1000;

  @Option(names = "--once", description = "Look once and end; with --play, show the last state.")
  private boolean once;

  @Option(names = "--json", description = "One JSON object a line instead of text.")
  private boolean json;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Also write what is seen to a new file.")
  private @Nullable Path record;

  @Option(
      names = "--play",
      paramLabel = "FILE",
      description = "Show a recording, at the pace it was made, instead of what is now.")
  private @Nullable Path play;

  @Option(
      names = "--serve",
      description = {
        "Be an allocation server for programs and monitors of TT-Metal's protocol,",
        "at /tmp/tt_allocation_server.sock or TILESCOPE_ALLOCATION_SOCKET."
      })
  private boolean serve;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Where snapshots come from. */
  private interface Source {
    /** Waits until it is time for the next; null if there are no more. */
    @Nullable MonitorSnapshot next() throws InterruptedException;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (refreshMillis < SHORTEST_REFRESH_MILLIS) {
      throw mistake(
          "--refresh must be at least %d ms, got %d"
              .formatted(SHORTEST_REFRESH_MILLIS, refreshMillis));
    }
    requireSense();
    if (serve) {
      return serve();
    }
    if (play != null) {
      play(play);
    } else if (record != null) {
      try (MonitorRecording recording = MonitorRecording.create(record)) {
        show(live(), recording::add);
      }
    } else {
      show(live(), _ -> {});
    }
    return ExitCode.OK;
  }

  private void requireSense() {
    if (serve) {
      String why = "--serve shows nothing by itself";
      IdleOptions.refuse(
          spec, why, "--all", "--device", "--refresh", "--once", "--json", "--record", "--play");
    }
    if (play != null) {
      IdleOptions.refuse(spec, "a recording has its own pace", "--refresh");
    }
    if (json) {
      IdleOptions.refuse(spec, "--json tells of every chip", "--all", "--device");
    }
  }

  private ParameterException mistake(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private int serve() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Consumer<String> log =
        line -> {
          synchronized (out) {
            out.println(line);
            out.flush();
          }
        };
    try (AllocationServer server = AllocationServer.open(System.getenv(), log)) {
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(server::close));
      log.accept("Listening on " + server.socket());
      server.awaitClose();
    }
    return ExitCode.OK;
  }

  private Source live() {
    MonitorReader reader = MonitorReader.ofEnvironment(System.getenv());
    return new Source() {
      private boolean isFirst = true;

      @Override
      public @Nullable MonitorSnapshot next() throws InterruptedException {
        if (!isFirst) {
          if (once) {
            return null;
          }
          Thread.sleep(refreshMillis);
        }
        isFirst = false;
        return reader.snapshot();
      }
    };
  }

  private void play(Path file) throws InterruptedException {
    if (record != null) {
      throw mistake("--play shows a recording that exists already, so --record has nothing to do");
    }
    try (MonitorPlayback playback = MonitorPlayback.open(file)) {
      show(once ? lastOf(playback) : paced(playback), _ -> {});
      playback.problems().forEach(spec.commandLine().getErr()::println);
    }
  }

  private static Source paced(MonitorPlayback playback) {
    return new Source() {
      private long beforeMillis = Long.MAX_VALUE;

      @Override
      public @Nullable MonitorSnapshot next() throws InterruptedException {
        MonitorSnapshot next = playback.next();
        if (next != null) {
          Thread.sleep(pauseMillis(beforeMillis, next.epochMillis()));
          beforeMillis = next.epochMillis();
        }
        return next;
      }
    };
  }

  /** A recording was made by anybody: a time that jumps must not stop the show. */
  static long pauseMillis(long beforeMillis, long nextMillis) {
    if (nextMillis <= beforeMillis) {
      return 0;
    }
    long pause = nextMillis - beforeMillis;
    return pause < 0 ? LONGEST_PAUSE_MILLIS : Math.min(pause, LONGEST_PAUSE_MILLIS);
  }

  /** Once the playback is at its end, this says so too. */
  private static Source lastOf(MonitorPlayback playback) {
    return () -> {
      MonitorSnapshot last = null;
      for (MonitorSnapshot next = playback.next(); next != null; next = playback.next()) {
        last = next;
      }
      return last;
    };
  }

  private void show(Source source, Consumer<MonitorSnapshot> recorder) throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      each(source, recorder, snapshot -> print(out, SnapshotJson.of(snapshot)));
      return;
    }
    boolean isScreen = StandardOutput.isWatched() && !once;
    MonitorText text = new MonitorText(ZoneId.systemDefault(), Colours.ofTerminal(), all, devices);
    String pace = play == null ? "Refresh: " + refreshMillis + "ms" : "Recorded";
    if (isScreen) {
      try (MonitorScreen screen = MonitorScreen.open(out)) {
        each(source, recorder, snapshot -> screen.show(text.lines(snapshot, pace)));
      }
    } else {
      each(
          source,
          recorder,
          snapshot -> print(out, String.join("\n", text.lines(snapshot, pace)) + "\n"));
    }
  }

  private static void each(
      Source source, Consumer<MonitorSnapshot> recorder, Consumer<MonitorSnapshot> viewer)
      throws InterruptedException {
    for (MonitorSnapshot next = source.next(); next != null; next = source.next()) {
      recorder.accept(next);
      viewer.accept(next);
    }
  }

  private static void print(PrintWriter out, String text) {
    out.println(text);
    out.flush();
  }
}
