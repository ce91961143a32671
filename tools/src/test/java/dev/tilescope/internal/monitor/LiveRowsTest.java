package dev.tilescope.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class LiveRowsTest {
  private static final int ROWS = 16;

  /** Many keys collide: there are more keys than places, and steps put and take the same ones. */
  @Property(seed = "20261116")
  void itAnswersAsAMapWould(
      @ForAll @Size(max = 400) List<@IntRange(min = -40, max = 40) Integer> steps) {
    LiveRows rows = new LiveRows(ROWS);
    Map<Long, Integer> model = new HashMap<>();
    for (int step : steps) {
      long key = key(step);
      if (step < 0) {
        Integer expected = model.remove(key);
        assertThat(rows.remove(key)).isEqualTo(expected == null ? LiveRows.NONE : expected);
      } else if (!rows.contains(key)) {
        int row = rows.add(key);
        if (model.size() == ROWS) {
          assertThat(row).isEqualTo(LiveRows.NONE);
        } else {
          assertThat(row).isBetween(0, ROWS - 1).isLessThan(rows.used());
          assertThat(model).doesNotContainValue(row);
          model.put(key, row);
        }
      }
      for (int other = 0; other <= 40; other++) {
        assertThat(rows.contains(key(other))).isEqualTo(model.containsKey(key(other)));
      }
    }
  }

  /** Some next to each other, some far apart, all of them wanted in few places. */
  private static long key(int number) {
    return 1 + Math.abs(number) % 20 + (Math.abs(number) < 20 ? 0 : 1L << 40);
  }
}
