package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.ChildJvm;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports that are longer than the memory there is to read them with: this one of 125 MB. */
class LongReportTest {
  private static final int OPERATIONS = 10_000;

  @TempDir Path folder;

  @Test
  void aPeakIsFoundInLessThanHalfTheMemoryThatTheReportWouldFill()
      throws IOException, InterruptedException {
    Path report = folder.resolve("long.json");
    write(report);
    Process process = ChildJvm.start(Main.class, List.of("-Xmx48m"), "peak", report.toString());
    String printed = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(printed).isZero();
    assertThat(printed).contains("L1 per core");
  }

  private static void write(Path report) {
    MemoryConfig l1 = MemoryConfig.L1;
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor x = Ttnn.empty(Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE, device, l1);
      for (int i = 1; i < OPERATIONS; i++) {
        Tensor next = Ttnn.relu(x);
        x.close();
        x = next;
      }
      ReportFile.write(capture.end(), report);
    }
  }
}
