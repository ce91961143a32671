package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.perf.IdRange;
import dev.tilescope.internal.perf.PerfOptions;
import dev.tilescope.internal.perf.PerfReport;
import dev.tilescope.internal.perf.PerfRow;
import dev.tilescope.internal.perf.PerfTable;
import dev.tilescope.internal.serve.data.Recent;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A performance CSV that is being looked at, and the last few reports made of it. */
final class PerformanceTable {
  /** Rows are held with their attributes, which are most of a file. */
  private static final long MAX_BYTES = 32 << 20;

  private static final int KEPT = 4;

  private final Path file;
  private final PerfTable table;
  private final List<String> signposts;
  private final Recent<PerfOptions, PerfReport> reports = new Recent<>(KEPT);

  private PerformanceTable(Path file, PerfTable table) {
    this.file = file;
    this.table = table;
    this.signposts =
        table.rows().stream()
            .filter(PerfRow::isSignpost)
            .map(row -> row.opCode())
            .distinct()
            .limit(500)
            .toList();
  }

  static PerformanceTable read(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw Refusal.unusable(
            "%s has %,d bytes, more than the %,d that the page holds; tilescope perf prints it,"
                    .formatted(file, Files.size(file), MAX_BYTES)
                + " and a run of fewer iterations can be shown here");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PerformanceTable(file, PerfTable.read(List.of(file)));
  }

  Path file() {
    return file;
  }

  PerfTable table() {
    return table;
  }

  /** Different names, in the order of the file. */
  List<String> signposts() {
    return signposts;
  }

  PerfReport report(PerfOptions options) {
    return reports.get(options, o -> PerfReport.of(table, o));
  }

  /** The switches of {@code tilescope perf}, as parameters. */
  static PerfOptions options(Request request) {
    return new PerfOptions(
        nonEmpty(request.optional("start")),
        nonEmpty(request.optional("end")),
        request.flag("whole"),
        request.flag("signposts"),
        request.has("ids") ? IdRange.parse(request.text("ids")) : null,
        nonEmpty(request.optional("arch")),
        request.flag("tracing"),
        !request.flag("nohost"),
        !request.flag("apart"));
  }

  private static @Nullable String nonEmpty(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
