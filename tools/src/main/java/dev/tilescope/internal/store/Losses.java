package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.Damage;
import dev.tilescope.report.internal.RawReport;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an import could not use. Unless it is to keep going, the first such thing ends it; else each
 * is counted, and the first ones are kept in words.
 */
final class Losses implements Damage {
  private static final int TOLD = 100;

  private final boolean keepGoing;
  private final RowSink rows;
  private final Set<String> told = new LinkedHashSet<>();
  private String file = "";
  private long count;

  Losses(boolean keepGoing, RowSink rows) {
    this.keepGoing = keepGoing;
    this.rows = rows;
  }

  /** What is found from here on is about this file. */
  void in(Path report) {
    file = report.toString();
  }

  @Override
  public void found(Supplier<TilescopeException> problem) {
    if (!keepGoing) {
      throw problem.get();
    }
    if (told.size() >= TOLD) {
      count++;
    } else if (told.add(located(problem.get()))) {
      count++;
    }
  }

  private String located(TilescopeException problem) {
    String message = String.valueOf(problem.getMessage());
    return problem.place().isIn(file) ? message : file + ": " + message;
  }

  /** Does a step; a row that it had begun when it failed is forgotten. */
  void attempt(Runnable step) {
    attempt(
        () -> {
          step.run();
          return true;
        },
        false);
  }

  <T> T attempt(Supplier<T> step, T otherwise) {
    try {
      return step.get();
    } catch (DatabaseFailure e) {
      throw e;
    } catch (TilescopeException e) {
      rows.forgetUnfinished();
      found(() -> e);
      return otherwise;
    }
  }

  /** A top-level value of a report; null if it is missing or cannot be read. */
  @Nullable Object value(RawReport report, String key) {
    Optional<Object> none = Optional.empty();
    return attempt(() -> Optional.ofNullable(report.value(key)), none).orElse(null);
  }

  long count() {
    return count;
  }

  /** The first ones, in words. */
  List<String> told() {
    return List.copyOf(told);
  }
}
