package dev.tilescope.internal.serve.ask;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.ask.QuestionProcess.Question;
import dev.tilescope.internal.serve.data.Words;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.Query;
import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the answer to a question in SQL. The question is asked anew for each page: nothing of
 * it is kept, and nobody has to say when they have seen enough.
 */
final class SqlQuestion implements Query.Answer {
  /** Rows beyond are not counted. */
  private static final int MOST_ROWS = 100_000;

  private static final int ROWS = 200;
  private static final int CELL_CHARS = 2_000;

  /** Of a page that has room for another row; the rest is the next page's. */
  private static final int PAGE_BYTES = 600_000;

  private static final int MOST_BYTES_OF_A_NUMBER = 24;

  private final int from;
  private final int to;
  private final List<List<@Nullable Object>> rows = new ArrayList<>();
  private List<String> columns = List.of();
  private int seen;
  private int bytes;

  private SqlQuestion(int from, int count) {
    this.from = from;
    this.to = from + count;
  }

  /** {@code sql?from&count} with the statement as body. */
  static Question of(Path database, Request request) {
    return new Question(database, request.body(), request.from(), request.count(ROWS));
  }

  /**
   * JSON of the answer.
   *
   * @throws TilescopeException if there is none, in SQLite's words, without the file's name
   */
  static byte[] answer(Question asked) {
    SqlQuestion question = new SqlQuestion(asked.from(), asked.count());
    long start = System.nanoTime();
    try {
      Query.askInLittleSpace(asked.database(), asked.sql(), question);
    } catch (TilescopeException e) {
      throw new TilescopeException(
          String.valueOf(e.getMessage()).replace(asked.database() + ": ", ""), e);
    }
    long nanos = System.nanoTime() - start;
    return Answer.object(json -> question.write(json, nanos)).bytes();
  }

  @Override
  public void columns(List<String> names) {
    columns = names;
  }

  @Override
  public void row(List<@Nullable Object> values) {
    if (seen >= from && seen < to && bytes < PAGE_BYTES) {
      List<@Nullable Object> row = new ArrayList<>(values.size());
      for (Object value : values) {
        row.add(shown(value));
      }
      rows.add(row);
    }
    seen++;
  }

  @Override
  public boolean wantsMore() {
    return seen < MOST_ROWS;
  }

  private @Nullable Object shown(@Nullable Object value) {
    if (value instanceof Number || value == null) {
      bytes += MOST_BYTES_OF_A_NUMBER;
      return value;
    }
    String text =
        value instanceof byte[] blob
            ? HexFormat.of().formatHex(blob, 0, Math.min(blob.length, CELL_CHARS / 2))
            : value.toString();
    String cut = Words.cut(text, CELL_CHARS);
    bytes += cut.chars().map(SqlQuestion::mostBytes).sum();
    return cut;
  }

  /** Of a character in JSON, where some need an escape. */
  private static int mostBytes(int character) {
    if (character < ' ') {
      return 6;
    } else if (character == '"' || character == '\\') {
      return 2;
    }
    return character < 0x80 ? 1 : 3;
  }

  private void write(JsonWriter json, long nanos) {
    json.name("columns").strings(columns);
    json.field("all", seen).field("capped", seen >= MOST_ROWS).field("nanos", nanos);
    json.name("rows").beginArray();
    for (List<@Nullable Object> row : rows) {
      json.beginArray();
      row.forEach(value -> write(json, value));
      json.endArray();
    }
    json.endArray();
  }

  private static void write(JsonWriter json, @Nullable Object value) {
    switch (value) {
      case null -> json.nullValue();
      case Integer number -> json.value(number);
      case Long number -> json.value(number);
      case Double number -> json.value(number);
      default -> json.value(value.toString());
    }
  }
}
