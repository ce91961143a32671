package dev.tilescope.internal.cli;

import dev.tilescope.device.Rehearsal.Shortage;
import dev.tilescope.internal.cli.FitCommand.Answer;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.Fit;
import dev.tilescope.ops.OperationDescription;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The answers of {@code tilescope fit}, as a table and as JSON. */
final class FitText {
  private static final List<String> HEADINGS =
      List.of(
          "board",
          "fits",
          "circular buffers",
          "L1 tensors",
          "L1 peak",
          "of L1",
          "L1 result",
          "DRAM peak",
          "of DRAM",
          "modelled us",
          "on a board");

  private FitText() {}

  static void table(OperationDescription operation, List<Answer> answers, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADINGS);
    answers.forEach(answer -> rows.add(row(answer)));
    out.println(operation.name() + outputs(answers) + ", bytes in a core or DRAM bank");
    int[] widths =
        IntStream.range(0, HEADINGS.size())
            .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toArray();
    rows.forEach(row -> out.println(line(row, widths)));
    answers.stream().filter(answer -> !answer.fits()).forEach(answer -> why(answer, out));
  }

  private static String outputs(List<Answer> answers) {
    for (Answer answer : answers) {
      if (answer.fit() != null && !answer.fit().outputs().isEmpty()) {
        return answer.fit().outputs().stream()
            .map(FitText::text)
            .collect(Collectors.joining(", ", " -> ", ""));
      }
    }
    return "";
  }

  private static String text(TensorSpec spec) {
    return "%s %s %s"
        .formatted(
            spec.shape(),
            spec.dtype().name().toLowerCase(Locale.ROOT),
            spec.memoryConfig().bufferType().name());
  }

  private static List<String> row(Answer answer) {
    Fit fit = answer.fit();
    String name = answer.board().name();
    if (fit == null) {
      return List.of(name, "no", "", "", "", "", "", "", "", "", "");
    }
    return List.of(
        name,
        fit.fits() ? "yes" : "no",
        number(fit.circularBufferPeakBytes()),
        number(fit.l1BufferPeakBytes()),
        number(fit.l1PeakBytes()),
        number(fit.l1CapacityBytes()),
        number(fit.l1OutputBytes()),
        number(fit.dramPeakBytes()),
        number(fit.dramCapacityBytes()),
        micros(fit.modelledNanos()),
        micros(fit.modelledLowNanos()) + " to " + micros(fit.modelledHighNanos()));
  }

  private static String micros(long nanos) {
    return String.format(Locale.ROOT, "%,.1f", nanos / 1e3);
  }

  private static String number(long bytes) {
    return String.format(Locale.ROOT, "%,d", bytes);
  }

  /** Words to the left, numbers to the right. */
  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? "" : "  ").append(i < 2 ? row.get(i) + padding : padding + row.get(i));
    }
    return line.toString().stripTrailing();
  }

  private static void why(Answer answer, PrintWriter out) {
    Shortage shortage = answer.shortage();
    String reason = shortage == null ? answer.refusal() : shortage.message();
    String brief =
        shortage == null
            ? "the operation cannot be called here"
            : "%s: %s B needed, %s B available"
                .formatted(
                    shortage.memory().name(),
                    number(shortage.neededBytes()),
                    number(shortage.availableBytes()));
    out.println();
    out.println(answer.board().name() + ": " + brief);
    reason.lines().forEach(line -> out.println("  " + VisibleText.of(line)));
  }

  static void json(OperationDescription operation, List<Answer> answers, PrintWriter out) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject().field("operation", operation.name());
      json.array("boards", answers, answer -> json(answer, json));
      json.endObject();
    }
    out.println();
  }

  private static void json(Answer answer, JsonWriter json) {
    json.beginObject()
        .field("board", answer.board().name())
        .field("architecture", answer.board().architecture().name())
        .field("fits", answer.fits());
    Fit fit = answer.fit();
    if (fit == null) {
      json.field("refusal", answer.refusal()).endObject();
      return;
    }
    json.field("circular_buffer_peak_bytes", fit.circularBufferPeakBytes())
        .field("l1_buffer_peak_bytes", fit.l1BufferPeakBytes())
        .field("l1_peak_bytes", fit.l1PeakBytes())
        .field("l1_capacity_bytes", fit.l1CapacityBytes())
        .field("l1_output_bytes", fit.l1OutputBytes())
        .field("dram_peak_bytes", fit.dramPeakBytes())
        .field("dram_capacity_bytes", fit.dramCapacityBytes())
        .field("modelled_nanos", fit.modelledNanos())
        .field("modelled_low_nanos", fit.modelledLowNanos())
        .field("modelled_high_nanos", fit.modelledHighNanos());
    Shortage shortage = fit.shortage();
    if (shortage != null) {
      json.name("shortage")
          .beginObject()
          .field("memory", shortage.memory().name())
          .field("needed_bytes", shortage.neededBytes())
          .field("available_bytes", shortage.availableBytes())
          .field("message", shortage.message())
          .endObject();
    }
    json.endObject();
  }
}
