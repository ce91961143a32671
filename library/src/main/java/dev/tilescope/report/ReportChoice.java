package dev.tilescope.report;

import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which report of a place that may hold several: null leaves it open.
 *
 * @param name of the report's file
 */
public record ReportChoice(@Nullable Integer rank, @Nullable String name) {
  /** Whichever is there, if it is the only one. */
  public static final ReportChoice ONLY = new ReportChoice(null, null);

  private static final int SHOWN = 5;

  /**
   * The one report that is chosen.
   *
   * @param holder what holds the reports, for messages
   * @param rankOf negative if it is not known
   * @throws TilescopeException if none or several are
   */
  public <T> T from(
      String holder, List<T> reports, ToIntFunction<T> rankOf, Function<T, String> nameOf) {
    List<T> chosen =
        reports.stream().filter(r -> takes(rankOf.applyAsInt(r), nameOf.apply(r))).toList();
    if (chosen.size() == 1) {
      return chosen.getFirst();
    }
    String listed =
        (chosen.isEmpty() ? reports : chosen)
            .stream()
                .limit(SHOWN)
                .map(r -> described(rankOf.applyAsInt(r), nameOf.apply(r)))
                .collect(Collectors.joining(", "));
    String more =
        Math.max(chosen.size(), chosen.isEmpty() ? reports.size() : 0) > SHOWN ? ", ..." : "";
    throw new TilescopeException(
        chosen.isEmpty()
            ? holder + " holds no report " + wanted() + "; it holds " + listed + more
            : "%s holds %s reports where one was expected;".formatted(holder, chosen.size())
                + " name one of them with --rank or --name: "
                + listed
                + more);
  }

  private boolean takes(int itsRank, String itsName) {
    return (rank == null || rank == itsRank) && (name == null || name.equals(itsName));
  }

  private String wanted() {
    String ofRank = rank == null ? "" : "of rank " + rank;
    String ofName = name == null ? "" : "named " + name;
    return ofRank + (rank != null && name != null ? " and " : "") + ofName;
  }

  private static String described(int rank, String name) {
    return rank < 0 ? name : name + " (rank " + rank + ")";
  }
}
