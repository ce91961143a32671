package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.FreeList.Block;
import dev.tilescope.model.Ints;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class FreeListTest {
  private static final long TOTAL = 64 * 1024;
  private static final long ALIGNMENT = 32;

  @Test
  void bottomUpTakesTheLowestFitAndTopDownTheHighest() {
    FreeList list = new FreeList(TOTAL, ALIGNMENT);
    assertThat(list.allocate(100, true)).isZero();
    assertThat(list.allocate(100, true)).isEqualTo(128);
    assertThat(list.allocate(100, false)).isEqualTo(TOTAL - 128);
    assertThat(list.lowestOccupied()).isZero();
    assertThat(list.free(0)).isTrue();
    assertThat(list.lowestOccupied()).isEqualTo(128);
    assertThat(list.allocate(128, true)).isZero();
  }

  @Test
  void topDownPrefersTheHighestStartEvenWhenALargerHoleIsLower() {
    FreeList list = new FreeList(TOTAL, ALIGNMENT);
    assertThat(list.allocateAt(32 * 1024, 1024)).isTrue();
    assertThat(list.allocateAt(TOTAL - 4096, 4096)).isTrue();
    assertThat(list.allocate(2048, false)).isEqualTo(TOTAL - 4096 - 2048);
    assertThat(list.allocate(30 * 1024, false)).isEqualTo(2 * 1024);
  }

  @Test
  void aTooLargeRequestIsRefusedWithoutATrace() {
    FreeList list = new FreeList(TOTAL, ALIGNMENT);
    List<Block> before = list.blocks();
    assertThat(list.allocate(TOTAL + 1, true)).isEqualTo(-1);
    assertThat(list.allocate(Long.MAX_VALUE, false)).isEqualTo(-1);
    assertThat(list.allocateAt(32, Long.MAX_VALUE)).isFalse();
    assertThat(list.allocateAt(Long.MAX_VALUE - 31, 32)).isFalse();
    assertThat(list.allocateAt(-32, 32)).isFalse();
    assertThat(list.allocateAt(16, 32)).isFalse();
    assertThat(list.blocks()).isEqualTo(before);
    assertThat(list.allocate(TOTAL, true)).isZero();
    assertThat(list.allocate(1, true)).isEqualTo(-1);
    assertThat(list.largestFreeBytes()).isZero();
  }

  @Test
  void anEmptyBankGivesNothing() {
    FreeList list = new FreeList(0, ALIGNMENT);
    assertThat(list.allocate(0, true)).isEqualTo(-1);
    assertThat(list.lowestOccupied()).isEqualTo(-1);
    assertThat(list.blocks()).isEmpty();
    assertThat(list.largestFreeBytes()).isZero();
  }

  @Test
  void freeingAnUnknownAddressChangesNothing() {
    FreeList list = new FreeList(TOTAL, ALIGNMENT);
    long address = list.allocate(64, true);
    assertThat(list.free(address + 32)).isFalse();
    assertThat(list.free(address)).isTrue();
    assertThat(list.free(address)).isFalse();
    assertThat(list.freeBytes()).isEqualTo(TOTAL);
  }

  @Test
  void freeBlocksAreListedByPowersOfTwoKibibytes() {
    FreeList list = new FreeList(TOTAL, ALIGNMENT);
    assertThat(list.freeBlocksByClass()).hasSize(7);
    list.allocateAt(2016, 32);
    list.allocateAt(2048 + 2048, 32);
    List<Ints> classes = list.freeBlocksByClass();
    assertThat(classes.get(0).size()).isEqualTo(1);
    assertThat(classes.get(1).size()).isEqualTo(1);
    assertThat(classes.get(5).size()).isEqualTo(1);
  }

  @Test
  void slotsOfMergedBlocksAreUsedAgain() {
    FreeList list = new FreeList(TOTAL, ALIGNMENT);
    for (int round = 0; round < 1000; round++) {
      long low = list.allocate(64, true);
      long high = list.allocate(64, false);
      list.free(low);
      list.free(high);
    }
    assertThat(list.blocks()).hasSize(1);
    assertThat(list.recycledIds().size()).isEqualTo(2);
  }

  @Test
  void aHundredThousandLiveBlocksStayUsable() {
    int blocks = 100_000;
    FreeList list = new FreeList(blocks * 4096L, ALIGNMENT);
    for (int i = 0; i < blocks; i++) {
      assertThat(list.allocate(4096, true)).isEqualTo(i * 4096L);
    }
    for (int i = 0; i < blocks; i += 2) {
      assertThat(list.free(i * 4096L)).isTrue();
    }
    assertThat(list.largestFreeBytes()).isEqualTo(4096);
    for (int i = 0; i < blocks; i += 2) {
      assertThat(list.allocate(4090, true)).isEqualTo(i * 4096L);
    }
    assertThat(list.freeBytes()).isZero();
  }

  /** One step of a random program; {@code pick} chooses among live blocks or places. */
  record Step(int kind, long bytes, int pick) {}

  @Provide
  Arbitrary<List<Step>> programs() {
    Arbitrary<Long> bytes =
        Arbitraries.oneOf(
            Arbitraries.longs().between(0, 300), Arbitraries.longs().between(300, 20_000));
    return Combinators.combine(
            Arbitraries.integers().between(0, 6), bytes, Arbitraries.integers().between(0, 4095))
        .as(Step::new)
        .list()
        .ofMaxSize(200);
  }

  @Property(tries = 300, seed = "20261115")
  void everySequenceEqualsTheNaiveModelAndKeepsTheBooks(@ForAll("programs") List<Step> program) {
    FreeList list = new FreeList(TOTAL, ALIGNMENT);
    NaiveModel model = new NaiveModel();
    for (Step step : program) {
      assertThat(run(step, list, model.live)).isEqualTo(model.run(step));
      assertThat(liveBlocks(list)).isEqualTo(model.live);
      assertBooksBalance(list, model);
    }
    List.copyOf(model.live.keySet()).forEach(list::free);
    assertThat(list.blocks())
        .singleElement()
        .satisfies(block -> {
          assertThat(block.sizeBytes()).isEqualTo(TOTAL);
          assertThat(block.allocated()).isFalse();
        });
  }

  private static long run(Step step, FreeList list, TreeMap<Long, Long> live) {
    return switch (step.kind) {
      case 0, 1 -> list.allocate(step.bytes, true);
      case 2, 3 -> list.allocate(step.bytes, false);
      case 4 -> list.allocateAt(step.pick * 16L, step.bytes) ? 1 : 0;
      default -> list.free(NaiveModel.picked(step, live)) ? 1 : 0;
    };
  }

  private static Map<Long, Long> liveBlocks(FreeList list) {
    Map<Long, Long> live = new TreeMap<>();
    for (Block block : list.blocks()) {
      if (block.allocated()) {
        live.put(block.address(), block.sizeBytes());
      }
    }
    return live;
  }

  private static void assertBooksBalance(FreeList list, NaiveModel model) {
    long end = 0;
    long used = 0;
    int free = 0;
    boolean lastFree = false;
    for (Block block : list.blocks()) {
      assertThat(block.address()).as("blocks touch and do not overlap").isEqualTo(end);
      assertThat(lastFree && !block.allocated()).as("two free neighbours").isFalse();
      end += block.sizeBytes();
      used += block.allocated() ? block.sizeBytes() : 0;
      free += block.allocated() ? 0 : 1;
      lastFree = !block.allocated();
    }
    assertThat(end).isEqualTo(TOTAL);
    assertThat(list.allocatedBytes()).isEqualTo(used);
    assertThat(list.freeBytes() + list.allocatedBytes()).isEqualTo(list.totalBytes());
    assertThat(list.largestFreeBytes()).isEqualTo(model.largestHole());
    assertThat(list.lowestOccupied()).isEqualTo(model.live.isEmpty() ? -1 : model.live.firstKey());
    assertThat(list.freeBlocksByClass().stream().mapToInt(Ints::size).sum()).isEqualTo(free);
  }

  /** The rules, without any cleverness: live blocks by address, and holes found by walking them. */
  private static final class NaiveModel {
    final TreeMap<Long, Long> live = new TreeMap<>();

    static long picked(Step step, TreeMap<Long, Long> live) {
      if (live.isEmpty() || step.kind == 6 && step.pick % 4 == 0) {
        return step.pick * 16L + 8;
      }
      return List.copyOf(live.keySet()).get(step.pick % live.size());
    }

    long run(Step step) {
      long need = (Math.max(step.bytes, ALIGNMENT) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
      return switch (step.kind) {
        case 0, 1 -> allocate(need, true);
        case 2, 3 -> allocate(need, false);
        case 4 -> allocateAt(step.pick * 16L, need);
        default -> live.remove(picked(step, live)) == null ? 0 : 1;
      };
    }

    private long allocate(long need, boolean bottomUp) {
      TreeMap<Long, Long> holes = holes();
      for (var hole : (bottomUp ? holes : holes.descendingMap()).entrySet()) {
        if (hole.getValue() >= need) {
          long address = bottomUp ? hole.getKey() : hole.getKey() + hole.getValue() - need;
          live.put(address, need);
          return address;
        }
      }
      return -1;
    }

    private long allocateAt(long address, long need) {
      for (var hole : holes().entrySet()) {
        if (address % ALIGNMENT == 0
            && address >= hole.getKey()
            && address + need <= hole.getKey() + hole.getValue()) {
          live.put(address, need);
          return 1;
        }
      }
      return 0;
    }

    private TreeMap<Long, Long> holes() {
      TreeMap<Long, Long> holes = new TreeMap<>();
      long end = 0;
      for (var block : live.entrySet()) {
        if (block.getKey() > end) {
          holes.put(end, block.getKey() - end);
        }
        end = block.getKey() + block.getValue();
      }
      if (end < TOTAL) {
        holes.put(end, TOTAL - end);
      }
      return holes;
    }

    long largestHole() {
      return holes().values().stream().mapToLong(Long::longValue).max().orElse(0);
    }
  }
}
