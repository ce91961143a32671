package dev.tilescope.internal.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.links.Link.Confidence;
import dev.tilescope.internal.perf.PerfRow;
import dev.tilescope.internal.perf.PerfTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;

/** Rows of a run of which a tenth was dropped, doubled, swapped, or all three. */
final class Perturbed {
  enum How {
    DROPPED,
    DOUBLED,
    SWAPPED
  }

  static final List<Set<How>> WAYS =
      List.of(
          EnumSet.noneOf(How.class),
          EnumSet.of(How.DROPPED),
          EnumSet.of(How.DOUBLED),
          EnumSet.of(How.SWAPPED),
          EnumSet.allOf(How.class));

  private Perturbed() {}

  static List<PerfRow> deviceRows(Path csv) {
    return PerfTable.read(List.of(csv)).rows().stream()
        .filter(row -> row.opType().equals("tt_dnn_device"))
        .toList();
  }

  static List<PerfRow> rows(List<PerfRow> rows, Set<How> how, long seed) {
    Random random = new Random(seed);
    List<PerfRow> perturbed = new ArrayList<>();
    for (PerfRow row : rows) {
      if (how.contains(How.DROPPED) && random.nextInt(10) == 0) {
        continue;
      }
      perturbed.add(row);
      if (how.contains(How.DOUBLED) && random.nextInt(10) == 0) {
        perturbed.add(random.nextInt(perturbed.size() + 1), row);
      }
    }
    for (int i = 0; i < perturbed.size(); i++) {
      if (how.contains(How.SWAPPED) && random.nextInt(20) == 0) {
        Collections.swap(perturbed, i, random.nextInt(perturbed.size()));
      }
    }
    return perturbed;
  }

  /** At least 99 of 100 rows are linked with what they are, and none that is certain is not. */
  static void holds(
      String what, List<PerfRow> rows, Links links, BiPredicate<PerfRow, Integer> truth) {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (!truth.test(rows.get(i), links.target(i))) {
        wrong.add(rows.get(i).id() + ": " + links.words(i));
        assertThat(links.confidence(i))
            .as("%s: row %d, %s", what, rows.get(i).id(), links.words(i))
            .isNotEqualTo(Confidence.CERTAIN);
      }
    }
    assertThat(100 * wrong.size()).as("%s: %s", what, wrong).isLessThanOrEqualTo(rows.size());
  }
}
