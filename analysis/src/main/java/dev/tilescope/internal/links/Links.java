package dev.tilescope.internal.links;

import dev.tilescope.internal.links.Link.Confidence;
import dev.tilescope.internal.links.Link.Linked;
import dev.tilescope.internal.links.Link.Unlinked;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * For each row of a run what it is among the operations of a report, or of another run.
 *
 * @param strays whether so much is passed over between what is linked, though the run's count of
 *     its calls leaves no room for it, that both are hardly of one run
 */
public record Links(List<Link> byRow, boolean strays) {
  public Links {
    byRow = List.copyOf(byRow);
  }

  /**
   * Aligns rows with what they may be: operations of a report, each there once, or rows of another
   * run.
   *
   * <p>Rows may lack some of these, repeat them, be of a part of them, or stand in another order.
   */
  public static Links of(List<Ran> rows, List<Ran> targets) {
    return new RowLinking(rows, targets).links();
  }

  /** The index of what a row is, or -1. */
  public int target(int row) {
    return byRow.get(row) instanceof Linked linked ? linked.target() : -1;
  }

  /** Null if the row is not linked. */
  public @Nullable Confidence confidence(int row) {
    return byRow.get(row) instanceof Linked linked ? linked.confidence() : null;
  }

  /** What is said of a row's link: how sure it is, and why. */
  public String words(int row) {
    return switch (byRow.get(row)) {
      case Linked linked -> linked.confidence().word() + ": " + linked.reason();
      case Unlinked unlinked -> unlinked.reason();
    };
  }

  /** How many targets any row is. */
  public long targets() {
    return IntStream.range(0, byRow.size())
        .map(this::target)
        .filter(t -> t >= 0)
        .distinct()
        .count();
  }

  public long linked() {
    return byRow.stream().filter(Linked.class::isInstance).count();
  }

  public long linked(Confidence confidence) {
    return IntStream.range(0, byRow.size()).filter(i -> confidence(i) == confidence).count();
  }

  /** Why rows and operations seem to be of different runs; null if they do not. */
  public @Nullable String problem() {
    if (byRow.isEmpty()) {
      return "there are no rows of device operations";
    }
    if (strays) {
      return "between rows that are operations of the report others are not, or operations are"
          + " left out that the run would have counted: it is of another run";
    }
    if (2 * linked() >= byRow.size()) {
      return null;
    }
    Link first = byRow.stream().filter(Unlinked.class::isInstance).findFirst().orElseThrow();
    return String.format(
        Locale.ROOT,
        "only %,d of %,d rows are operations of the report (%s): it is of another run",
        linked(),
        byRow.size(),
        first.reason());
  }
}
