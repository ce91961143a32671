package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.LateFrees.LateFree;
import dev.tilescope.memory.BufferPart;
import dev.tilescope.memory.BufferPart.Role;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.memory.FullMoment.Advice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BufferLifetimesTest {
  private final TraceScript script = new TraceScript();

  @Test
  void anEmptyTraceHasNoLifetimes() {
    MemoryUse use = MemoryUse.of(Report.of(Trace.EMPTY));
    assertThat(use.buffers().lifetimes()).isEmpty();
    assertThat(use.moments()).isEmpty();
    assertThat(use.lateFrees().frees()).isEmpty();
    assertThat(use.leaks().groups()).isEmpty();
    assertThat(use.fragmentation().regions()).isEmpty();
    assertThat(use.levels().devices()).isEmpty();
    assertThat(use.cores().devices()).isEmpty();
  }

  @Test
  void aLifeTellsWhoMadeTheBufferWhoNeededItLastAndWhenItWasFreed() {
    int buffer = make("make", 1, 100);
    use("use", 1);
    use("other", 2);
    free(buffer, 1);
    Lifetime life = only();
    assertThat(life.made().path()).containsExactly("make", "create");
    assertThat(life.made().step()).isZero();
    assertThat(life.lastUse().path()).containsExactly("use");
    assertThat(life.freed().step()).isEqualTo(2);
    assertThat(lateFrees())
        .singleElement()
        .satisfies(late -> {
          assertThat(late.buffer().counter()).isEqualTo(buffer);
          assertThat(late.operationsLate()).isOne();
          assertThat(late.byteOperations()).isEqualTo(100);
        });
  }

  @Test
  void freeingSeveralBuffersInARowMakesNoneOfThemLate() {
    int first = make("a", 1, 100);
    int second = make("b", 2, 100);
    script.start("both");
    script.tensor(1, 4);
    script.tensor(2, 4);
    script.end(0);
    free(first, 1);
    free(second, 2);
    use("later", 3);
    assertThat(lateFrees()).isEmpty();
  }

  @Test
  void aBufferThatIsNeverFreedIsALeakAndLateUntilTheEnd() {
    make("make", 1, 100);
    use("x", 9);
    use("y", 9);
    assertThat(lateFrees()).extracting(LateFree::operationsLate).containsExactly(2);
    assertThat(Leaks.of(lifetimes()).groups())
        .singleElement()
        .satisfies(group -> {
          assertThat(group.bytes()).isEqualTo(100);
          assertThat(group.holdsTensors()).isTrue();
          assertThat(group.madeIn()).containsExactly("make", "create");
        });
  }

  @Test
  void aBufferWithoutTensorsIsALeakButNotLateSinceNobodyKnowsWhoUsesIt() {
    script.start("launch");
    script.allocate(script.buffer(BufferType.DRAM, 64), 8);
    script.end(0);
    use("x", 9);
    assertThat(only().lastUse()).isNull();
    assertThat(lateFrees()).isEmpty();
    assertThat(Leaks.of(lifetimes()).groups().getFirst().holdsTensors()).isFalse();
    assertThat(moment(false).role(moment(false).buffers().getFirst())).isEqualTo(Role.PROGRAM);
    assertThat(moment(false).advice()).isEmpty();
  }

  @Test
  void aBufferFromBeforeTheCaptureIsNoLeakAndOnlyLateIfTheCaptureFreesIt() {
    script.start("op");
    int kept = script.buffer(BufferType.L1, 100, script.tensor(1, 4));
    int freed = script.buffer(BufferType.L1, 50, script.tensor(2, 4));
    script.end(0);
    use("x", 9);
    free(freed, 2);
    assertThat(Leaks.of(lifetimes()).groups()).isEmpty();
    assertThat(lateFrees()).extracting(l -> l.buffer().counter()).containsExactly(freed);
    assertThat(kept).isLessThan(freed);
    PeakByDevice.Peak peak = PeakByDevice.of(script.trace()).devices().getFirst().l1();
    assertThat(peak.bytes()).isEqualTo(150);
    assertThat(peak.counter()).isEqualTo(-1);
  }

  @Test
  void olderTracesNameTheUsersOfATensorOnItsOneNode() {
    int buffer = make("make", 1, 100);
    int tensor = script.tensor(1, 4);
    script.holds(buffer, tensor);
    script.start("between");
    script.end(0);
    int late = script.start("user");
    script.end(0);
    script.goesInto(tensor, late);
    assertThat(only().lastUse().path()).containsExactly("user");
  }

  @Test
  void oneNodeMayStandForTwoBuffersOneAfterTheOther() {
    int buffer = make("make", 1, 100);
    free(buffer, 1);
    script.start("again");
    script.allocate(buffer, 8);
    script.end(0);
    use("user", 1);
    List<Lifetime> lives = lifetimes().lifetimes();
    assertThat(lives).hasSize(2);
    assertThat(lives.get(0).lastUse().path()).containsExactly("make");
    assertThat(lives.get(1).lastUse().path()).containsExactly("user");
    assertThat(lives.get(1).freed()).isNull();
  }

  @Test
  void thePeakSaysWhatWasAliveAndHowMuchLessItCouldHaveBeen() {
    int late = make("a", 1, 100);
    int needed = make("b", 2, 10);
    make("c", 3, 70);
    use("user", 2);
    free(late, 1);
    free(needed, 2);
    FullMoment peak = moment(true);
    assertThat(peak.amount().bytes()).isEqualTo(24);
    assertThat(peak.amount().name()).isEqualTo("c");
    assertThat(peak.buffers())
        .extracting(BufferPart::tensorId, BufferPart::bytes, peak::role)
        .containsExactlyInAnyOrder(
            tuple(1L, 100L, Role.LATE), tuple(2L, 10L, Role.WAITING), tuple(3L, 70L, Role.IN_USE));
    assertThat(peak.advice())
        .first()
        .isInstanceOfSatisfying(
            Advice.FreeEarlier.class,
            free -> {
              assertThat(free.buffer().tensorId()).isOne();
              assertThat(free.after().name()).isEqualTo("a");
              assertThat(free.savedBytes()).isEqualTo(8);
            });
  }

  @Test
  void everyMemoryHasItsOwnPeak() {
    for (BufferType type :
        List.of(BufferType.DRAM, BufferType.L1, BufferType.L1_SMALL, BufferType.TRACE)) {
      script.allocate(script.buffer(type, 10 + type.code()), 1);
    }
    assertThat(PeakByDevice.of(script.trace()).devices().getFirst().buffers().entrySet())
        .extracting(e -> e.getKey() + " " + e.getValue().bytes())
        .containsExactlyInAnyOrder(
            "BufferType::DRAM 10",
            "BufferType::L1 11",
            "BufferType::L1_SMALL 13",
            "BufferType::TRACE 14");
  }

  @Test
  void levelsSayHowFullACoreWasWhileEachOperationRan() {
    int first = make("a", 1, 100);
    free(first, 1);
    use("nothing", 1);
    make("b", 2, 30);
    MemoryLevels.Device levels = MemoryLevels.of(Report.of(script.trace())).devices().get(0);
    assertThat(levels.l1()).containsExactly(8, 8, 0, 8);
  }

  /** Another thread's operation comes later in the nodes but ran in between. */
  @Test
  void livesFollowTheOrderInWhichThingsHappened() {
    int first = make("a", 1, 100);
    int last = script.start("b");
    script.tensor(1, 4);
    script.end(0);
    free(first, 1);
    int moved = script.start("thread");
    script.allocate(script.buffer(BufferType.L1, 50), 8);
    int movedEnd = script.end(0);
    Trace byNode = script.trace();
    assertThat(PeakByDevice.of(byNode).devices().getFirst().l1().bytes()).isEqualTo(100);
    IntStream before = IntStream.range(0, last);
    IntStream after = IntStream.range(last, byNode.size()).filter(i -> i < moved || i > movedEnd);
    IntStream between = IntStream.rangeClosed(moved, movedEnd);
    int[] chronology = IntStream.concat(IntStream.concat(before, between), after).toArray();
    Trace byTime = new Trace(byNode.nodes(), Ints.of(chronology));
    BufferLifetimes lives = BufferLifetimes.of(byTime);
    assertThat(lives.clock().operations())
        .extracting(o -> o.name())
        .containsExactly("a", "thread", "b");
    assertThat(PeakByDevice.of(byTime).devices().getFirst().l1().bytes()).isEqualTo(150);
    FullMoment peak = FullMoments.of(Report.of(byTime)).getFirst();
    assertThat(peak.amount().bytes()).isEqualTo(16);
    assertThat(peak.bytesOf(Role.LATE)).isZero();
    assertThat(LateFrees.of(lives).frees()).isEmpty();
  }

  @Test
  void aHostileSizeIsTheDearestNotTheCheapest() {
    make("a", 1, Long.MAX_VALUE / 2);
    make("b", 2, 1);
    use("x", 9);
    use("y", 9);
    assertThat(lateFrees().getFirst().byteOperations()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void askingForADeviceThatIsNotThereNamesThoseThatAre() {
    make("a", 1, 100);
    Report report = Report.of(script.trace());
    assertThat(MemoryUse.of(report, 0).moments()).hasSize(1);
    assertThatThrownBy(() -> MemoryUse.of(report, 3))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("device 3 uses no memory")
        .hasMessageContaining("[0]");
  }

  /** Quadratic work in the number of live buffers would take hours. */
  @Test
  void aHundredThousandLiveBuffersTakeSeconds() {
    for (int i = 1; i <= 100_000; i++) {
      script.start("op");
      int buffer = script.buffer(BufferType.DRAM, 64, script.tensor(i, 4));
      script.allocateAt(buffer, i * 64L, 64);
      script.circularBuffer(16, false);
      script.deallocateAll();
      script.end(0);
    }
    Report report = Report.of(script.trace());
    MemoryUse use = Assertions.assertTimeout(Duration.ofSeconds(30), () -> MemoryUse.of(report));
    assertThat(use.moments().getLast().amount().bytes()).isEqualTo(6_400_000);
  }

  private int make(String name, long tensor, long bytes) {
    script.start(name);
    script.start("create");
    int buffer = script.buffer(BufferType.L1, bytes);
    script.allocate(buffer, 8);
    script.end(0);
    script.end(0);
    script.holds(buffer, script.tensor(tensor, 4));
    return buffer;
  }

  private void use(String name, long tensor) {
    script.start(name);
    script.tensor(tensor, 4);
    script.end(0);
  }

  private void free(int buffer, long tensor) {
    script.start("ttnn::deallocate");
    script.tensor(tensor, 4);
    script.deallocate(buffer);
    script.end(0);
  }

  private BufferLifetimes lifetimes() {
    return BufferLifetimes.of(script.trace());
  }

  private Lifetime only() {
    List<Lifetime> all = lifetimes().lifetimes();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  private List<LateFree> lateFrees() {
    return LateFrees.of(lifetimes()).frees();
  }

  private FullMoment moment(boolean isL1) {
    return FullMoments.of(Report.of(script.trace())).stream()
        .filter(m -> m.isL1() == isL1)
        .findFirst()
        .orElseThrow();
  }
}
