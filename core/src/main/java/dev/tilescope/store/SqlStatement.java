package dev.tilescope.store;

import java.util.Set;

/** Where the first statement of a text in SQL ends: SQLite runs it and ignores what follows. */
final class SqlStatement {
  private static final Set<Character> QUOTES = Set.of('\'', '"', '`', '[');

  private SqlStatement() {}

  /** What follows the first statement, without comments around it; empty if nothing does. */
  static String rest(String sql) {
    int at = 0;
    while (at < sql.length() && sql.charAt(at) != ';') {
      at = next(sql, at);
    }
    return something(sql, Math.min(at + 1, sql.length()));
  }

  /** Whether there is no statement at all: blanks, comments and semicolons. */
  static boolean isNone(String sql) {
    return something(sql, 0).isEmpty();
  }

  private static String something(String sql, int from) {
    int start = from;
    while (start < sql.length() && isNothing(sql, start)) {
      start = next(sql, start);
    }
    return sql.substring(start).strip();
  }

  private static boolean isNothing(String sql, int at) {
    char c = sql.charAt(at);
    return Character.isWhitespace(c)
        || c == ';'
        || sql.startsWith("--", at)
        || sql.startsWith("/*", at);
  }

  /** After the character, text in quotes or comment at a place. */
  private static int next(String sql, int at) {
    char c = sql.charAt(at);
    if (sql.startsWith("--", at)) {
      return after(sql, "\n", at + 2);
    } else if (sql.startsWith("/*", at)) {
      return after(sql, "*/", at + 2);
    } else if (QUOTES.contains(c)) {
      // A doubled quote ends one text and begins the next, which comes to the same.
      return after(sql, c == '[' ? "]" : String.valueOf(c), at + 1);
    }
    return at + 1;
  }

  private static int after(String sql, String end, int from) {
    int found = sql.indexOf(end, from);
    return found < 0 ? sql.length() : found + end.length();
  }
}
