package dev.tilescope.internal.cli;

import dev.tilescope.internal.csv.CsvWriter;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.store.Query;
import dev.tilescope.internal.words.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope sql}: asks an imported database; it can change nothing. */
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    description = "Ask an imported database in SQL, read-only.")
public final class SqlCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "DB",
      description = "A database that import wrote, or its folder.")
  private Path database = Path.of("");

  @Parameters(index = "1", paramLabel = "SQL", description = "One SELECT statement.")
  private String sql = "";

  @ArgGroup private Form form = new Form();

  /** One of them at most. */
  private static final class Form {
    @Option(names = "--csv", description = "Comma-separated values.")
    private boolean csv;

    @Option(names = "--json", description = "An array of objects.")
    private boolean json;
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (form.json) {
      askJson(out);
    } else if (form.csv) {
      Query.ask(database, sql, new CsvAnswer(out));
    } else {
      TableAnswer answer = new TableAnswer();
      Query.ask(database, sql, answer);
      answer.print(out);
    }
    out.flush();
    return ExitCode.OK;
  }

  private void askJson(PrintWriter out) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      Query.ask(database, sql, new JsonAnswer(json));
      json.endArray();
    }
    out.println();
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case byte[] bytes -> HexFormat.of().formatHex(bytes);
      default -> value.toString();
    };
  }

  /** Aligned columns: the whole answer is held, so its widths are known. */
  private static final class TableAnswer implements Query.Answer {
    private final List<List<String>> lines = new ArrayList<>();

    @Override
    public void columns(List<String> names) {
      lines.add(names.stream().map(VisibleText::of).toList());
    }

    @Override
    public void row(List<@Nullable Object> values) {
      lines.add(values.stream().map(value -> VisibleText.of(text(value))).toList());
    }

    void print(PrintWriter out) {
      int[] widths = new int[lines.getFirst().size()];
      for (List<String> line : lines) {
        for (int i = 0; i < widths.length; i++) {
          widths[i] = Math.max(widths[i], line.get(i).length());
        }
      }
      for (List<String> line : lines) {
        StringBuilder padded = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
          padded.append(i == 0 ? "" : "  ").append(line.get(i));
          padded.append(" ".repeat(widths[i] - line.get(i).length()));
        }
        out.println(padded.toString().stripTrailing());
      }
    }
  }

  private record CsvAnswer(CsvWriter csv, PrintWriter out) implements Query.Answer {
    CsvAnswer(PrintWriter out) {
      this(new CsvWriter(out), out);
    }

    @Override
    public void columns(List<String> names) {
      write(names);
    }

    @Override
    public void row(List<@Nullable Object> values) {
      write(values.stream().map(SqlCommand::text).toList());
    }

    private void write(List<String> cells) {
      try {
        csv.row(cells.stream().map(cell -> TerminalOutput.visible(cell, out)).toList());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class JsonAnswer implements Query.Answer {
    private final JsonWriter json;
    private List<String> names = List.of();

    JsonAnswer(JsonWriter json) {
      this.json = json;
    }

    @Override
    public void columns(List<String> columns) {
      names = columns;
      json.beginArray();
    }

    @Override
    public void row(List<@Nullable Object> values) {
      json.beginObject();
      for (int i = 0; i < names.size(); i++) {
        json.name(names.get(i));
        value(values.get(i));
      }
      json.endObject();
    }

    private void value(@Nullable Object value) {
      switch (value) {
        case null -> json.nullValue();
        case Integer number -> json.value(number.longValue());
        case Long number -> json.value(number);
        case Double number -> json.value(number);
        default -> json.value(text(value));
      }
    }
  }
}
