package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PerfCounterGroupsTest {
  private static PerfCounterGroups of(String... names) {
    return PerfCounterGroups.of(List.of(names), Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "fpu,1",
    "pack,2",
    "unpack,4",
    "l1_0,8",
    "l1_1,16",
    "instrn,32",
    "l1_2,64",
    "l1_3,128",
    "l1_4,256",
    "all,47",
    "FPU,1",
    "All,47"
  })
  void everyGroupHasItsBit(String name, int bits) {
    assertThat(of(name)).isEqualTo(new PerfCounterGroups(bits, List.of()));
  }

  @Test
  void groupsAddUpAndAllEndsTheList() {
    assertThat(of("fpu", " Pack", "instrn").bits()).isEqualTo(35);
    assertThat(of("all", "nonsense", "l1_1")).isEqualTo(new PerfCounterGroups(47, List.of()));
  }

  @Test
  void theGuidesL1IsTakenWithANote() {
    PerfCounterGroups groups = of("l1");
    assertThat(groups.bits()).isEqualTo(8);
    assertThat(groups.remarks()).singleElement().asString().contains("'l1' is taken as l1_0");
  }

  @Test
  void anUnknownGroupIsARemarkInTtMetalsWords() {
    PerfCounterGroups groups = of("fpu", "sfpu");
    assertThat(groups.bits()).isEqualTo(1);
    assertThat(groups.remarks())
        .containsExactly(
            "Unknown counter group 'sfpu'. Valid groups: fpu, pack, unpack, l1_0, l1_1, l1_2,"
                + " l1_3, l1_4, instrn, all");
  }

  @Test
  void withoutAnyGroupThatExistsThereIsNothingToCapture() {
    assertThatThrownBy(() -> of("foo"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("Unknown counter group 'foo'. Valid groups: fpu,");
  }

  @Test
  void banksThatOnlyBlackholeHasAreRefusedElsewhere() {
    Map<String, String> wormhole = Map.of("TT_METAL_DEVICE_ARCH", "", "ARCH_NAME", "wormhole_b0");
    assertThatThrownBy(() -> PerfCounterGroups.of(List.of("l1_3"), wormhole))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(
            "l1_3 exists on Blackhole only, and the environment says wormhole_b0");
    Map<String, String> blackhole = Map.of("TT_ARCH_NAME", "blackhole", "ARCH_NAME", "wormhole_b0");
    assertThat(PerfCounterGroups.of(List.of("l1_3"), blackhole).bits()).isEqualTo(128);
  }

  @Test
  void twoL1BanksAtOnceAreRefused() {
    assertThatThrownBy(() -> of("l1_1", "fpu", "all"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("got l1_0, l1_1");
    assertThat(of("l1", "l1_0").bits()).isEqualTo(8);
  }
}
