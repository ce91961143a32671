package dev.tilescope.internal.cli;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.replay.ReplayResult;
import dev.tilescope.replay.ReplayResult.Output;
import dev.tilescope.replay.ReplayResult.Verdict;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;

/**
 * What {@code tilescope replay} prints: each result when it is there, and their count at the end.
 */
abstract sealed class ReplayReport implements AutoCloseable {
  private int same;
  private int partial;
  private int differing;
  private int notRun;

  static ReplayReport lines(PrintWriter out) {
    return new Lines(out);
  }

  static ReplayReport json(PrintWriter out) {
    return new Json(out);
  }

  final void add(ReplayResult result) {
    switch (result.verdict()) {
      case Verdict.Same found -> {
        same++;
        partial += found.isPartial() ? 1 : 0;
      }
      case Verdict.Differs _ -> differing++;
      case Verdict.CannotRun _ -> notRun++;
    }
    print(result);
  }

  final int same() {
    return same;
  }

  /** Those whose values could not be compared. */
  final int partial() {
    return partial;
  }

  final int differing() {
    return differing;
  }

  final int notRun() {
    return notRun;
  }

  abstract void print(ReplayResult result);

  /** Ends the report; the writer stays open. */
  @Override
  public abstract void close();

  private static final class Lines extends ReplayReport {
    private final PrintWriter out;

    Lines(PrintWriter out) {
      this.out = out;
    }

    @Override
    void print(ReplayResult result) {
      String name = VisibleText.of(result.operation());
      String line = "%6d  %-40s  ".formatted(result.number(), name);
      switch (result.verdict()) {
        case Verdict.Same(_, String note) ->
            out.println(line + "same" + (note.isEmpty() ? "" : " (" + VisibleText.of(note) + ")"));
        case Verdict.CannotRun(String why) ->
            out.println(line + "cannot be run: " + VisibleText.of(why));
        case Verdict.Differs(List<String> how) -> {
          out.println(line + "differs: " + VisibleText.of(how.getFirst()));
          how.stream().skip(1).forEach(more -> out.println(" ".repeat(59) + VisibleText.of(more)));
        }
      }
      out.flush();
    }

    @Override
    public void close() {
      out.printf(
          "%d same (%d without their values), %d differ, %d cannot be run%n",
          same(), partial(), differing(), notRun());
      out.flush();
    }
  }

  private static final class Json extends ReplayReport {
    private final PrintWriter out;
    private final JsonWriter json;

    Json(PrintWriter out) {
      this.out = out;
      this.json = JsonWriter.pretty(out);
      json.beginObject().name("calls").beginArray();
    }

    @Override
    void print(ReplayResult result) {
      json.beginObject().field("number", result.number()).field("operation", result.operation());
      switch (result.verdict()) {
        case Verdict.Same(_, String note) -> json.field("verdict", "same").field("note", note);
        case Verdict.Differs(List<String> how) ->
            json.field("verdict", "differs").name("differences").strings(how);
        case Verdict.CannotRun(String why) ->
            json.field("verdict", "cannot be run").field("reason", why);
      }
      json.array("outputs", result.outputs(), this::print);
      json.endObject();
    }

    private void print(Output output) {
      json.beginObject().name("shape").beginArray();
      Arrays.stream(output.spec().shape().toArray()).forEach(json::value);
      json.endArray()
          .field("dtype", output.spec().dtype().name())
          .field("layout", output.spec().layout().name())
          .field("memory_config", output.spec().memoryConfig().toString())
          .field("sha256", output.sha256());
      json.optional("recorded_sha256", output.recordedSha256());
      json.optional("pcc", output.pcc());
      json.endObject();
    }

    @Override
    public void close() {
      json.endArray()
          .field("same", same())
          .field("same_without_values", partial())
          .field("differ", differing())
          .field("cannot_be_run", notRun())
          .endObject();
      json.close();
      out.println();
      out.flush();
    }
  }
}
