package dev.tilescope.internal.board;

import dev.tilescope.device.Board;
import dev.tilescope.internal.csv.CsvException;
import dev.tilescope.internal.csv.CsvReader;
import dev.tilescope.internal.io.PackedFiles;
import dev.tilescope.model.Changed;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Fit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a board took for the operations of an {@code ops_perf_results} file, beside what the model
 * gives them.
 *
 * @param compared rows that could be asked again
 * @param left rows with a time that could not, and why
 * @param collectives rows with a time that send data between chips
 * @param untimed rows whose time the profiler lost
 */
public record BoardTimes(
    Path file,
    Board board,
    List<Compared> compared,
    List<Left> left,
    List<Left> collectives,
    int untimed) {
  private static final Pattern COLLECTIVE =
      Pattern.compile("All(Gather|Reduce|Broadcast|ToAll).*|ReduceScatter.*|MeshPartition.*");

  private static final String NOTHING_TO_RUN =
      "its input is its result, for which TT-NN runs no program";

  /** Large products take the model long, and files repeat them. */
  private static final class Answers {
    private final Board board;
    private final Map<Question, Object> known = new HashMap<>();

    Answers(Board board) {
      this.board = board;
    }

    long nanos(Question question) {
      Object answer = known.computeIfAbsent(question, this::asked);
      if (answer instanceof Long nanos) {
        return nanos;
      }
      throw new NotComparable(answer.toString());
    }

    private Object asked(Question question) {
      try {
        Fit fit = question.ask(board);
        if (!fit.fits()) {
          return "does not fit";
        }
        return fit.modelledNanos() > 0 ? (Object) fit.modelledNanos() : NOTHING_TO_RUN;
      } catch (TilescopeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("refused");
      }
    }
  }

  /**
   * @param operation the device operation, without that word
   * @param question that the model answered
   */
  public record Compared(
      String operation, double measuredNanos, long modelledNanos, Question question) {
    public double ratio() {
      return modelledNanos / measuredNanos;
    }
  }

  /** A row that was not compared. */
  public record Left(String operation, double measuredNanos, String why) {}

  public BoardTimes {
    compared = List.copyOf(compared);
    left = List.copyOf(left);
    collectives = List.copyOf(collectives);
  }

  /**
   * @param board null for the one that the file tells of
   */
  public static BoardTimes read(Path file, @Nullable Board board) {
    List<BoardRow> rows = rows(file);
    Board used = board == null ? boardOf(file, rows) : board;
    RowTensors tensors = new RowTensors(used);
    Answers answers = new Answers(used);
    List<Compared> compared = new ArrayList<>();
    List<Left> left = new ArrayList<>();
    List<Left> collectives = new ArrayList<>();
    int untimed = 0;
    for (BoardRow row : rows) {
      String operation = row.operation();
      double nanos = row.kernelNanos();
      if (nanos <= 0) {
        untimed++;
      } else if (COLLECTIVE.matcher(operation).matches()) {
        collectives.add(new Left(operation, nanos, "sends between chips"));
      } else {
        try {
          Question question = new RowQuestion(row, tensors).question();
          compared.add(new Compared(operation, nanos, answers.nanos(question), question));
        } catch (NotComparable | TilescopeException | IllegalArgumentException e) {
          left.add(new Left(operation, nanos, String.valueOf(e.getMessage())));
        }
      }
      tensors.remember(row);
    }
    return new BoardTimes(file, used, compared, left, collectives, untimed);
  }

  public double comparedNanos() {
    return compared.stream().mapToDouble(Compared::measuredNanos).sum();
  }

  public double leftNanos() {
    return left.stream().mapToDouble(Left::measuredNanos).sum();
  }

  private static List<BoardRow> rows(Path file) {
    try (CsvReader csv =
        CsvReader.open(PackedFiles.plain(Files.newInputStream(file), file), file.toString())) {
      List<String> header = csv.next();
      if (header == null || !header.contains("DEVICE KERNEL DURATION [ns]")) {
        throw new TilescopeException(
            file
                + ": no column DEVICE KERNEL DURATION [ns]; give an ops_perf_results CSV that the"
                + " profiler wrote on a board");
      }
      List<BoardRow> rows = new ArrayList<>();
      for (List<String> line = csv.next(); line != null; line = csv.next()) {
        BoardRow row = row(header, line);
        if (row.isDeviceOperation()) {
          rows.add(row);
        }
      }
      return rows;
    } catch (NoSuchFileException e) {
      throw new TilescopeException(
          file + ": no such file; give an ops_perf_results CSV of the profiler", e);
    } catch (CsvException | IOException e) {
      throw new TilescopeException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static BoardRow row(List<String> header, List<String> line) {
    Map<String, String> cells = new HashMap<>();
    for (int i = 0; i < Math.min(header.size(), line.size()); i++) {
      if (!line.get(i).isEmpty()) {
        cells.put(header.get(i), line.get(i));
      }
    }
    return new BoardRow(cells);
  }

  /** One of the architecture with as many cores; older files have only the cores of operations. */
  private static Board boardOf(Path file, List<BoardRow> rows) {
    String arch = first(rows, "DEVICE ARCH").toLowerCase(Locale.ROOT);
    String workers = first(rows, "AVAILABLE WORKER CORE COUNT");
    int used = rows.stream().mapToInt(BoardRow::cores).max().orElse(0);
    int cores = workers.isEmpty() ? used : (int) Double.parseDouble(workers);
    if (arch.isEmpty() && used > 64) {
      throw new TilescopeException(
          file + ": does not say which board it comes from; name it with --board");
    }
    boolean isBlackhole = arch.equals("blackhole");
    Board board = Board.named(isBlackhole ? "p150" : "n150");
    int rowsOfCores = board.compute().height();
    boolean isGrid = cores > 0 && cores % rowsOfCores == 0 && isBlackhole;
    return isGrid && cores != board.compute().size()
        ? Changed.with(board, "compute", new Board.Grid(cores / rowsOfCores, rowsOfCores))
        : board;
  }

  private static String first(List<BoardRow> rows, String column) {
    return rows.stream()
        .map(row -> row.cell(column))
        .filter(cell -> !cell.isEmpty())
        .findFirst()
        .orElse("");
  }
}
