package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RingTest {
  @Test
  void placesFollowEachOtherAndStartAgainWhereTheEndIsTooNear() {
    Ring ring = new Ring(100);

    assertThat(ring.place("a", 60, 0)).isEqualTo(new Ring.Placed(0, Ring.NOBODY, false));
    assertThat(ring.place("b", 30, 1)).isEqualTo(new Ring.Placed(60, Ring.NOBODY, false));
    assertThat(ring.place("c", 20, 2)).isEqualTo(new Ring.Placed(0, 0, true));
    assertThat(ring.find("a", 3)).isNull();
    assertThat(ring.find("b", 3)).isEqualTo(60);
    assertThat(ring.place("d", 50, 4).lastUser()).isEqualTo(3);
  }

  private record Held(int from, int end, int user) {}

  @Property(tries = 200, seed = "7")
  void whatIsFoundWasNotOverwrittenAndTheLatestUserOfWhatWasIsTold(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 1, max = 50) Integer> sizes) {
    Ring ring = new Ring(100);
    List<Held> held = new ArrayList<>();
    for (int user = 0; user < sizes.size(); user++) {
      Ring.Placed placed = ring.place(user, sizes.get(user), user);
      Held added = new Held(placed.offset(), placed.offset() + sizes.get(user), user);
      assertThat(added.end()).isLessThanOrEqualTo(100);
      List<Held> lost =
          held.stream().filter(h -> h.from() < added.end() && added.from() < h.end()).toList();
      assertThat(placed.lastUser())
          .isEqualTo(lost.stream().mapToInt(Held::user).max().orElse(Ring.NOBODY));
      held.removeAll(lost);
      held.add(added);
      for (Held each : lost) {
        assertThat(ring.find(each.user(), each.user())).isNull();
      }
      for (Held each : held) {
        assertThat(ring.find(each.user(), each.user())).isEqualTo(each.from());
      }
    }
  }
}
