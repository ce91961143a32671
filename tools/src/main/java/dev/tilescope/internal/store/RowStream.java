package dev.tilescope.internal.store;

import java.io.IOException;
import java.io.InputStream;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The bytes that the rows of a query stand for, one row at a time. */
abstract class RowStream extends InputStream {
  private final ReadOnlyDatabase database;
  private final PreparedStatement statement;
  private final ResultSet rows;
  private byte[] bytes = new byte[0];
  private int at;
  private boolean done;

  RowStream(ReadOnlyDatabase database, String sql, Object... parameters) {
    this.database = database;
    try {
      this.statement = database.prepare(sql, parameters);
      this.rows = statement.executeQuery();
    } catch (SQLException e) {
      throw database.unreadable(e);
    }
  }

  /** The bytes of a row. */
  abstract byte[] bytesOf(ResultSet row) throws SQLException;

  /** What follows the last row. */
  abstract byte[] last();

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    while (at == bytes.length) {
      if (done) {
        return length == 0 ? 0 : -1;
      }
      bytes = next();
      at = 0;
    }
    int count = Math.min(length, bytes.length - at);
    System.arraycopy(bytes, at, target, from, count);
    at += count;
    return count;
  }

  private byte[] next() {
    try {
      done = !rows.next();
      return done ? last() : bytesOf(rows);
    } catch (SQLException e) {
      throw database.unreadable(e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      statement.close();
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }
}
