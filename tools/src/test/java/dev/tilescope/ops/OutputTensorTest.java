package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.ops.options.TopkOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.ops.options.ValuesAndIndices;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results that go into tensors which exist. */
class OutputTensorTest {
  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor zeros(DataType dtype, Layout layout, int... shape) {
    return Ttnn.full(Shape.of(shape), 0, dtype, layout, device, MemoryConfig.DRAM);
  }

  /** 0, 1, 2, ... modulo 53, which is no order along any dimension. */
  private Tensor mixed(DataType dtype, Layout layout, int... shape) {
    long volume = Shape.of(shape).volume();
    Tensor line = Ttnn.arange(0, volume, 1, DataType.FLOAT32, device);
    Tensor rows = Ttnn.reshape(Ttnn.remainder(line, 53f), shape);
    return Ttnn.typecast(Ttnn.toLayout(rows, layout), dtype);
  }

  /** The elements of a tensor of either kind. */
  private static double[] numbers(Tensor tensor) {
    if (!tensor.dtype().isFloat()) {
      return Arrays.stream(Ttnn.toIntArray(tensor)).asDoubleStream().toArray();
    }
    float[] floats = Ttnn.toArray(tensor);
    return IntStream.range(0, floats.length).mapToDouble(i -> floats[i]).toArray();
  }

  private static void written(Tensor result, Tensor target, Tensor expected) {
    assertThat(result.buffer()).isSameAs(target.buffer());
    assertThat(numbers(target)).isEqualTo(numbers(expected));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void argmaxWritesTheTensorGivenAlongAnyDimension(int dim) {
    Tensor input = mixed(DataType.BFLOAT16, Layout.TILE, 3, 32, 64);
    Tensor expected = Ttnn.argmax(input, dim, true, null);
    Tensor into = zeros(DataType.UINT32, Layout.ROW_MAJOR, expected.shape().toArray());
    written(Ttnn.argmax(input, dim, true, null, null, into), into, expected);
    assertThat(numbers(into)).isNotEqualTo(new double[numbers(into).length]);
  }

  @Test
  void sortedValuesAndPlacesGoToRowsWhereRowsAreGiven() {
    Tensor input = mixed(DataType.BFLOAT16, Layout.TILE, 32, 64);
    ValuesAndIndices expected = Ttnn.sort(input);
    Tensor values = zeros(DataType.BFLOAT16, Layout.ROW_MAJOR, 32, 64);
    Tensor places = zeros(DataType.UINT16, Layout.ROW_MAJOR, 32, 64);
    ValuesAndIndices sorted =
        Ttnn.sort(input, -1, false, false, null, new ValuesAndIndices(values, places));
    written(sorted.values(), values, expected.values());
    written(sorted.indices(), places, expected.indices());
  }

  @Test
  void aProductGoesToATensorWithMoreDimensionsOfSizeOne() {
    Tensor a = mixed(DataType.BFLOAT16, Layout.TILE, 8, 64);
    Tensor b = mixed(DataType.BFLOAT16, Layout.TILE, 64, 4);
    Tensor into = zeros(DataType.BFLOAT16, Layout.TILE, 1, 1, 8, 4);
    MatmulOptions options = MatmulOptions.DEFAULT.withOptionalOutputTensor(into);
    Tensor product = Ttnn.matmul(a, b, options);
    assertThat(product.shape()).isEqualTo(into.shape());
    written(product, into, Ttnn.matmul(a, b));
    Tensor other = zeros(DataType.BFLOAT16, Layout.TILE, 1, 4, 8);
    refused(
        device,
        () -> Ttnn.matmul(a, b, MatmulOptions.DEFAULT.withOptionalOutputTensor(other)),
        "optional_output_tensor: the result is");
  }

  @Test
  void argmaxRefusesATensorThatCannotTakeTheResult() {
    Tensor input = mixed(DataType.BFLOAT16, Layout.TILE, 3, 32, 64);
    Tensor wrong = zeros(DataType.INT32, Layout.ROW_MAJOR, 3, 32, 1);
    for (int dim : new int[] {0, 1, 2}) {
      refused(
          device,
          () -> Ttnn.argmax(input, dim, true, null, null, wrong),
          "output_tensor: the result is",
          "DataType::UINT32",
          "got Shape([3, 32, 1]) DataType::INT32");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void topkWritesThePairGivenAlongAnyDimension(int dim) {
    Tensor input = mixed(DataType.BFLOAT16, Layout.TILE, 32, 32, 64);
    TopkOptions along = TopkOptions.DEFAULT.withDim(dim).withStable(true);
    ValuesAndIndices expected = Ttnn.topk(input, 5, along);
    int[] shape = expected.values().shape().toArray();
    Tensor values = zeros(DataType.BFLOAT16, Layout.TILE, shape);
    Tensor indices = zeros(DataType.UINT16, Layout.TILE, shape);
    ValuesAndIndices result = Ttnn.topk(input, 5, along.withOutputTensor(values, indices));
    written(result.values(), values, expected.values());
    written(result.indices(), indices, expected.indices());
  }

  @Test
  void topkGivesTheIndicesOfTheTensorThatStandsForPlaces() {
    Tensor input = mixed(DataType.BFLOAT16, Layout.TILE, 1, 32, 64);
    Tensor ones =
        Ttnn.full(Shape.of(1, 32, 64), 70_000, DataType.UINT32, Layout.TILE, device, null);
    Tensor places = Ttnn.add(ones, mixed(DataType.UINT32, Layout.TILE, 1, 32, 64));
    TopkOptions along = TopkOptions.DEFAULT;
    ValuesAndIndices plain = Ttnn.topk(input, 3, along);
    ValuesAndIndices named = Ttnn.topk(input, 3, along.withIndicesTensor(places));
    assertThat(named.indices().dtype()).isEqualTo(DataType.UINT32);
    assertThat(numbers(named.values())).isEqualTo(numbers(plain.values()));
    // A place's name is 70000 and the value that stands there.
    double[] names = numbers(named.indices());
    double[] values = numbers(plain.values());
    for (int i = 0; i < names.length; i++) {
      assertThat(names[i]).isEqualTo(70_000 + values[i]);
    }
  }

  @Test
  void topkRefusesTensorsThatDoNotFit() {
    Tensor input = mixed(DataType.BFLOAT16, Layout.TILE, 1, 32, 64);
    Tensor values = zeros(DataType.BFLOAT16, Layout.TILE, 1, 32, 4);
    Tensor narrow = zeros(DataType.UINT16, Layout.TILE, 1, 32, 32);
    Tensor rows = zeros(DataType.UINT16, Layout.ROW_MAJOR, 1, 32, 64);
    TopkOptions options = TopkOptions.DEFAULT;
    refused(
        device,
        () -> Ttnn.topk(input, 4, options.withOutputTensor(values, narrow)),
        "output_tensor: the result is Shape([1, 32, 4]) DataType::UINT16");
    refused(
        device,
        () -> Ttnn.topk(input, 4, options.withDim(1).withOutputTensor(values, narrow)),
        "output_tensor: the result is Shape([1, 4, 64])");
    refused(
        device,
        () -> Ttnn.topk(input, 64, options.withOutputTensor(input, narrow)),
        "output_tensor: the input is read while the result is written");
    refused(
        device,
        () -> Ttnn.topk(input, 4, options.withIndicesTensor(narrow)),
        "Indices tensor has incorrect shape! indices_tensor: that of input_tensor, Shape([1, 32,"
            + " 64]), is needed, got");
    refused(
        device,
        () -> Ttnn.topk(input, 4, options.withIndicesTensor(rows)),
        "indices_tensor: the operation takes Layout::TILE");
    Tensor wide = mixed(DataType.FLOAT32, Layout.TILE, 1, 32, 64);
    Tensor places = zeros(DataType.UINT16, Layout.TILE, 1, 32, 64);
    refused(
        device,
        () -> Ttnn.topk(wide, 4, options.withIndicesTensor(places)),
        "Optional indices tensor must be UINT32 when input tensor is FLOAT32");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void sortWritesThePairGiven(int dim) {
    Tensor input = mixed(DataType.BFLOAT16, Layout.TILE, 32, 64);
    ValuesAndIndices expected = Ttnn.sort(input, dim, true, false, null);
    ValuesAndIndices into =
        new ValuesAndIndices(
            zeros(DataType.BFLOAT16, Layout.TILE, 32, 64),
            zeros(DataType.UINT16, Layout.TILE, 32, 64));
    ValuesAndIndices result = Ttnn.sort(input, dim, true, false, null, into);
    written(result.values(), into.values(), expected.values());
    written(result.indices(), into.indices(), expected.indices());
    refused(
        device,
        () -> Ttnn.sort(input, dim, true, false, null, new ValuesAndIndices(input, into.indices())),
        "out: the input is read while the result is written");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void cumsumWritesTheTensorGivenAlongAnyDimension(int dim) {
    Tensor input = mixed(DataType.FLOAT32, Layout.TILE, 2, 3, 32, 32);
    Tensor expected = Ttnn.cumsum(input, dim);
    Tensor into = zeros(DataType.FLOAT32, Layout.TILE, 2, 3, 32, 32);
    written(Ttnn.cumsum(input, dim, null, false, into, null), into, expected);
    written(Ttnn.cumsum(input, dim, null, false, input, null), input, expected);
    Tensor wrong = zeros(DataType.BFLOAT16, Layout.TILE, 2, 3, 32, 32);
    refused(
        device,
        () -> Ttnn.cumsum(into, dim, null, false, wrong, null),
        "out: the result is Shape([2, 3, 32, 32]) DataType::FLOAT32",
        "got Shape([2, 3, 32, 32]) DataType::BFLOAT16");
  }

  @Test
  void typecastWritesTheTensorGivenOrToThePlaceAsked() {
    Tensor input = mixed(DataType.FLOAT32, Layout.TILE, 32, 64);
    Tensor into = zeros(DataType.INT32, Layout.TILE, 32, 64);
    UnaryOptions options = UnaryOptions.DEFAULT;
    written(Ttnn.typecast(input, DataType.INT32, options.withOutputTensor(into)), into, input);
    Tensor near = Ttnn.typecast(input, DataType.INT32, options.withMemoryConfig(MemoryConfig.L1));
    assertThat(near.memoryConfig()).isEqualTo(MemoryConfig.L1);
    Tensor both = Ttnn.typecast(input, DataType.FLOAT32, DataType.INT32, options);
    assertThat(numbers(both)).isEqualTo(numbers(input));
  }

  @Test
  void typecastRefusesWhatItCannotDo() {
    Tensor input = mixed(DataType.FLOAT32, Layout.TILE, 32, 64);
    UnaryOptions options = UnaryOptions.DEFAULT;
    Tensor host = Ttnn.fromDevice(input);
    refused(
        device,
        () -> Ttnn.typecast(input, DataType.BFLOAT16, DataType.INT32, options),
        "input_dtype: it must be that of input_tensor, DataType::FLOAT32, got DataType::BFLOAT16");
    refused(
        device,
        () -> Ttnn.typecast(input, DataType.BFLOAT16, options.withOutputTensor(input)),
        "output_tensor: the result is Shape([32, 64]) DataType::BFLOAT16");
    refused(
        device,
        () -> Ttnn.typecast(host, DataType.INT32, options.withOutputTensor(input)),
        "output_tensor: a host tensor is converted to a new one");
    refused(
        device,
        () -> Ttnn.typecast(host, DataType.INT32, options.withMemoryConfig(MemoryConfig.L1)),
        "memory_config: a host tensor has no place on a device");
  }

  @Test
  void sumsAndMeansComeInTheLayoutAskedOthersRefuse() {
    Tensor input = mixed(DataType.BFLOAT16, Layout.TILE, 2, 32, 64);
    ReduceOptions rows = ReduceOptions.DEFAULT.withOutputLayout(Layout.ROW_MAJOR);
    Tensor sum = Ttnn.sum(input, List.of(2), true, rows);
    assertThat(sum.layout()).isEqualTo(Layout.ROW_MAJOR);
    assertThat(numbers(sum)).isEqualTo(numbers(Ttnn.sum(input, 2, true)));
    assertThat(Ttnn.mean(input, null, false, rows).layout()).isEqualTo(Layout.ROW_MAJOR);
    refused(
        device,
        () -> Ttnn.max(input, List.of(2), true, rows),
        "output_layout: sum and mean take one, max does not, got Layout::ROW_MAJOR");
    refused(
        device, () -> Ttnn.var(input, List.of(2), true, rows), "output_layout: sum and mean take");
  }
}
