package dev.tilescope.internal.tracy;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The strict peer is strict about fibers and clocks. */
class PeerTraceTest {
  private static final int CARRIER = 7;
  private static final long FIBER = 100;
  private static final long OTHER = 101;

  private final PeerTrace trace = new PeerTrace((_, _, _) -> {});

  @BeforeEach
  void onTheCarrier() {
    trace.welcome(ByteBuffer.allocate(1170).order(ByteOrder.LITTLE_ENDIAN).putDouble(0, 1));
    trace.thread(CARRIER);
  }

  private static void refuses(ThrowingCallable what, String why) {
    assertThatThrownBy(what).isInstanceOf(AssertionError.class).hasMessageContaining(why);
  }

  @Test
  void aFiberThatEntersActsAndLeavesIsFine() {
    trace.fiberEnter(10, FIBER, CARRIER, 0);
    trace.zoneBegin(10, 1);
    trace.fiberLeave(10, CARRIER);
    trace.fiberEnter(10, OTHER, CARRIER, 0);
    trace.fiberLeave(10, CARRIER);
    trace.fiberEnter(10, FIBER, CARRIER, 0);
    trace.zoneEnd(11);
    trace.fiberLeave(11, CARRIER);
    trace.fiberName(FIBER, "one");
    trace.fiberName(OTHER, "two");
    assertThatCode(trace::requireComplete).doesNotThrowAnyException();
  }

  @Test
  void aFiberDoesNotEnterWhereOneIs() {
    trace.fiberEnter(10, FIBER, CARRIER, 0);
    refuses(() -> trace.fiberEnter(11, OTHER, CARRIER, 0), "where another one is");
    trace.thread(CARRIER + 1);
    refuses(() -> trace.fiberEnter(11, FIBER, CARRIER + 1, 0), "enters twice");
    refuses(() -> trace.fiberLeave(11, CARRIER), "another thread");
  }

  @Test
  void aFiberDoesNotLeaveBeforeItEntered() {
    refuses(() -> trace.fiberLeave(10, CARRIER), "where none is");
    trace.fiberEnter(10, FIBER, CARRIER, 0);
    trace.zoneBegin(20, 1);
    refuses(() -> trace.fiberLeave(19, CARRIER), "before");
    trace.fiberLeave(20, CARRIER);
    refuses(() -> trace.fiberLeave(21, CARRIER), "where none is");
    refuses(() -> trace.fiberEnter(19, FIBER, CARRIER, 0), "before");
  }

  @Test
  void nothingHappensOnACarrierWithoutAFiber() {
    trace.fiberEnter(10, FIBER, CARRIER, 0);
    refuses(() -> trace.zoneBegin(9, 1), "before it was entered");
    trace.zoneBegin(12, 1);
    trace.fiberLeave(12, CARRIER);
    refuses(() -> trace.zoneEnd(13), "not entered");
    refuses(() -> trace.zoneText("text"), "not entered");
    refuses(() -> trace.message(13, "text", 0), "not entered");
    trace.pool(5);
    refuses(() -> trace.allocated(13, CARRIER, 1, 1), "not entered");
  }

  @Test
  void aFiberHasOneNameAndHasLeftInTheEnd() {
    trace.fiberEnter(10, FIBER, CARRIER, 0);
    refuses(trace::requireComplete, "has not left");
    trace.fiberLeave(10, CARRIER);
    refuses(trace::requireComplete, "has no name");
    refuses(() -> trace.fiberName(OTHER, "name"), "of no fiber");
    trace.fiberName(FIBER, "name");
    refuses(() -> trace.fiberName(FIBER, "name"), "a second one");
  }

  @Test
  void aDeviceHasTimesWhenItsClockIsCalibrated() {
    ByteBuffer context = ByteBuffer.allocate(27).order(ByteOrder.LITTLE_ENDIAN);
    trace.gpuContext(context.putFloat(20, 1).put(25, (byte) 1).put(26, (byte) 7));
    trace.gpuBegin(0, 3, 1, 0, 1);
    refuses(() -> trace.gpuTime(10, 1, 0), "nobody calibrated");
    refuses(() -> trace.gpuCalibration(0, 10, 10, 0), "stands still");
    trace.gpuBegin(0, 3, 2, 0, 1);
    trace.gpuCalibration(100, 10, 10, 0);
    assertThatCode(() -> trace.gpuTime(55, 2, 0)).doesNotThrowAnyException();
  }
}
