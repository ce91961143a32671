package dev.tilescope.store;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * SQLite's driver unpacks its library for each process and removes what dead ones left. Where two
 * processes remove the same file, the slower one logs a stack trace, and nothing is wrong; what
 * matters, it throws.
 */
final class QuietDriver {
  /** Held here: the JDK forgets the levels of loggers that nobody holds. */
  private static final Logger LOADER = Logger.getLogger("org.sqlite.SQLiteJDBCLoader");

  private QuietDriver() {}

  /** To be called before a connection is made. */
  static void prepare() {
    LOADER.setLevel(Level.OFF);
  }
}
