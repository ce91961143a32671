package dev.tilescope.internal.serve.overview;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.OperationColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What a report does not hold, what that means, and what to do about it. */
final class Caveats {
  /**
   * @param serious something was lost, rather than never recorded
   * @param text what is missing and what that means
   * @param detail more lines, or empty
   * @param command what to type to get it, or empty
   */
  record Caveat(boolean serious, String text, String detail, String command) {
    void write(JsonWriter json) {
      json.field("serious", serious)
          .field("text", text)
          .field("detail", detail)
          .field("command", command);
    }
  }

  private Caveats() {}

  static List<Caveat> of(OperationColumns operations, ReportFacts facts) {
    List<Caveat> found = new ArrayList<>();
    lost(facts, found);
    missing(operations, facts, found);
    return found;
  }

  private static void lost(ReportFacts facts, List<Caveat> found) {
    long skipped = facts.number("tilescope_skipped_files");
    if (skipped > 0) {
      found.add(
          new Caveat(
              true,
              count(
                  skipped,
                  "file of the report could not be read and is not here",
                  "files of the report could not be read and are not here"),
              facts.text("tilescope_skipped"),
              ""));
    }
    long dropped = facts.number("tilescope_dropped_parts");
    if (dropped > 0) {
      found.add(
          new Caveat(
              true,
              count(dropped, "part of the report was damaged", "parts of the report were damaged")
                  + " and left out; figures count what is sound",
              facts.text("tilescope_dropped"),
              ""));
    }
    facts
        .metadata()
        .forEach((key, value) -> {
          if (key.contains("dropped") && !key.startsWith("tilescope_") && !value.equals("0")) {
            found.add(new Caveat(true, "The capture says %s: %s".formatted(key, value), "", ""));
          }
        });
  }

  private static void missing(OperationColumns operations, ReportFacts facts, List<Caveat> found) {
    if (operations.size() == 0) {
      found.add(note("No operations: nothing was called while the report was captured"));
      return;
    }
    times(operations, facts, found);
    if (facts.stacks() == 0) {
      found.add(
          new Caveat(
              false,
              "No call stacks, so the source of an operation is not known",
              "",
              facts.isOfTtnn()
                  ? "ttnn.graph.enable_python_stack_traces()"
                  : "CaptureOptions.withStackTraces()"));
    }
    if (facts.buffers() == 0) {
      found.add(
          note("No buffers, so views of memory are empty: nothing was allocated on a device"));
    } else if (!facts.allocationsKnown()) {
      found.add(
          new Caveat(
              false,
              "Imported by another tool or an older one: circular buffers, device operations and"
                  + " what lived inside an operation are not in the database",
              "",
              "tilescope import REPORT FOLDER"));
    }
    ranks(operations, facts, found);
  }

  private static String count(long number, String one, String many) {
    return "%,d %s".formatted(number, number == 1 ? one : many);
  }

  private static void times(OperationColumns operations, ReportFacts facts, List<Caveat> found) {
    if (facts.unfinished() > 0) {
      found.add(
          new Caveat(
              true,
              count(
                  facts.unfinished(),
                  "operation began and never ended: the program stopped or crashed inside it, so"
                      + " what it did later is not here",
                  "operations began and never ended: the program stopped or crashed inside them, so"
                      + " what they did later is not here"),
              "",
              ""));
    }
    long untimed =
        IntStream.range(0, operations.size()).filter(i -> operations.nanos(i) < 0).count();
    if (untimed > 0) {
      found.add(
          note(
              "%,d of %,d operations have no duration; sums of time leave them out"
                  .formatted(untimed, operations.size())));
    }
  }

  private static void ranks(OperationColumns operations, ReportFacts facts, List<Caveat> found) {
    long world = facts.number("world_size");
    if (world > 1) {
      found.add(
          note(
              "The run had %,d ranks; figures are those of rank %d"
                  .formatted(world, operations.rank())));
    }
  }

  private static Caveat note(String text) {
    return new Caveat(false, text, "", "");
  }
}
