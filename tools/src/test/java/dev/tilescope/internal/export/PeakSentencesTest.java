package dev.tilescope.internal.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.FullMoments;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeakSentencesTest {
  private static Report softmaxOfWhatWasBroughtIn(MemoryConfig memory) {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor host =
          Ttnn.fromArray(
              new float[512 * 4096], Shape.of(1, 1, 512, 4096), DataType.BFLOAT16, Layout.TILE);
      Tensor brought = Ttnn.toDevice(host, device, MemoryConfig.DRAM);
      Tensor hidden = Ttnn.relu(brought, UnaryOptions.DEFAULT.withMemoryConfig(memory));
      Tensor result = Ttnn.softmax(hidden, -1, memory);
      Ttnn.fromDevice(result);
      return capture.end();
    }
  }

  private static List<String> sentences(Report report, boolean isL1) {
    FullMoment moment =
        FullMoments.of(report).stream().filter(m -> m.isL1() == isL1).findFirst().orElseThrow();
    return PeakSentences.of(moment);
  }

  @Test
  void circularBuffersStayUntilTheNextProgramSoSmallerOnesHelpWhereNoneFollows() {
    List<String> said = sentences(softmaxOfWhatWasBroughtIn(MemoryConfig.L1), true);
    assertThat(said)
        .anyMatch(sentence -> sentence.startsWith("To save 128.0 KiB, let #"))
        .anyMatch(sentence -> sentence.matches("To save 64\\.0 KiB, keep tensor \\d+ in DRAM\\."));
  }
}
