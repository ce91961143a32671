package dev.tilescope.internal.store;

import java.util.Locale;
import java.util.Set;

/**
 * The first statement of a text in SQL: whether it asks, and where it ends, since SQLite runs it
 * and ignores what follows. That it asks must be known before SQLite sees it: some of what PRAGMA
 * does is done when the statement is prepared.
 */
final class SqlStatement {
  private static final Set<String> QUESTIONS = Set.of("SELECT", "WITH", "VALUES");
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

  /**
   * Whether it begins as a question does. A WITH may still end in a DELETE, which a database that
   * is open for reading refuses.
   */
  static boolean asks(String sql) {
    Words words = new Words(sql);
    String first = words.next();
    if (first.equals("EXPLAIN")) {
      first = words.next();
      if (first.equals("QUERY")) {
        words.next();
        first = words.next();
      }
    }
    return QUESTIONS.contains(first);
  }

  /** The words that a statement begins with, in capitals; empty at whatever is no word. */
  private static final class Words {
    private String rest;

    Words(String sql) {
      rest = sql;
    }

    String next() {
      String from = something(rest, 0);
      int end = 0;
      while (end < from.length() && Character.isLetter(from.charAt(end))) {
        end++;
      }
      rest = from.substring(end);
      return from.substring(0, end).toUpperCase(Locale.ROOT);
    }
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
