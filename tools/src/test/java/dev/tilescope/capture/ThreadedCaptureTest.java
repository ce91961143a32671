package dev.tilescope.capture;

import static dev.tilescope.capture.Programs.random;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class ThreadedCaptureTest {
  private static final int THREADS = 8;
  private static final int CALLS = 12;

  @RepeatedTest(100)
  void everyOperationOfEightThreadsIsThereOnceAndNested() throws Exception {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Report report = traced(device, Executors.newFixedThreadPool(THREADS), RunMode.NORMAL);
      assertThat(report.completeness().threads()).isEqualTo(THREADS);
      assertThat(report.completeness().dropped()).isEmpty();
      assertThat(report.calls()).hasSize(THREADS * CALLS);
      assertNested(report.trace());
      assertChronological(report.trace());
    }
  }

  @Test
  void virtualThreadsAreSeenToo() throws Exception {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Report report =
          traced(device, Executors.newVirtualThreadPerTaskExecutor(), RunMode.NO_DISPATCH);
      assertThat(report.calls()).hasSize(THREADS * CALLS);
      assertNested(report.trace());
    }
  }

  @Test
  void aCaptureOfTheCallingThreadSeesNoOther() throws Exception {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor input = random(device, MemoryConfig.L1, 32, 32);
        ExecutorService other = Executors.newSingleThreadExecutor()) {
      GraphCapture capture =
          GraphCapture.begin(CaptureOptions.of(RunMode.NO_DISPATCH).withCallingThreadOnly());
      boolean computed = other.submit(() -> Ttnn.relu(input)).get().hasValues();
      Ttnn.exp(input).close();
      Report report = capture.end();
      assertThat(computed).as("the other thread is not blocked").isTrue();
      assertThat(report.calls())
          .extracting(Report.OperationCall::name)
          .containsExactly("ttnn::exp");
    }
  }

  private static Report traced(MeshDevice device, ExecutorService pool, RunMode mode)
      throws InterruptedException, ExecutionException {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    try (pool;
        Tensor input = random(device, MemoryConfig.L1, 64, 64);
        GraphCapture capture = GraphCapture.begin(mode)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        running.add(
            pool.submit(() -> {
              start.await();
              for (int call = 0; call < CALLS; call++) {
                Ttnn.relu(input).close();
              }
              return null;
            }));
      }
      for (Future<?> future : running) {
        future.get();
      }
      return capture.end();
    }
  }

  /**
   * Any reader may pair starts and ends with a stack, and threads never mix inside an operation.
   */
  private static void assertNested(Trace trace) {
    Deque<TraceNode> open = new ArrayDeque<>();
    Map<Integer, Integer> callsByThread = new HashMap<>();
    for (TraceNode node : trace.nodes()) {
      if (!open.isEmpty()) {
        assertThat(node.thread()).isEqualTo(open.peek().thread());
      }
      switch (node.event()) {
        case TraceEvent.FunctionStart _ -> {
          assertThat(node.level()).isEqualTo(open.size() + 1);
          open.push(node);
          if (node.level() == 1) {
            callsByThread.merge(node.thread(), 1, Integer::sum);
          }
        }
        case TraceEvent.FunctionEnd end -> {
          TraceNode start = open.pop();
          assertThat(end.name()).isEqualTo(((TraceEvent.FunctionStart) start.event()).name());
          assertThat(start.connections().stream()).contains(node.counter());
        }
        default -> {}
      }
    }
    assertThat(open).isEmpty();
    assertThat(callsByThread.values()).hasSize(THREADS).containsOnly(CALLS);
  }

  /** In true order no L1 address is taken while it is held. */
  private static void assertChronological(Trace trace) {
    BitSet seen = new BitSet();
    Set<Long> held = new HashSet<>();
    for (int i = 0; i < trace.size(); i++) {
      TraceNode node = trace.chronological(i);
      seen.set(node.counter());
      switch (node.event()) {
        case TraceEvent.BufferAllocate a when a.buffer().type() == BufferType.L1 ->
            assertThat(held.add(a.buffer().address())).as("address taken twice").isTrue();
        case TraceEvent.BufferDeallocate d when d.buffer().type() == BufferType.L1 ->
            assertThat(held.remove(d.buffer().address())).as("address was held").isTrue();
        default -> {}
      }
    }
    assertThat(seen.cardinality()).isEqualTo(trace.size());
    assertThat(held).isEmpty();
  }
}
