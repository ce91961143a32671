package dev.tilescope.serve.operations;

import dev.tilescope.serve.data.OpenReport;
import dev.tilescope.serve.data.Words;
import dev.tilescope.serve.http.Answer;
import dev.tilescope.serve.http.Request;
import java.util.List;

/**
 * {@code operation/source?path&line}: lines around one of a source file that the report holds. It
 * is never read from this machine's disk; one that the report does not hold has no lines.
 */
final class SourceText {
  private static final int MOST_CHARS = 4 << 20;
  private static final int AROUND = 150;
  private static final int LINE_CHARS = 500;

  private SourceText() {}

  static Answer of(OpenReport report, Request request) {
    String path = request.text("path");
    List<String> found =
        report.ask(database ->
            database.list(
                "SELECT substr(contents, 1, %d) FROM source_files WHERE path = ? LIMIT 1"
                    .formatted(MOST_CHARS),
                row -> OperationDetail.orEmpty(row, 1),
                path));
    List<String> lines = found.isEmpty() ? List.of() : found.getFirst().lines().toList();
    int wanted = Math.clamp(request.number("line", 1), 1, Math.max(1, lines.size()));
    int from = Math.max(0, wanted - 1 - AROUND);
    int to = Math.min(lines.size(), wanted + AROUND);
    return Answer.json(json ->
        json.beginObject()
            .field("path", path)
            .field("from", from + 1)
            .field("all", lines.size())
            .name("lines")
            .strings(
                lines.subList(from, to).stream().map(line -> Words.cut(line, LINE_CHARS)).toList())
            .endObject());
  }
}
