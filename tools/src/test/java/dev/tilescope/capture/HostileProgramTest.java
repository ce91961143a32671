package dev.tilescope.capture;

import static dev.tilescope.capture.Programs.events;
import static dev.tilescope.capture.Programs.startedFunctions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import dev.tilescope.report.ReportFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a capture makes of programs that do everything at once, or fail in odd ways. */
class HostileProgramTest {
  private static final Signature OUTER = Signature.of("ttnn::outer");
  private static final Signature INNER = Signature.of("ttnn::inner", "argument");

  @AfterEach
  void nobodyListens() {
    assertThat(Tracker.on()).isFalse();
    assertThat(Tracker.dispatchBlocked()).isFalse();
  }

  /** Each argument is new, so that definitions race with the end of the capture too. */
  @Test
  void aCaptureThatEndsWhileOthersWorkHoldsWholeEventsOnly() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger next = new AtomicInteger();
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        workers.add(
            pool.submit(() -> {
              while (!stop.get()) {
                nested("argument " + next.getAndIncrement());
              }
            }));
      }
      try {
        for (int round = 0; round < 20; round++) {
          GraphCapture capture = GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL));
          Thread.yield();
          Report report = round % 2 == 0 ? capture.end() : endElsewhere(capture);
          assertWhole(report);
        }
      } finally {
        stop.set(true);
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    }
  }

  private static Report endElsewhere(GraphCapture capture) throws InterruptedException {
    Report[] ended = new Report[1];
    Thread.ofVirtual().start(() -> ended[0] = capture.end()).join();
    return ended[0];
  }

  private static void assertWhole(Report report) {
    assertThat(report.damage()).isEmpty();
    assertThat(report.completeness().dropped())
        .doesNotContainKey("it was still being written at the end");
    assertThat(report.trace().nodes().stream().filter(node -> !isWhole(node)).limit(3)).isEmpty();
  }

  private static TraceNode last(Report report, Class<? extends TraceEvent> kind) {
    return report.trace().nodes().reversed().stream()
        .filter(node -> kind.isInstance(node.event()))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isWhole(TraceNode node) {
    return node.event() instanceof TraceEvent.FunctionStart start
        ? start.name().startsWith("ttnn::")
            && start.arguments().stream().allMatch(text -> text.startsWith("argument "))
        : !(node.event() instanceof TraceEvent.Unknown);
  }

  @Test
  void nestedCapturesMayEndInAnyOrder() {
    GraphCapture outer = GraphCapture.begin(RunMode.NORMAL);
    nested("1");
    GraphCapture inner = GraphCapture.begin(RunMode.NORMAL);
    nested("2");
    Report first = outer.end();
    nested("3");
    Report second = inner.end();
    nested("4");
    assertThat(first.calls()).hasSize(2);
    assertThat(second.calls()).hasSize(2);
    assertThat(second.completeness().dropped()).isEmpty();
  }

  @Test
  void thousandsOfVirtualThreadsAreAllThere() throws Exception {
    int threads = 5_000;
    CountDownLatch done = new CountDownLatch(threads);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      for (int i = 0; i < threads; i++) {
        Thread.startVirtualThread(() -> {
          nested("same");
          done.countDown();
        });
      }
      done.await();
      Report report = capture.end();
      assertThat(report.calls()).hasSize(threads);
      assertThat(report.completeness().threads()).isEqualTo(threads);
      assertThat(report.completeness().dropped()).isEmpty();
      assertThat(report.trace().size()).isEqualTo(2 + 4 * threads);
    }
  }

  @Test
  void tenThousandFunctionsDeepIsStillNested() {
    int deep = 10_000;
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      for (int i = 0; i < deep; i++) {
        Tracker.functionStart(OUTER);
      }
      for (int i = 0; i < deep; i++) {
        Tracker.functionEnd(OUTER, List.of(), 0);
      }
      Report report = capture.end();
      assertThat(report.calls()).hasSize(1);
      assertThat(last(report, TraceEvent.FunctionStart.class).level()).isEqualTo(deep);
      assertThat(last(report, TraceEvent.FunctionEnd.class).level()).isEqualTo(1);
    }
  }

  /** A start that did not fit must not let its end close the function around it. */
  @Test
  void aFullStoreNeverClosesTheWrongFunction() {
    Object[] many = new Object[8 << 10];
    java.util.Arrays.setAll(many, i -> i);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < many.length; i++) {
      names.add("a" + i);
    }
    Signature wide = new Signature("ttnn::wide", names, false);
    CaptureOptions tight =
        CaptureOptions.of(RunMode.NORMAL).withJournal(null).withBounds(0, 16 << 10);
    try (GraphCapture capture = GraphCapture.begin(tight)) {
      Tracker.functionStart(OUTER);
      Tracker.functionStart(wide, many);
      Tracker.functionEnd(wide, List.of(), 0);
      Tracker.functionEnd(OUTER, List.of(), 0);
      Report report = capture.end();
      assertThat(startedFunctions(report)).containsExactly("ttnn::outer");
      assertThat(events(report, TraceEvent.FunctionEnd.class)).isEmpty();
      assertThat(report.completeness().unclosedOperations()).containsExactly("ttnn::outer");
      assertThat(report.completeness().dropped())
          .containsEntry("the capture's memory bounds were reached", 3L);
    }
  }

  /** The definitions alone fill everything, their reserve included. */
  @Test
  void aStoreFullOfTextsStillSaysThatTheCaptureEnded() {
    CaptureOptions tight = CaptureOptions.of(RunMode.NORMAL).withJournal(null).withBounds(0, 0);
    try (GraphCapture capture = GraphCapture.begin(tight)) {
      for (int i = 0; i < 250; i++) {
        nested("x".repeat(60_000) + i);
      }
      for (int i = 0; i < 100_000; i++) {
        nested("a short text, to fill the last byte " + i);
      }
      Report report = capture.end();
      assertThat(report.damage()).isEmpty();
      assertThat(report.completeness().dropped())
          .containsKeys("the capture's memory bounds were reached", "too many distinct arguments");
    }
  }

  @Test
  void failuresOfEveryKindAreRecordedAndPassedOn(@TempDir Path folder) {
    List<Throwable> failures =
        List.of(
            new IllegalStateException(),
            new StackOverflowError("deep"),
            new AssertionError("lone \uD800 surrogate \uD83D\uDE00 \u0000"),
            new RuntimeException("x".repeat(1_000_000)),
            new RuntimeException() {
              @Override
              public String getMessage() {
                throw new UnsupportedOperationException();
              }
            });
    GraphCapture capture = GraphCapture.begin(RunMode.NORMAL);
    for (Throwable failure : failures) {
      Tracker.functionStart(OUTER);
      Tracker.functionFailed(OUTER, failure);
    }
    Report report = capture.endToFile(folder.resolve("report.json"));
    List<TraceEvent.Failure> recorded = events(report, TraceEvent.Failure.class);
    assertThat(recorded).extracting(TraceEvent.Failure::message).element(0).isEqualTo("");
    assertThat(recorded.get(1).type()).isEqualTo("java.lang.StackOverflowError");
    assertThat(recorded.get(2).message()).isEqualTo("lone ? surrogate \uD83D\uDE00 \u0000");
    assertThat(recorded.get(3).message()).hasSizeLessThan(100_000).endsWith("(cut)");
    assertThat(recorded.get(4).message()).contains("UnsupportedOperationException");
    assertThat(ReportFile.read(folder.resolve("report.json")).trace()).isEqualTo(report.trace());
  }

  @Test
  void argumentsThatAreHugeOrUnprintableAreCutNotThrown() {
    Object unprintable =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("no");
          }
        };
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      nested(new int[100_000_000]);
      nested("\uD83D\uDE00".repeat(100_000).substring(1));
      nested(unprintable);
      Report report = capture.end();
      List<String> texts =
          events(report, TraceEvent.FunctionStart.class).stream()
              .flatMap(start -> start.arguments().stream())
              .toList();
      assertThat(texts.get(0)).startsWith("{0, 0, ").endsWith("(cut)").hasSizeLessThan(70_000);
      assertThat(texts.get(1)).startsWith("?\uD83D\uDE00").endsWith("\uD83D\uDE00... (cut)");
      assertThat(texts.get(2)).startsWith("<").endsWith(">");
    }
  }

  @Test
  void aCaptureOfNothingIsAStartAndAnEnd() {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Report report = capture.end();
      assertThat(report.trace().nodes())
          .extracting(node -> node.event().getClass().getSimpleName())
          .containsExactly("CaptureStart", "CaptureEnd");
      assertThat(report.trace().node(0).connections().stream()).containsExactly(1);
      assertThat(report.completeness().eventsSeen()).isZero();
    }
  }

  @Test
  void boundsThatMakeNoSenseAreRefused() {
    CaptureOptions options = CaptureOptions.of(RunMode.NORMAL);
    assertThatThrownBy(() -> options.withStackTraces(-1))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("stackFrames must not be negative, got -1");
    assertThatThrownBy(() -> options.withBounds(0, -1)).hasMessageContaining("maxHeapBytes");
  }

  private static void nested(Object argument) {
    Tracker.functionStart(OUTER);
    Tracker.functionStart(INNER, argument);
    Tracker.functionEnd(INNER, List.of(), 0);
    Tracker.functionEnd(OUTER, List.of(), 0);
  }
}
