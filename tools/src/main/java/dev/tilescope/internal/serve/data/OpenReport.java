package dev.tilescope.internal.serve.data;

import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * A report that is being looked at: a database, a few connections to it, and what views have read
 * of it to answer fast. A connection serves one request at a time; more requests wait for one.
 */
public final class OpenReport implements AutoCloseable {
  private static final int CONNECTIONS = 4;
  private static final int KEPT = 64;

  private final Path database;
  private final Path shown;
  private final Semaphore places = new Semaphore(CONNECTIONS);
  private final Deque<ReadOnlyDatabase> idle = new ArrayDeque<>();
  private final Recent<Object, Lazy<?>> kept = new Recent<>(KEPT);
  private volatile boolean closed;

  /**
   * @param database what is read
   * @param shown what the user knows it as
   */
  OpenReport(Path database, Path shown) {
    this.database = database;
    this.shown = shown;
  }

  /** The database file. */
  public Path database() {
    return database;
  }

  /** The file or folder that the user named. */
  public Path shown() {
    return shown;
  }

  /**
   * This report, if its file still lies where it was: what is not on disk any more is not shown
   * from memory either.
   */
  OpenReport requireThere() {
    if (!Files.exists(database)) {
      throw Refusal.gone(
          "%s is gone: it was moved or deleted while it was open; start tilescope serve again with"
                  .formatted(shown)
              + " where it is now");
    }
    return this;
  }

  /**
   * Asks the database. A question must not ask another of this report: it holds a connection, and
   * all might wait for one.
   */
  public <T> T ask(Function<ReadOnlyDatabase, T> question) {
    places.acquireUninterruptibly();
    try {
      ReadOnlyDatabase connection = borrow();
      try {
        return question.apply(connection);
      } finally {
        giveBack(connection);
      }
    } finally {
      places.release();
    }
  }

  private ReadOnlyDatabase borrow() {
    synchronized (idle) {
      ReadOnlyDatabase connection = idle.poll();
      if (connection != null) {
        return connection;
      }
    }
    return ReadOnlyDatabase.openInTodaysWords(database);
  }

  private void giveBack(ReadOnlyDatabase connection) {
    synchronized (idle) {
      if (!closed) {
        idle.push(connection);
        return;
      }
    }
    connection.close();
  }

  /**
   * Something read or computed once and kept while the report is open: columns, layouts, sums. The
   * first caller computes, others wait for it; a failure is not kept, and of very many things those
   * that were not asked for longest are let go.
   *
   * @param key a class, or a record that names what and for which parameters
   */
  @SuppressWarnings("unchecked") // the key names the type of its value
  public <T> T keep(Object key, Function<OpenReport, T> compute) {
    Lazy<T> value = (Lazy<T>) kept.get(key, _ -> new Lazy<T>());
    return value.get(() -> compute.apply(this));
  }

  /** The same in all reports of a run of Tilescope; empty if TT-NN wrote this one. */
  public String runId() {
    return keep(
        "run id",
        report ->
            report.ask(database ->
                database
                    .first(
                        "SELECT substr(value, 1, 100) FROM report_metadata WHERE key = 'run_id'",
                        row -> String.valueOf(row.getString(1)))
                    .orElse("")));
  }

  /** The same, of what is read of one rank. */
  public <T> T keepOfRank(Class<?> what, int rank, Function<ReadOnlyDatabase, T> read) {
    return keep(new OfRank(what, rank), r -> r.ask(read));
  }

  private record OfRank(Class<?> what, int rank) {}

  @Override
  public void close() {
    synchronized (idle) {
      closed = true;
      idle.forEach(ReadOnlyDatabase::close);
      idle.clear();
    }
  }
}
