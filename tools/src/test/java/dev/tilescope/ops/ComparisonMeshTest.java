package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorComparison;
import dev.tilescope.model.TensorComparison.Scope;
import dev.tilescope.ops.internal.collective.CollectiveOperations;
import dev.tilescope.ops.internal.collective.Collectives.CollectiveParams;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparison mode where devices exchange values: two on an n300, two rows of four on a t3000. */
class ComparisonMeshTest {
  private MeshDevice mesh;

  @BeforeEach
  void open() {
    mesh = MeshDevice.open("n300");
  }

  @AfterEach
  void close() {
    Comparison.disable();
    mesh.close();
  }

  private static Tensor random(int... dims) {
    Random random = new Random(3);
    float[] values = new float[(int) Shape.of(dims).volume()];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return Ttnn.fromArray(values, Shape.of(dims), DataType.FLOAT32, Layout.ROW_MAJOR);
  }

  private static Tensor parts(MeshDevice on, int dim) {
    return Ttnn.distributeTensor(random(8, 64, 96), MeshMapper.shard(dim), on);
  }

  private static List<TensorComparison> comparisons(Runnable program) {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      program.run();
      return capture.end().comparisons();
    }
  }

  private static final List<Function<Tensor, Tensor>> COLLECTIVES =
      List.of(
          x -> Ttnn.allGather(x, 1),
          x -> Ttnn.allGather(x, 2),
          x -> Ttnn.reduceScatter(x, 1),
          x -> Ttnn.allReduce(x),
          x -> Ttnn.meshPartition(x, 2, null, null),
          x -> Ttnn.allGather(x, 1, 1, null),
          x -> Ttnn.reduceScatter(x, 2, 0, null),
          x -> Ttnn.allReduce(x, 1, null));

  @ParameterizedTest
  @ValueSource(strings = {"n300", "t3000"})
  void whatDevicesExchangeIsCompared(String board) {
    Comparison.enable(0.99999, true);
    try (MeshDevice on = MeshDevice.open(board)) {
      Tensor input = parts(on, 0);
      for (Function<Tensor, Tensor> collective : COLLECTIVES) {
        List<TensorComparison> found =
            comparisons(() -> Ttnn.multiply(collective.apply(input), 2f));
        assertThat(found).allMatch(TensorComparison::matches);
        assertThat(found)
            .extracting(TensorComparison::scope)
            .hasSizeGreaterThanOrEqualTo(4)
            .containsOnly(Scope.LOCAL, Scope.GLOBAL);
      }
    }
  }

  /** A kernel that gives every device the first one's part, where each should have all of them. */
  private static DeviceOperation<CollectiveParams> forgetful() {
    DeviceOperation<CollectiveParams> right = CollectiveOperations.ALL_REDUCE_ON_DEVICE;
    return DeviceOperation.<CollectiveParams>named(right.name(), "all_reduce_async")
        .takes(Input.of("input_tensor"))
        .output(call -> right.outputs().of(call).getFirst())
        .distribution(right.distribution())
        .circularBuffers("None.", call -> List.of())
        .cost(Costs::moving)
        .meshKernel(
            call -> call.values(0, 0).copyTo(call.out(0, 0)),
            Objects.requireNonNull(right.meshGolden()))
        .golden(call -> call.values(0).clone())
        .declare();
  }

  @Test
  void aCollectiveThatForgetsADeviceIsFound() {
    Tensor input = parts(mesh, 0);
    Comparison.enable(0.9999, true);
    CollectiveParams params = new CollectiveParams(0, -1, input.memoryConfig());
    assertThatThrownBy(() -> forgetful().run(params, input))
        .hasMessageStartingWith(
            "AllReduceAsyncDeviceOperation: Comparing output tensor 0 against CPU locally failed");
    Ttnn.allReduce(input);
  }

  @Test
  void anErrorOnOneDeviceIsFound() {
    record NoParams() {}
    Tensor input = parts(mesh, 0);
    DeviceOperation<NoParams> wrongOnTheSecond =
        DeviceOperation.<NoParams>named("CopyingDeviceOperation", "copying")
            .takes(Input.of("input_tensor"))
            .output(call -> call.spec(0))
            .circularBuffers("None.", call -> List.of())
            .cost(Costs::moving)
            .kernel(call -> {
              Values from = call.part() == 0 ? call.values(0) : call.values(0, 0);
              from.copyTo(call.out());
            })
            .golden(call -> call.values(0).clone())
            .declare();
    Comparison.enable(0.9999, true);
    assertThatThrownBy(() -> wrongOnTheSecond.run(new NoParams(), input))
        .hasMessageContaining("locally failed");
  }
}
