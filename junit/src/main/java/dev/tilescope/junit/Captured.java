package dev.tilescope.junit;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import org.jspecify.annotations.Nullable;

/**
 * The capture around a test, for a parameter of the test method or of an {@code @AfterEach} method.
 *
 * <pre>{@code
 * @Test
 * @CaptureGraph
 * void addsInOneOperation(Captured captured) {
 *   Ttnn.add(a, b).close();
 *   assertThat(captured.report()).hasOperationCount("ttnn::add", 1).hasNoLeak();
 * }
 * }</pre>
 */
public final class Captured {
  private @Nullable GraphCapture capture;

  Captured() {}

  synchronized void begin(CaptureOptions options) {
    capture = GraphCapture.begin(options);
  }

  synchronized boolean hasBegun() {
    return capture != null;
  }

  /**
   * What was captured so far. The first call ends the capture: operations after it are not seen,
   * and the budgets of the test judge what came before it.
   */
  public synchronized Report report() {
    if (capture == null) {
      throw new TilescopeException(
          "nothing is captured yet: the capture begins with the test method, after @BeforeEach;"
              + " call report() in the test or in @AfterEach");
    }
    return capture.isOpen() ? capture.end() : capture.report();
  }
}
