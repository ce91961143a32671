package dev.tilescope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Stands outside of the traced library's packages, as a user's program does. */
class CallerStackTest {
  private static final class Model {
    static void forward(Tensor input) {
      Ttnn.relu(input).close();
    }
  }

  @Test
  void aStackBeginsWithTheLineThatCalledTheOperation() {
    assertThat(stackOf(Model::forward, 16).getFirst())
        .matches(
            "  File \"dev/tilescope/CallerStackTest.java\", line \\d+,"
                + " in CallerStackTest\\$Model.forward\n");
  }

  @Test
  void aLambdaIsNamedByTheMethodThatHoldsIt() {
    List<String> frames = stackOf(input -> Model.forward(input), 16);
    assertThat(frames.get(1)).contains("lambda$aLambdaIsNamedByTheMethodThatHoldsIt$");
  }

  @Test
  void noFrameIsOfTheTracedLibraryAndTheLimitHolds() {
    assertThat(stackOf(Model::forward, 1_000))
        .noneMatch(frame -> frame.contains("/capture/") || frame.contains("/ops/"));
    assertThat(stackOf(Model::forward, 3)).hasSize(3);
  }

  @Test
  void noFrameIsOfTheJdk() {
    List<String> frames = stackOf(input -> List.of(input).forEach(Model::forward), 1_000);
    assertThat(frames.get(1)).contains("lambda$noFrameIsOfTheJdk$");
    assertThat(frames).noneMatch(frame -> frame.matches("(?s) *File \"(java|jdk|sun)/.*"));
  }

  private static List<String> stackOf(Consumer<Tensor> program, int frames) {
    CaptureOptions options = CaptureOptions.of(RunMode.NO_DISPATCH).withStackTraces(frames);
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor input = Programs.random(device, MemoryConfig.L1, 32, 32);
        GraphCapture capture = GraphCapture.begin(options)) {
      program.accept(input);
      return capture.end().calls().getFirst().stackFrames();
    }
  }
}
