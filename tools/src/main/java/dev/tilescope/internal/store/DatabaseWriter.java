package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TilescopeException.Place;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/**
 * One thread that inserts batches while others make them.
 *
 * <p>Protocol: {@link #write} from any one thread, then {@link #finish} once; {@link #close} in any
 * case. The queue is bounded, so a slow disk slows the reader down instead of filling memory. A
 * failure of the thread comes out of the next call.
 */
final class DatabaseWriter implements AutoCloseable {
  private static final int PAGE_BYTES = 4096;
  private static final int LARGE_PAGE_BYTES = 65536;
  private static final int QUEUED_BATCHES = 256;
  private static final RowBatch END = new RowBatch(Table.DEVICES, 1, "");

  private final BlockingQueue<RowBatch> queue = new ArrayBlockingQueue<>(QUEUED_BATCHES);
  private final Connection connection;
  private final boolean withSize;
  private final boolean undo;
  private final RejectedRows rejected = new RejectedRows();
  private final Map<Table, PreparedStatement> whole = new HashMap<>();
  private final Map<Table, PreparedStatement> single = new HashMap<>();
  private final Thread thread;
  private volatile @Nullable Throwable failure;

  private DatabaseWriter(Connection connection, boolean withSize, boolean undo) {
    this.connection = connection;
    this.withSize = withSize;
    this.undo = undo;
    this.thread = Thread.ofPlatform().name("tilescope-insert").daemon().unstarted(this::insertAll);
  }

  /**
   * Opens or creates a database that nobody else uses, and its tables.
   *
   * @param undo savepoints will be used, and rows that the database refuses are left out
   * @param large pages as large as SQLite has them: an operation's graph then fits into one
   */
  static DatabaseWriter open(Path file, boolean withSize, boolean undo, boolean large) {
    QuietDriver.prepare();
    try {
      Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, settings());
      DatabaseWriter writer = new DatabaseWriter(connection, withSize, undo);
      try {
        writer.prepare(large);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
      writer.thread.start();
      return writer;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** The driver would ask for the last row's number after each statement. */
  private static Properties settings() {
    SQLiteConfig config = new SQLiteConfig();
    config.setGetGeneratedKeys(false);
    return config.toProperties();
  }

  /** No journal on disk: until it is renamed, nobody would miss the file. */
  private void prepare(boolean large) throws SQLException {
    execute("PRAGMA journal_mode = " + (undo ? "MEMORY" : "OFF"));
    execute("PRAGMA page_size = " + (large ? LARGE_PAGE_BYTES : PAGE_BYTES));
    execute("PRAGMA synchronous = OFF");
    execute("PRAGMA locking_mode = EXCLUSIVE");
    execute("PRAGMA cache_size = -32768");
    execute("PRAGMA foreign_keys = OFF");
    connection.setAutoCommit(false);
    for (Table table : Table.values()) {
      if (withSize || !table.isOurs()) {
        execute(table.createSql(withSize));
      }
    }
    execute(Table.SOURCE_INDEX_SQL);
  }

  /** The connection, for questions before the first {@link #write} or after {@link #drain}. */
  Connection connection() {
    return connection;
  }

  /** To be called when all rows are in. */
  void add(ImportOptions.Addition addition) {
    try {
      addition.to(connection);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  void write(RowBatch batch) {
    try {
      while (!queue.offer(batch, 100, TimeUnit.MILLISECONDS)) {
        check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TilescopeException("the import was interrupted", e);
    }
    check();
  }

  /** Waits until everything is inserted; the rows that the database refused. */
  RejectedRows drain() {
    write(END);
    try {
      thread.join();
      check();
      return rejected;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TilescopeException("the import was interrupted", e);
    }
  }

  /** After {@link #drain}: inserts the last rows, makes the indexes and commits. */
  void finish(RowBatch lastRows, List<String> lastStatements) {
    try {
      insert(lastRows);
      for (String sql : lastStatements) {
        execute(sql);
      }
      connection.commit();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private void check() {
    Throwable cause = failure;
    if (cause instanceof TilescopeException known) {
      throw known;
    }
    if (cause != null) {
      throw failed(cause);
    }
  }

  private void insertAll() {
    try {
      for (RowBatch batch = queue.take(); batch != END; batch = queue.take()) {
        insert(batch);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException | RuntimeException | Error e) {
      failure = e;
    }
  }

  private void insert(RowBatch batch) throws SQLException {
    if (!batch.command().isEmpty()) {
      execute(batch.command());
      return;
    }
    if (batch.finished() != null) {
      close(batch.finished());
      return;
    }
    int rows = batch.rows();
    if (rows < batch.table().rowsPerStatement()) {
      insertOneByOne(batch);
      return;
    }
    try {
      run(statement(whole, batch.table(), rows), batch, 0, rows);
    } catch (SQLException e) {
      refuse(e, batch);
      insertOneByOne(batch);
    }
  }

  private void insertOneByOne(RowBatch batch) throws SQLException {
    for (int row = 0; row < batch.rows(); row++) {
      try {
        run(statement(single, batch.table(), 1), batch, row, 1);
      } catch (SQLException e) {
        refuse(e, batch);
        rejected.add(batch, e);
      }
    }
  }

  /** Goes on only if it is about the row and not about the database. */
  private void refuse(SQLException e, RowBatch batch) throws SQLException {
    if (!RejectedRows.isAboutTheRow(e)) {
      throw e;
    }
    if (!undo) {
      throw new TilescopeException(
          Place.UNSAID.withFile(batch.source()), RejectedRows.message(batch, e), e);
    }
  }

  private PreparedStatement statement(Map<Table, PreparedStatement> known, Table table, int rows)
      throws SQLException {
    PreparedStatement statement = known.get(table);
    if (statement == null) {
      statement = connection.prepareStatement(table.insertSql(rows, withSize));
      known.put(table, statement);
    }
    return statement;
  }

  private static void run(PreparedStatement statement, RowBatch batch, int firstRow, int rows)
      throws SQLException {
    int from = firstRow * batch.width();
    int count = rows * batch.width();
    for (int i = 0; i < count; i++) {
      Object other = batch.other(from + i);
      switch (other) {
        case null -> statement.setLong(i + 1, batch.integer(from + i));
        case String text -> statement.setString(i + 1, text);
        case Double number -> statement.setDouble(i + 1, number);
        case byte[] bytes -> statement.setBytes(i + 1, bytes);
        case FilePart part -> statement.setBytes(i + 1, part.packed());
        default -> statement.setNull(i + 1, java.sql.Types.NULL);
      }
    }
    statement.executeUpdate();
  }

  private static void close(Closeable finished) {
    try {
      finished.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static DatabaseFailure failed(Throwable e) {
    return new DatabaseFailure("the database could not be written: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
