package dev.tilescope.internal.perf;

import dev.tilescope.internal.links.CallNumbers;
import dev.tilescope.internal.links.Ran;
import dev.tilescope.profile.internal.table.OpsColumn;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one or more {@code ops_perf_results} CSVs, in the order of the files.
 *
 * @param arch the first {@code DEVICE ARCH}, or null
 * @param workerCores the first {@code AVAILABLE WORKER CORE COUNT} that is not 0, or null
 * @param hasHostStart whether rows can be sorted by time
 */
public record PerfTable(
    Format format,
    @Nullable String arch,
    @Nullable Integer workerCores,
    boolean hasHostStart,
    List<PerfRow> rows,
    List<FileRows> files) {

  /** Which of the rows a file holds: from one index to before another. */
  public record FileRows(Path path, int from, int to) {}

  /** Generations of the profiler's CSV. */
  public enum Format {
    V1("v1"),
    /** Shapes are padded and logical: {@code INPUT_0_W_PAD[LOGICAL]}. */
    V2("v2"),
    /** Rows name the architecture and its worker cores. */
    V2_1("v2.1");

    private final String text;

    Format(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  public PerfTable {
    rows = List.copyOf(rows);
    files = List.copyOf(files);
  }

  /** Whether a table of a profiler's operations, of any version, may begin with this line. */
  public static boolean isHeader(String line) {
    return line.contains(OpsColumn.OP_CODE.header()) && line.contains(OpsColumn.OP_TYPE.header());
  }

  /** Rows of one run as evidence of which operations they are. */
  public static List<Ran> ran(List<PerfRow> rows) {
    return CallNumbers.of(rows.stream().map(PerfRow::ran).toList());
  }

  /**
   * Reads files of equally many devices each; device ids of a later file follow those of the one
   * before.
   *
   * @throws dev.tilescope.model.TilescopeException with file and row, if one is no such CSV
   */
  public static PerfTable read(List<Path> files) {
    return PerfTableReader.read(
        files,
        row -> {
          throw row;
        });
  }

  /**
   * The same, but of a file that is cut or damaged the rows that can be used.
   *
   * @param dropped takes what is wrong with each other row, with its file, row and column
   */
  public static PerfTable readSound(List<Path> files, Consumer<String> dropped) {
    return PerfTableReader.read(files, row -> dropped.accept(row.getMessage() + ""));
  }
}
