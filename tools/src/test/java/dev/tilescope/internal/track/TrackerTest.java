package dev.tilescope.internal.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorRef;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TrackerTest {
  private static final Signature CALL = Signature.of("ttnn::test", "input");

  private static final class Names implements TraceListener {
    final List<String> heard = new ArrayList<>();

    @Override
    public void functionStart(Signature signature, Object[] arguments) {
      heard.add("start " + signature.name());
    }

    @Override
    public void functionEnd(Signature signature, List<? extends TensorRef> outputs, long nanos) {
      heard.add("end " + signature.name());
    }
  }

  @Test
  void everyListenerHearsEveryEventUntilItIsRemoved() {
    Names first = new Names();
    Names second = new Names();
    Tracker.add(first);
    Tracker.add(second);
    try {
      assertThat(Tracker.on()).isTrue();
      Tracker.functionStart(CALL, 1);
      Tracker.remove(second);
      Tracker.functionEnd(CALL, List.of(), 0);
    } finally {
      Tracker.remove(first);
      Tracker.remove(second);
    }
    assertThat(first.heard).containsExactly("start ttnn::test", "end ttnn::test");
    assertThat(second.heard).containsExactly("start ttnn::test");
    assertThat(Tracker.on()).isFalse();
  }

  @Test
  void aListenerMayLeaveInTheMiddleOfAnEvent() {
    Names last = new Names();
    TraceListener leaving =
        new TraceListener() {
          @Override
          public void functionStart(Signature signature, Object[] arguments) {
            Tracker.remove(this);
            Tracker.remove(last);
          }
        };
    Tracker.add(leaving);
    Tracker.add(last);
    Tracker.functionStart(CALL);
    Tracker.functionEnd(CALL, List.of(), 0);
    assertThat(last.heard).as("the event under way, and no other").hasSize(1);
    assertThat(Tracker.on()).isFalse();
  }

  @Test
  void theFirstDecisionAboutDispatchHolds() {
    Object outer = new Object();
    Object inner = new Object();
    Tracker.claimDispatch(outer, null, false);
    Tracker.claimDispatch(inner, null, true);
    try {
      assertThat(Tracker.dispatchBlocked()).isFalse();
      Tracker.releaseDispatch(outer);
      assertThat(Tracker.dispatchBlocked()).isTrue();
    } finally {
      Tracker.releaseDispatch(outer);
      Tracker.releaseDispatch(inner);
    }
    assertThat(Tracker.dispatchBlocked()).isFalse();
  }

  @Test
  void itIsIdleOnlyWithoutListenersAndDecisions() {
    Names listener = new Names();
    Object owner = new Object();
    assertThat(Tracker.idle()).isTrue();
    Tracker.claimDispatch(owner, null, false);
    Tracker.add(listener);
    Tracker.releaseDispatch(owner);
    assertThat(Tracker.idle()).isFalse();
    Tracker.claimDispatch(owner, null, false);
    Tracker.remove(listener);
    assertThat(Tracker.idle()).isFalse();
    Tracker.releaseDispatch(owner);
    assertThat(Tracker.idle()).isTrue();
  }

  @Test
  void aDecisionForOneThreadLeavesOthersAlone() {
    Object owner = new Object();
    Tracker.claimDispatch(owner, Thread.currentThread(), true);
    try {
      assertThat(Tracker.dispatchBlocked()).isTrue();
      assertThat(CompletableFuture.supplyAsync(Tracker::dispatchBlocked).join()).isFalse();
    } finally {
      Tracker.releaseDispatch(owner);
    }
  }

  @Test
  void askingWhetherAnybodyListensAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int listening = count(1_000);
    long before = threads.getCurrentThreadAllocatedBytes();
    listening += count(1_000_000);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(listening).isZero();
    assertThat(allocated).isLessThan(1_000);
  }

  private static int count(int calls) {
    int listening = 0;
    for (int i = 0; i < calls; i++) {
      if (Tracker.on()) {
        Tracker.functionStart(CALL, i);
        listening++;
      }
    }
    return listening;
  }

  @Test
  void asideOnlyOneListenerHearsAndNothingIsDispatched() {
    Names everybody = new Names();
    Names own = new Names();
    Object owner = new Object();
    Tracker.add(everybody);
    Tracker.claimDispatch(owner, null, false);
    try {
      String result =
          Tracker.aside(
              own,
              () -> {
                Tracker.functionStart(CALL, 1);
                assertThat(Tracker.dispatchBlocked()).isTrue();
                CompletableFuture.runAsync(
                        () -> {
                          Tracker.functionEnd(CALL, List.of(), 0);
                          assertThat(Tracker.dispatchBlocked()).isFalse();
                        })
                    .join();
                return "done";
              });
      assertThat(result).isEqualTo("done");
      assertThat(Tracker.dispatchBlocked()).isFalse();
    } finally {
      Tracker.releaseDispatch(owner);
      Tracker.remove(everybody);
    }
    assertThat(own.heard).containsExactly("start ttnn::test");
    assertThat(everybody.heard).containsExactly("end ttnn::test");
    assertThat(Tracker.idle()).isTrue();
  }

  @Test
  void whatIsUnheardHasItsEffectsAndOthersAreHeardMeanwhile() {
    Names everybody = new Names();
    Tracker.add(everybody);
    try {
      Tracker.unheard(() -> {
        Tracker.functionStart(CALL, 1);
        assertThat(Tracker.dispatchBlocked()).isFalse();
        CompletableFuture.runAsync(() -> Tracker.functionEnd(CALL, List.of(), 0)).join();
      });
      Tracker.functionStart(CALL, 1);
    } finally {
      Tracker.remove(everybody);
    }
    assertThat(everybody.heard).containsExactly("end ttnn::test", "start ttnn::test");
    assertThat(Tracker.idle()).isTrue();
  }

  @Test
  void asideEndsWithItsBodyHoweverThatEnds() {
    Names outer = new Names();
    Names inner = new Names();
    Tracker.aside(
        outer,
        () -> {
          assertThatThrownBy(() ->
                  Tracker.aside(
                      inner,
                      () -> {
                        throw new IllegalStateException("over");
                      }))
              .hasMessage("over");
          assertThat(Tracker.on()).isTrue();
          Tracker.functionStart(CALL, 1);
          return true;
        });
    assertThat(outer.heard).containsExactly("start ttnn::test");
    assertThat(inner.heard).isEmpty();
    assertThat(Tracker.idle()).isTrue();
  }
}
