package dev.tilescope.internal.serve.overview;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.SourceIndex;
import dev.tilescope.internal.serve.data.TensorColumns;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Request;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * {@code find?text=}: operations, tensors, addresses, places in the source, errors and arguments
 * that a text may mean, best first. Searches through long tables stop when their time is over:
 * {@code partial} says that not all arguments were looked at, {@code reading} that places in the
 * source are still being read, so that asking again may find more.
 */
final class Find {
  private static final int MOST_HITS = 50;
  private static final int MOST_OF_A_KIND = 12;
  private static final int MAX_TEXT = 200;

  /** Where something was found and what to open. */
  private record Hit(
      String kind, String title, String note, String view, Map<String, String> params) {
    void write(JsonWriter json) {
      json.field("kind", kind)
          .field("title", title)
          .field("note", note)
          .field("view", view)
          .object("params", () -> params.forEach(json::field));
    }
  }

  private final OpenReport report;
  private final OperationColumns operations;
  private final TensorColumns tensors;
  private final String text;
  private final List<Hit> hits = new ArrayList<>();
  private boolean partial;
  private boolean reading;

  private Find(OpenReport report, OperationColumns operations, String text) {
    this.report = report;
    this.operations = operations;
    this.tensors = TensorColumns.of(report, operations.rank());
    this.text = text;
  }

  static Answer answer(OpenReport report, Request request) {
    String text = request.text("text", "").strip().toLowerCase(Locale.ROOT);
    Find find =
        new Find(
            report,
            OperationColumns.of(report, request),
            text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
    if (!text.isEmpty()) {
      find.search();
    }
    return Answer.object(find::write);
  }

  private void write(JsonWriter json) {
    json.field("partial", partial).field("reading", reading);
    json.objects("hits", hits.stream().limit(MOST_HITS).toList(), hit -> hit.write(json));
  }

  private void search() {
    OptionalLong number = number(text);
    number.ifPresent(this::ids);
    names();
    shapes();
    number.ifPresent(this::addresses);
    errors();
    if (text.length() > 1) {
      sources();
    }
    if (text.length() > 2 && hits.size() < MOST_HITS) {
      arguments();
    }
  }

  /** {@code 42} or {@code 0x2a}, with separators if one likes. */
  private static OptionalLong number(String text) {
    String digits = text.replace("_", "").replace(",", "");
    try {
      return digits.startsWith("0x")
          ? OptionalLong.of(Long.parseLong(digits.substring(2), 16))
          : OptionalLong.of(Long.parseLong(digits));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private void ids(long number) {
    int operation = number == (int) number ? operations.indexOf((int) number) : -1;
    if (operation >= 0) {
      hits.add(operation(operation));
    }
    int tensor = tensors.indexOf(number);
    if (tensor >= 0) {
      hits.add(tensor(tensor));
    }
  }

  private Hit operation(int index) {
    String id = Integer.toString(operations.id(index));
    return new Hit("Operation", operations.name(index), "id " + id, "operation", Map.of("id", id));
  }

  private Hit tensor(int index) {
    String id = Long.toString(tensors.id(index));
    return new Hit(
        "Tensor",
        "%s  %s %s".formatted(id, tensors.shape(index), tensors.dtype(index)),
        counted(tensors.uses(index), "use"),
        "tensor",
        Map.of("id", id));
  }

  /** Whole names with their number, then the first operations of the best of them. */
  private void names() {
    List<Integer> names =
        IntStream.range(0, operations.names().size())
            .filter(n -> lower(operations.names().get(n)).contains(text))
            .boxed()
            .sorted(Comparator.comparingInt(n -> rank(operations.names().get(n))))
            .limit(MOST_OF_A_KIND)
            .toList();
    if (names.isEmpty()) {
      return;
    }
    int[] calls = new int[operations.names().size()];
    IntStream.range(0, operations.size()).forEach(i -> calls[operations.nameIndex(i)]++);
    for (int name : names) {
      String word = operations.names().get(name);
      hits.add(
          new Hit(
              "Operations",
              word,
              counted(calls[name], "call"),
              "operations",
              Map.of("name", word)));
    }
    int best = names.getFirst();
    IntStream.range(0, operations.size())
        .filter(i -> operations.nameIndex(i) == best)
        .limit(5)
        .forEach(i -> hits.add(operation(i)));
  }

  /** Lower is better: the last part of a name, its beginning, anywhere. */
  private int rank(String name) {
    String lower = lower(name);
    String last = lower.substring(Math.max(lower.lastIndexOf('.'), lower.lastIndexOf(':')) + 1);
    if (last.equals(text) || lower.equals(text)) {
      return 0;
    }
    return (last.startsWith(text) ? 1000 : 2000) + name.length();
  }

  /** {@code 384, 1024} or {@code 384x1024} in shapes: each shape once, with its tensors. */
  private void shapes() {
    String sides = text.replaceAll("[x×, ]+", ", ").strip();
    if (!sides.matches("\\[?\\d+(, \\d+)+]?")) {
      return;
    }
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < tensors.size(); i++) {
      if (tensors.shape(i).contains(sides)) {
        counts.merge(tensors.shape(i), 1, Integer::sum);
      }
    }
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(MOST_OF_A_KIND)
        .forEach(e ->
            hits.add(
                new Hit(
                    "Shape",
                    e.getKey(),
                    counted(e.getValue(), "tensor"),
                    "tensors",
                    Map.of("shape", e.getKey()))));
  }

  private void addresses(long address) {
    for (AddressSearch.Stay stay : AddressSearch.at(report, operations, address, MOST_OF_A_KIND)) {
      hits.add(
          new Hit(
              "Address",
              "0x%x  %s, device %d, %,d B a bank"
                  .formatted(stay.address(), stay.region(), stay.device(), stay.bytesPerBank()),
              stay.when(),
              "memory",
              Map.of(
                  "device", Integer.toString(stay.device()),
                  "region", Integer.toString(stay.regionNumber()),
                  "address", Long.toString(stay.address()),
                  "operation", Integer.toString(stay.firstOperation()))));
    }
    IntStream.range(0, tensors.size())
        .filter(i -> tensors.address(i) == address)
        .limit(MOST_OF_A_KIND)
        .forEach(i -> hits.add(tensor(i)));
  }

  private void errors() {
    List<Hit> found =
        report.ask(database ->
            database.list(
                "SELECT operation_id, substr(operation_name, 1, 100), substr(error_message, 1, 200)"
                    + " FROM errors WHERE rank = ? AND (instr(lower(substr(error_message, 1,"
                    + " 4000)), ?) OR instr(lower(error_type), ?)) LIMIT 8",
                row ->
                    new Hit(
                        "Error",
                        String.valueOf(row.getString(3)),
                        String.valueOf(row.getString(2)),
                        "operation",
                        Map.of("id", Integer.toString(row.getInt(1)))),
                operations.rank(),
                text,
                text));
    hits.addAll(found);
  }

  private void sources() {
    SourceIndex.Found found = SourceIndex.of(report, operations).search(text, MOST_OF_A_KIND);
    reading = !found.complete();
    for (SourceIndex.Line line : found.lines()) {
      hits.add(
          new Hit(
              "Source",
              line.place(),
              counted(line.operations(), "call"),
              line.operations() == 1 ? "operation" : "operations",
              line.operations() == 1
                  ? Map.of("id", Integer.toString(line.first()))
                  : Map.of("text", line.place())));
    }
  }

  private void arguments() {
    ArgumentSearch search = ArgumentSearch.of(report, operations, text, MOST_OF_A_KIND);
    partial |= search.partial();
    for (ArgumentSearch.Argument argument : search.found()) {
      int index = operations.indexOf(argument.operation());
      hits.add(
          new Hit(
              "Argument",
              "%s = %s".formatted(argument.name(), argument.value()),
              (index < 0 ? "" : operations.name(index) + " ") + argument.operation(),
              "operation",
              Map.of("id", Integer.toString(argument.operation()))));
    }
  }

  private static String counted(int number, String what) {
    return number == 1 ? "1 " + what : "%,d %ss".formatted(number, what);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
