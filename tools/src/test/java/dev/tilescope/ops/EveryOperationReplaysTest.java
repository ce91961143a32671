package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A replay gives what the operation gave, for every declared device operation. */
class EveryOperationReplaysTest {
  private static final int CALLS_PER_OPERATION = 3;

  static List<Family> families() throws ReflectiveOperationException, IOException {
    return GoldenTest.families();
  }

  @AfterAll
  static void close() {
    RandomTensors.close();
  }

  @ParameterizedTest
  @MethodSource("families")
  void replaysGiveTheSameBits(Family family) {
    Random random = new Random(family.name().hashCode());
    for (int i = 0; i < CALLS_PER_OPERATION; i++) {
      GoldenSample<?> sample = family.sample().apply(random);
      check(sample, device(sample));
    }
  }

  private static MeshDevice device(GoldenSample<?> sample) {
    return sample.inputs().isEmpty() ? RandomTensors.device() : sample.inputs().getFirst().device();
  }

  private static void check(GoldenSample<?> sample, MeshDevice device) {
    List<Tensor> direct = sample.run(device);
    MeshTrace trace = MeshTrace.beginCapture(device);
    List<Tensor> replayed = sample.run(device);
    trace.endCapture();
    trace.execute();
    trace.execute();
    assertThat(bits(replayed)).isEqualTo(bits(direct));
    trace.release();
    direct.forEach(Tensor::close);
    replayed.forEach(Tensor::close);
    sample.inputs().stream().filter(Objects::nonNull).forEach(Tensor::close);
  }

  private static List<List<Integer>> bits(List<Tensor> tensors) {
    return tensors.stream().map(tensor -> bits(tensor.values())).toList();
  }

  private static List<Integer> bits(Values values) {
    return switch (values) {
      case Values.Integers(int[] array) -> Arrays.stream(array).boxed().toList();
      case Values.Floats(float[] array) -> {
        List<Integer> all = new ArrayList<>();
        for (float value : array) {
          all.add(Float.floatToRawIntBits(value));
        }
        yield all;
      }
    };
  }
}
