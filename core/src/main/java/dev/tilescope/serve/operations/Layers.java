package dev.tilescope.serve.operations;

import dev.tilescope.analysis.Repeats;
import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.serve.TensorColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Repeated layers among operations. Two operations are alike if their names and the shapes of what
 * they give are equal; where shapes grow from step to step, as a cache does, names alone decide,
 * because then nothing else would be found.
 */
public final class Layers {
  /** A run of one operation is worth folding from this length on. */
  private static final int LEAST_COPIES_OF_ONE = 4;

  /** No layer has as many operations of one name in a row. */
  private static final int LEAST_OF_ONE_NAME = 8;

  /** How many times more rows are accepted for telling shapes apart. */
  private static final int PRICE_OF_SHAPES = 2;

  private record Key(int rank, boolean withFrees) {}

  private record SignatureKey(int rank) {}

  /**
   * @param shown indexes of operations, in order
   * @param runs of places in {@code shown}
   * @param byShape runs are alike in shapes too
   */
  public record Found(int[] shown, List<Repeats.Run> runs, boolean byShape) {
    /** Runs that a list folds. */
    public List<Repeats.Run> folded() {
      return runs.stream().filter(Layers::worthFolding).toList();
    }
  }

  private Layers() {}

  public static Found of(OpenReport report, OperationColumns operations, boolean withFrees) {
    return report.keep(new Key(operations.rank(), withFrees), r -> find(r, operations, withFrees));
  }

  private static Found find(OpenReport report, OperationColumns operations, boolean withFrees) {
    int[] shown = shown(operations, withFrees);
    int[] names = new int[shown.length];
    int[] shapes = new int[shown.length];
    int[] signatures = signatures(report, operations);
    for (int i = 0; i < shown.length; i++) {
      names[i] = operations.nameIndex(shown[i]);
      shapes[i] = signatures[shown[i]];
    }
    List<Repeats.Run> byName = runs(names, names);
    List<Repeats.Run> byShape = runs(shapes, names);
    return rows(byShape) <= (long) PRICE_OF_SHAPES * rows(byName)
        ? new Found(shown, byShape, true)
        : new Found(shown, byName, false);
  }

  /**
   * Many operations of one name in a row, such as the making of weights, are one run whatever their
   * shapes; between such runs, layers are looked for.
   */
  private static List<Repeats.Run> runs(int[] signs, int[] names) {
    List<Repeats.Run> runs = new ArrayList<>();
    int done = 0;
    for (int from = 0; from < names.length; ) {
      int to = from + 1;
      while (to < names.length && names[to] == names[from]) {
        to++;
      }
      if (to - from >= LEAST_OF_ONE_NAME) {
        add(runs, signs, done, from);
        runs.add(new Repeats.Run(from, 1, to - from));
        done = to;
      }
      from = to;
    }
    add(runs, signs, done, names.length);
    return runs;
  }

  private static void add(List<Repeats.Run> runs, int[] signs, int from, int to) {
    for (Repeats.Run run : Repeats.of(Arrays.copyOfRange(signs, from, to))) {
      runs.add(new Repeats.Run(from + run.from(), run.period(), run.copies()));
    }
  }

  private static int[] shown(OperationColumns operations, boolean withFrees) {
    int[] all = new int[operations.size()];
    int size = 0;
    for (int i = 0; i < all.length; i++) {
      if (withFrees || !operations.frees(i)) {
        all[size++] = i;
      }
    }
    return Arrays.copyOf(all, size);
  }

  /** Rows that a list has with these runs folded. */
  private static long rows(List<Repeats.Run> runs) {
    long rows = 0;
    for (Repeats.Run run : runs) {
      rows += worthFolding(run) ? 1 : (long) run.period() * run.copies();
    }
    return rows;
  }

  static boolean worthFolding(Repeats.Run run) {
    return run.copies() >= LEAST_COPIES_OF_ONE || (run.copies() > 1 && run.period() >= 3);
  }

  /** Runs inside one copy of a run, as places in {@code shown}. */
  static List<Repeats.Run> inside(
      OpenReport report, OperationColumns operations, Found found, int from, int period) {
    int[] part = new int[period];
    int[] signatures = signatures(report, operations);
    for (int i = 0; i < period; i++) {
      int index = found.shown()[from + i];
      part[i] = found.byShape() ? signatures[index] : operations.nameIndex(index);
    }
    List<Repeats.Run> runs = new ArrayList<>();
    for (Repeats.Run run : Repeats.of(part)) {
      runs.add(new Repeats.Run(from + run.from(), run.period(), run.copies()));
    }
    return runs;
  }

  /** One number for a name with the shapes of its outputs. */
  private static int[] signatures(OpenReport report, OperationColumns operations) {
    return report.keep(
        new SignatureKey(operations.rank()),
        r -> {
          TensorColumns tensors = TensorColumns.of(r, operations.rank());
          int[] signatures = new int[operations.size()];
          for (int i = 0; i < signatures.length; i++) {
            signatures[i] = 1 + operations.nameIndex(i);
          }
          for (int t = 0; t < tensors.size(); t++) {
            int producer = operations.indexOf(tensors.producer(t));
            if (producer >= 0) {
              signatures[producer] = mixed(signatures[producer], tensors.shape(t).hashCode());
            }
          }
          return signatures;
        });
  }

  /** Outputs of an operation come by ascending id, so the order of mixing is fixed. */
  private static int mixed(int signature, int shape) {
    return Integer.rotateLeft(signature * 0x9E3779B1, 7) ^ (shape * 0x85EBCA6B);
  }
}
