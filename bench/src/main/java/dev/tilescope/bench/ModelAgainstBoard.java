package dev.tilescope.bench;

import dev.tilescope.device.Board;
import dev.tilescope.internal.board.BoardTimes;
import dev.tilescope.internal.board.BoardTimes.Compared;
import dev.tilescope.internal.board.BoardTimes.Left;
import dev.tilescope.model.Changed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Modelled device times against those that boards took: asks the model for every operation of
 * {@code ops_perf_results} files that it can make again from its row, and prints how the two
 * compare, what is left out, and how much of the board's time that is. Collectives are apart: the
 * time of one depends on when the other chips come.
 *
 * <pre>
 * java --add-modules jdk.incubator.vector -cp 'bench/target/benchmarks.jar:bench/target/lib/*' \
 *     dev.tilescope.bench.ModelAgainstBoard profile.csv p150/8x8=other.csv
 * </pre>
 *
 * <p>A file tells which board it comes from; {@code p150/8x8} is a p150 of which a program had 8 by
 * 8 cores.
 */
public final class ModelAgainstBoard {
  private ModelAgainstBoard() {}

  public static void main(String[] arguments) {
    List<BoardTimes> files = new ArrayList<>();
    for (String argument : arguments) {
      String[] parts = argument.split("=", 2);
      files.add(
          parts.length == 1
              ? BoardTimes.read(Path.of(argument), null)
              : BoardTimes.read(Path.of(parts[1]), board(parts[0])));
    }
    System.out.println(
        "modelled / measured          rows   10 %  median    90 %     of board's ms");
    byOperation(files).forEach(ModelAgainstBoard::print);
    System.out.println();
    files.forEach(ModelAgainstBoard::print);
    print("all", files.stream().flatMap(file -> file.compared().stream()).toList());
    System.out.println();
    left(files);
  }

  private static Board board(String text) {
    String[] parts = text.split("/", 2);
    Board board = Board.named(parts[0]);
    if (parts.length == 1) {
      return board;
    }
    String[] grid = parts[1].split("x", 2);
    return Changed.with(
        board, "compute", new Board.Grid(Integer.parseInt(grid[0]), Integer.parseInt(grid[1])));
  }

  private static Map<String, List<Compared>> byOperation(List<BoardTimes> files) {
    return files.stream()
        .flatMap(file -> file.compared().stream())
        .collect(Collectors.groupingBy(Compared::operation, TreeMap::new, Collectors.toList()));
  }

  private static void print(BoardTimes file) {
    double compared = file.comparedNanos();
    double all = compared + file.leftNanos();
    String name = file.file().getFileName() + "";
    print(name.substring(0, Math.min(28, name.length())), file.compared());
    System.out.printf(
        "    %s, %.0f %% of %.2f ms compared, collectives %.2f ms, %d rows without a time%n",
        file.board().name() + " " + file.board().compute(),
        all == 0 ? 0 : 100 * compared / all,
        all / 1e6,
        nanos(file.collectives()) / 1e6,
        file.untimed());
  }

  private static double nanos(List<Left> rows) {
    return rows.stream().mapToDouble(Left::measuredNanos).sum();
  }

  private static void print(String name, List<Compared> rows) {
    double[] sorted = rows.stream().mapToDouble(Compared::ratio).sorted().toArray();
    if (sorted.length > 0) {
      System.out.printf(
          "%-28s %4d   %.2f    %.2f    %.2f  %16.2f%n",
          name,
          sorted.length,
          sorted[sorted.length / 10],
          sorted[sorted.length / 2],
          sorted[sorted.length * 9 / 10],
          rows.stream().mapToDouble(Compared::measuredNanos).sum() / 1e6);
    }
  }

  private static void left(List<BoardTimes> files) {
    double all = files.stream().mapToDouble(file -> file.comparedNanos() + file.leftNanos()).sum();
    Map<String, List<Left>> byReason =
        files.stream()
            .flatMap(file -> file.left().stream())
            .collect(Collectors.groupingBy(row -> row.operation() + ": " + row.why()));
    byReason.entrySet().stream()
        .sorted(Comparator.comparingDouble(entry -> -nanos(entry.getValue())))
        .forEach(entry -> print(entry.getKey(), entry.getValue(), all));
    print("left out in all", files.stream().flatMap(f -> f.left().stream()).toList(), all);
  }

  private static void print(String why, List<Left> rows, double allNanos) {
    System.out.printf(
        "left out: %5d rows, %8.3f ms, %5.2f %%  %s%n",
        rows.size(), nanos(rows) / 1e6, 100 * nanos(rows) / allNanos, why);
  }
}
