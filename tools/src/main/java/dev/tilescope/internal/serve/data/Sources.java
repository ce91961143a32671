package dev.tilescope.internal.serve.data;

import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.internal.serve.data.Source.Kind;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.model.TilescopeException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** What can be looked at, and what is open of it. */
public final class Sources implements AutoCloseable {
  /** How far a report is. */
  public sealed interface State {
    /** Being imported. */
    record Importing(long bytesDone, long bytesInAll) implements State {}

    record Ready(OpenReport report) implements State {}

    record Failed(String message) implements State {}
  }

  private final List<Source> all;
  private final Map<Integer, State> states = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Process> running = new ConcurrentLinkedQueue<>();
  private final Set<Process> others = ConcurrentHashMap.newKeySet();
  private final PrivateFolder folder;

  /**
   * @param folder for databases of reports that are none; emptied at the end
   */
  public Sources(List<Source> all, PrivateFolder folder) {
    this.all = List.copyOf(all);
    this.folder = folder;
  }

  public List<Process> importers() {
    return running.stream().filter(Process::isAlive).toList();
  }

  /** A process that must not outlive the server. */
  public void endAtClose(Process process) {
    others.removeIf(other -> !other.isAlive());
    others.add(process);
  }

  /** Processes that answer questions, or did. */
  public Set<Process> others() {
    return others;
  }

  /** For what is needed only while the server runs. */
  public Path folder() {
    return folder.path();
  }

  public List<Source> all() {
    return all;
  }

  /** The source that a parameter names, or else the first of the kinds. */
  public Source source(Request request, String parameter, Kind first, Kind second) {
    String id = request.optional(parameter);
    return all.stream()
        .filter(s -> s.kind() == first || s.kind() == second)
        .filter(s -> id == null || Integer.toString(s.id()).equals(id))
        .findFirst()
        .orElseThrow(() -> Refusal.notFound(missing(id, first)));
  }

  private static String missing(@Nullable String id, Kind kind) {
    if (id != null) {
      return "there is no report number %s of that kind; choose one of the list".formatted(id);
    }
    return switch (kind) {
      case DATABASE, REPORT -> "no report was found; make one with: tilescope demo";
      case RUN -> "no profiled run was found; make one with: tilescope profile -r -- java ...";
      case CALLS ->
          "no traced calls were found; make some with: tilescope run --trace-params -- java ...";
    };
  }

  /**
   * The report that a request is about, by its parameter {@code report}.
   *
   * @throws NotReady while it is being imported
   * @throws Refusal if it cannot be opened
   */
  public OpenReport report(Request request) {
    return report(request, "report");
  }

  /** The same, by another parameter: the other one of two that are compared. */
  public OpenReport report(Request request, String parameter) {
    Source source = source(request, parameter, Kind.DATABASE, Kind.REPORT);
    return switch (state(source)) {
      case State.Ready(OpenReport report) -> report.requireThere();
      case State.Importing(long done, long inAll) -> throw new NotReady(source.id(), done, inAll);
      case State.Failed(String message) -> throw Refusal.unusable(message);
    };
  }

  /** Begins to open a report that nobody asked for yet. */
  public State state(Source source) {
    return states.computeIfAbsent(source.id(), _ -> begin(source));
  }

  /** Forgets a failure, for another try. */
  public void forget(Source source) {
    states.computeIfPresent(source.id(), (_, s) -> s instanceof State.Failed ? null : s);
  }

  private State begin(Source source) {
    if (source.kind() == Kind.DATABASE) {
      Path file =
          Files.isDirectory(source.path()) ? source.path().resolve("db.sqlite") : source.path();
      return ready(file, source);
    }
    Thread.ofVirtual().name("import " + source.id()).start(() -> importReport(source));
    return new State.Importing(0, Math.max(1, source.bytes()));
  }

  /** The first connection takes longest, so it is made before somebody waits for it. */
  private static State ready(Path database, Source source) {
    OpenReport report = new OpenReport(database, source.path());
    Thread.ofVirtual().name("open " + source.id()).start(() -> open(report));
    return new State.Ready(report);
  }

  private static void open(OpenReport report) {
    try {
      OperationColumns.ranks(report);
    } catch (RuntimeException e) {
      return; // Whoever asks is told.
    }
  }

  private void importReport(Source source) {
    Path target = folder().resolve(Integer.toString(source.id()));
    try {
      ImportProcess.run(
          source.path(),
          target,
          (done, inAll) -> states.put(source.id(), new State.Importing(done, inAll)),
          running::add);
      states.put(
          source.id(), new State.Ready(new OpenReport(target.resolve("db.sqlite"), source.path())));
    } catch (TilescopeException | UncheckedIOException e) {
      states.put(source.id(), new State.Failed(String.valueOf(e.getMessage())));
    }
  }

  @Override
  public void close() {
    running.forEach(Process::destroyForcibly);
    others.forEach(Process::destroyForcibly);
    for (State state : states.values()) {
      if (state instanceof State.Ready(OpenReport report)) {
        report.close();
      }
    }
    folder.remove();
  }

  /** The report is being imported. */
  public static final class NotReady extends RuntimeException {
    private static final long serialVersionUID = 1L;
    public final int source;
    public final long bytesDone;
    public final long bytesInAll;

    NotReady(int source, long bytesDone, long bytesInAll) {
      super("the report is being imported", null, false, false);
      this.source = source;
      this.bytesDone = bytesDone;
      this.bytesInAll = bytesInAll;
    }
  }
}
