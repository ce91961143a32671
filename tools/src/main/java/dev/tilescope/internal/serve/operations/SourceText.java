package dev.tilescope.internal.serve.operations;

import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.Words;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Request;
import java.util.List;
import java.util.Optional;

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
    String sql =
        "SELECT substr(contents, 1, %d) FROM source_files WHERE path = ?".formatted(MOST_CHARS);
    Optional<String> found =
        report.ask(database -> database.first(sql, row -> OperationDetail.orEmpty(row, 1), path));
    List<String> lines = found.orElse("").lines().toList();
    int wanted = Math.clamp(request.number("line", 1), 1, Math.max(1, lines.size()));
    int from = Math.max(0, wanted - 1 - AROUND);
    int to = Math.min(lines.size(), wanted + AROUND);
    return Answer.object(json ->
        json.field("path", path)
            .field("from", from + 1)
            .field("all", lines.size())
            .name("lines")
            .strings(
                lines.subList(from, to).stream()
                    .map(line -> Words.cut(line, LINE_CHARS))
                    .toList()));
  }
}
