package dev.tilescope.device;

import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which core of the compute grid is placed best to read a bank of DRAM, as TT-Metal assigns them:
 * the one to the right of the bank's endpoint. On Wormhole, where rows are switched off or
 * dispatch, a bank of such a row is read from the nearest row without a reader, some columns aside.
 */
public final class DramReaders {
  /** How far the first reader that loses its row goes to the right; each further one goes less. */
  private static final int FIRST_STEP = 3;

  private static final int FIRST_BLACKHOLE_ROW = 2;

  private final Board board;
  private final Set<Integer> columns = new HashSet<>();
  private final Set<Integer> rows = new HashSet<>();

  private DramReaders(Board board) {
    this.board = board;
    for (int x = 0; x < board.compute().width(); x++) {
      columns.add(board.physical(new CoreCoord(x, 0)).x());
    }
    for (int y = 0; y < board.compute().height(); y++) {
      rows.add(board.physical(new CoreCoord(0, y)).y());
    }
  }

  /** One logical core for each bank, in the order of the banks. */
  public static List<CoreCoord> of(Board board, int noc) {
    DramReaders readers = new DramReaders(board);
    List<CoreCoord> beside =
        IntStream.range(0, board.dramViews())
            .mapToObj(bank -> readers.beside(DramEndpoints.of(board, bank, noc)))
            .toList();
    List<CoreCoord> placed =
        switch (board.architecture()) {
          case WORMHOLE_B0 -> readers.inRowsOfTheGrid(beside);
          case BLACKHOLE -> beside;
          case GRAYSKULL ->
              throw new TilescopeException(
                  "Only Wormhole and Blackhole are supported to get optimal worker placement for"
                      + " interfacing with DRAM, got "
                      + board.name());
        };
    return placed.stream().map(readers::logical).toList();
  }

  private CoreCoord beside(CoreCoord endpoint) {
    int x = endpoint.x() + 1;
    while (!columns.contains(x) && x < board.noc().width() - 1) {
      x++;
    }
    int y = endpoint.y();
    return switch (board.architecture()) {
      case BLACKHOLE -> new CoreCoord(x, Math.max(y, FIRST_BLACKHOLE_ROW));
      case WORMHOLE_B0, GRAYSKULL -> new CoreCoord(x, y == 0 || y == 6 ? y + 1 : y);
    };
  }

  /** Readers of one column of banks do not depend on those of the other. */
  private List<CoreCoord> inRowsOfTheGrid(List<CoreCoord> beside) {
    List<CoreCoord> placed = new ArrayList<>(beside);
    int left = beside.getFirst().x();
    place(placed, bank -> beside.get(bank).x() == left);
    place(placed, bank -> beside.get(bank).x() != left);
    return placed;
  }

  /** The lowest reader is placed first, then the others from the top. */
  private void place(List<CoreCoord> placed, IntPredicate isMember) {
    List<Integer> members =
        new ArrayList<>(
            IntStream.range(0, placed.size())
                .filter(isMember)
                .boxed()
                .sorted(Comparator.comparingInt(bank -> placed.get(bank).y()))
                .toList());
    members.addFirst(members.removeLast());
    Set<Integer> taken = new HashSet<>();
    members.forEach(bank -> taken.add(placed.get(bank).y()));
    int step = FIRST_STEP;
    for (int bank : members) {
      CoreCoord reader = placed.get(bank);
      if (!rows.contains(reader.y())) {
        int x = columnAt(reader.x() + step);
        placed.set(bank, new CoreCoord(x, freeRow(reader.y() >= placed.size() - 1, taken)));
        step = Math.max(0, step - 1);
      }
    }
  }

  private int columnAt(int x) {
    int found = Math.min(x, board.noc().width() - 1);
    while (!columns.contains(found)) {
      found--;
    }
    return found;
  }

  /** A row of the grid without a reader, from the bottom or from the top. */
  private int freeRow(boolean fromBottom, Set<Integer> taken) {
    int height = board.noc().height();
    List<Integer> candidates =
        IntStream.range(0, height)
            .map(y -> fromBottom ? height - 1 - y : y)
            .filter(rows::contains)
            .boxed()
            .toList();
    return candidates.stream()
        .filter(y -> !taken.contains(y))
        .findFirst()
        .orElse(candidates.getFirst());
  }

  private CoreCoord logical(CoreCoord physical) {
    for (int x = 0; x < board.compute().width(); x++) {
      for (int y = 0; y < board.compute().height(); y++) {
        CoreCoord core = new CoreCoord(x, y);
        if (board.physical(core).equals(physical)) {
          return core;
        }
      }
    }
    throw new AssertionError("no core of the compute grid is at " + physical);
  }
}
