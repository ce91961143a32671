package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.ChildJvm;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FirstAddTest {
  private static final String BEGIN = "the add begins";
  private static final String END = "the add has ended";

  static final class OneAdd {
    public static void main(String[] args) {
      try (MeshDevice device = MeshDevice.open("n150");
          Tensor a = ones(device);
          Tensor b = ones(device)) {
        System.out.println(BEGIN);
        Tensor sum = Ttnn.add(a, b);
        System.out.println(END);
        System.out.println(sum.shape());
      }
    }

    private static Tensor ones(MeshDevice device) {
      Tensor host =
          Ttnn.fromArray(new float[1024], Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE);
      return Ttnn.toDevice(host, device);
    }
  }

  @Test
  void initialisesFewClassesAndNotTheListOfOperations() throws IOException, InterruptedException {
    Process process = ChildJvm.start(OneAdd.class, List.of("-Xlog:class+init=info"));
    List<String> printed = new String(process.getInputStream().readAllBytes()).lines().toList();
    assertThat(process.waitFor()).isZero();
    List<String> ours =
        printed.subList(printed.indexOf(BEGIN), printed.indexOf(END)).stream()
            .filter(line -> line.contains("Initializing 'dev/tilescope/"))
            .toList();
    assertThat(ours).hasSizeBetween(20, 119);
    assertThat(familiesOf(printed.stream())).contains("elementwise").doesNotContain("matmul");
    assertThat(printed).noneMatch(line -> line.contains("'dev/tilescope/ops/OperationList'"));
  }

  private static Stream<String> familiesOf(Stream<String> printed) {
    return printed
        .filter(line -> line.matches(".*'dev/tilescope/ops/internal/[a-z]+/.*"))
        .map(line -> line.replaceAll(".*'dev/tilescope/ops/internal/([a-z]+)/.*", "$1"))
        .distinct();
  }
}
