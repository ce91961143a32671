package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.BinaryOperations.BinaryParams;
import dev.tilescope.ops.CreationOperations.FullParams;
import dev.tilescope.ops.CreationOperations.UniformParams;
import dev.tilescope.ops.DeviceOperation.GoldenCall;
import dev.tilescope.ops.DeviceOperation.Reference;
import dev.tilescope.ops.LayoutOperations.LayoutParams;
import dev.tilescope.ops.MatmulOperations.MatmulParams;
import dev.tilescope.ops.MovementOperations.PermuteParams;
import dev.tilescope.ops.MovementOperations.RepeatParams;
import dev.tilescope.ops.MovementOperations.ReshapeParams;
import dev.tilescope.ops.SoftmaxOperations.SoftmaxParams;
import dev.tilescope.ops.UnaryOperations.TypecastParams;
import dev.tilescope.ops.UnaryOperations.UnaryParams;
import dev.tilescope.ops.kernel.BinaryKind;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every declared device operation against its golden reference, on random calls. */
class GoldenTest {
  private static final int CALLS_PER_OPERATION = 40;
  private static final List<DataType> FLOATS = List.of(DataType.FLOAT32, DataType.BFLOAT16);
  private static final List<DataType> ALL =
      List.of(
          DataType.FLOAT32,
          DataType.BFLOAT16,
          DataType.UINT32,
          DataType.INT32,
          DataType.UINT16,
          DataType.UINT8);

  private static MeshDevice device;

  @BeforeAll
  static void open() {
    device = MeshDevice.open("n150");
  }

  @AfterAll
  static void close() {
    device.close();
  }

  /** A random call of an operation. */
  private record Sample<P extends Record>(
      DeviceOperation<P> operation, P params, List<Tensor> inputs) {
    void check() {
      Tensor output =
          inputs.isEmpty()
              ? operation.runOn(device, params)
              : operation.run(params, inputs.toArray(Tensor[]::new));
      List<Reference> references =
          inputs.stream().map(in -> new Reference(in.spec(), Close.doubles(in))).toList();
      double[] golden = golden(params, references, output.spec());
      double[] magnitudes =
          params instanceof MatmulParams ? magnitudes(references, output.spec()) : golden;
      Close.check(operation.name() + " " + params, output, golden, magnitudes);
      output.close();
      inputs.forEach(Tensor::close);
    }

    /** The sum of the absolute products: what rounding errors of a sum are relative to. */
    @SuppressWarnings("unchecked")
    private double[] magnitudes(List<Reference> references, TensorSpec output) {
      MatmulParams matmul = (MatmulParams) params;
      MatmulParams plain =
          new MatmulParams(
              new MatmulProgramConfig.MultiCore(),
              matmul.computeKernelConfig(),
              matmul.outputMemConfig(),
              matmul.outputDtype(),
              matmul.transposeA(),
              matmul.transposeB());
      List<Reference> absolute =
          references.stream()
              .map(in ->
                  new Reference(in.spec(), Arrays.stream(in.values()).map(Math::abs).toArray()))
              .toList();
      return golden((P) plain, absolute, output);
    }

    private double[] golden(P with, List<Reference> references, TensorSpec output) {
      return operation
          .golden()
          .compute(new GoldenCall<>(with, List.copyOf(references), List.of(output)))
          .getFirst();
    }
  }

  private record Family(String name, Function<Random, Sample<?>> sample) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Family> families() {
    return Stream.of(
        new Family("BinaryNg", GoldenTest::binaryNg),
        new Family("BinaryNg with a scalar", GoldenTest::binaryScalar),
        new Family("Binary", GoldenTest::binary),
        new Family("Unary", GoldenTest::unary),
        new Family("Typecast", GoldenTest::typecast),
        new Family("Softmax", GoldenTest::softmax),
        new Family("Matmul", random -> matmul(random, -1)),
        new Family("Matmul of what is not negative", random -> matmul(random, 0)),
        new Family("Permute", random -> permute(random, MovementOperations.PERMUTE)),
        new Family("Transpose", random -> permute(random, MovementOperations.TRANSPOSE)),
        new Family("Reshape", GoldenTest::reshape),
        new Family("Repeat", GoldenTest::repeat),
        new Family("Full", GoldenTest::full),
        new Family("Uniform", GoldenTest::uniform),
        new Family("Tilize", r -> relayout(r, LayoutOperations.TILIZE, Layout.ROW_MAJOR)),
        new Family(
            "TilizeWithValPadding",
            r -> relayout(r, LayoutOperations.TILIZE_WITH_PADDING, Layout.ROW_MAJOR)),
        new Family("Untilize", r -> relayout(r, LayoutOperations.UNTILIZE, Layout.TILE)),
        new Family(
            "UntilizeWithUnpadding",
            r -> relayout(r, LayoutOperations.UNTILIZE_WITH_UNPADDING, Layout.TILE)),
        new Family("Copy", r -> move(r, LayoutOperations.COPY, false, false)),
        new Family("InterleavedToSharded", r -> move(r, LayoutOperations.TO_SHARDED, false, true)),
        new Family(
            "ShardedToInterleaved", r -> move(r, LayoutOperations.TO_INTERLEAVED, true, false)),
        new Family("Reshard", r -> move(r, LayoutOperations.RESHARD, true, true)));
  }

  @ParameterizedTest
  @MethodSource("families")
  void resultsAgreeWithTheGoldenReference(Family family) {
    Random random = new Random(family.name().hashCode());
    for (int i = 0; i < CALLS_PER_OPERATION; i++) {
      family.sample().apply(random).check();
    }
  }

  @Test
  void everyDeclaredOperationIsTestedHere() throws Exception {
    Set<DeviceOperation<?>> tested = Collections.newSetFromMap(new IdentityHashMap<>());
    families().forEach(family -> tested.add(family.sample().apply(new Random(1)).operation()));
    Map<DeviceOperation<?>, String> declared = declarations();
    assertThat(declared).isNotEmpty();
    declared.keySet().removeAll(tested);
    assertThat(declared.values()).as("operations without a golden test").isEmpty();
  }

  private static Map<DeviceOperation<?>, String> declarations()
      throws IOException, ReflectiveOperationException {
    Path classes =
        Path.of(Ttnn.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .resolve("dev/tilescope/ops");
    Map<DeviceOperation<?>, String> found = new IdentityHashMap<>();
    try (Stream<Path> files = Files.list(classes)) {
      for (Path file : files.filter(f -> f.toString().endsWith("Operations.class")).toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        for (Field field : Class.forName("dev.tilescope.ops." + name).getDeclaredFields()) {
          if (field.getType() == DeviceOperation.class) {
            found.put((DeviceOperation<?>) field.get(null), name + "." + field.getName());
          }
        }
      }
    }
    return found;
  }

  // ---- one method for each family

  private static Sample<BinaryParams> binaryNg(Random random) {
    int[] shape = shape(random, 1);
    DataType dtype = pick(random, ALL);
    Layout layout = pick(random, List.of(Layout.values()));
    Tensor a = tensor(random, dtype, layout, squeezed(random, shape));
    Tensor b = tensor(random, dtype, layout, trimmed(random, squeezed(random, shape)));
    return new Sample<>(
        BinaryOperations.BINARY_NG, binaryParams(random, dtype, null), List.of(a, b));
  }

  private static Sample<BinaryParams> binaryScalar(Random random) {
    DataType dtype = pick(random, ALL);
    Tensor a = tensor(random, dtype, pick(random, List.of(Layout.values())), shape(random, 1));
    float scalar = dtype.isFloat() ? random.nextFloat() * 8 - 4 : random.nextInt(1, 100);
    return new Sample<>(
        BinaryOperations.BINARY_NG, binaryParams(random, dtype, scalar), List.of(a));
  }

  private static Sample<BinaryParams> binary(Random random) {
    int[] shape = shape(random, 1);
    DataType dtype = pick(random, ALL);
    Tensor a = tensor(random, dtype, Layout.TILE, shape);
    Tensor b = tensor(random, dtype, Layout.TILE, shape);
    return new Sample<>(BinaryOperations.BINARY, binaryParams(random, dtype, null), List.of(a, b));
  }

  /** Quotients of integers are floats; other results may have another type of their kind. */
  private static BinaryParams binaryParams(Random random, DataType dtype, Float scalar) {
    BinaryKind kind = pick(random, List.of(BinaryKind.values()));
    boolean toFloat = dtype.isFloat() || kind == BinaryKind.DIVIDE;
    DataType out = toFloat ? pick(random, FLOATS) : pick(random, List.of(dtype, DataType.INT32));
    return new BinaryParams(kind, out, memory(random), scalar);
  }

  private static Sample<UnaryParams> unary(Random random) {
    UnaryKind kind = pick(random, List.of(UnaryKind.values()));
    double low = kind == UnaryKind.SQRT ? 0 : -12;
    Layout layout = pick(random, List.of(Layout.values()));
    Tensor in = floats(random, pick(random, FLOATS), layout, low, 12, shape(random, 0));
    return new Sample<>(UnaryOperations.UNARY, new UnaryParams(kind, memory(random)), List.of(in));
  }

  private static Sample<TypecastParams> typecast(Random random) {
    DataType from = pick(random, ALL);
    DataType to = pick(random, ALL);
    Layout layout = pick(random, List.of(Layout.values()));
    Tensor in =
        from.isFloat()
            ? floats(random, from, layout, -70_000, 70_000, shape(random, 0))
            : tensor(random, from, layout, shape(random, 0));
    return new Sample<>(
        UnaryOperations.TYPECAST, new TypecastParams(from, to, memory(random)), List.of(in));
  }

  private static Sample<SoftmaxParams> softmax(Random random) {
    int[] shape = shape(random, 1);
    Tensor in = floats(random, pick(random, FLOATS), Layout.TILE, -20, 20, shape);
    return new Sample<>(
        SoftmaxOperations.SOFTMAX,
        new SoftmaxParams(random.nextInt(shape.length), memory(random)),
        List.of(in));
  }

  private static Sample<MatmulParams> matmul(Random random, double low) {
    int m = random.nextInt(1, 90);
    int k = random.nextInt(1, 90);
    int n = random.nextInt(1, 90);
    boolean transposeA = random.nextBoolean();
    boolean transposeB = random.nextBoolean();
    int[] batch = shape(random, 0, 3, 2);
    boolean oneA = random.nextInt(4) == 0;
    boolean oneB = random.nextInt(3) == 0;
    List<Tensor> inputs = new ArrayList<>();
    DataType dtype = pick(random, FLOATS);
    inputs.add(floats(random, dtype, Layout.TILE, low, 1, matrix(oneA, batch, m, k, transposeA)));
    inputs.add(
        floats(random, dtype, Layout.TILE, low, 1, matrix(oneB && !oneA, batch, k, n, transposeB)));
    boolean batchedB = !oneA && !oneB && Arrays.stream(batch).anyMatch(dim -> dim != 1);
    boolean grid = !(batch.length > 0 && oneA) && random.nextBoolean();
    MatmulOptions options =
        MatmulOptions.DEFAULT
            .withTransposeA(transposeA)
            .withTransposeB(transposeB)
            .withMemoryConfig(memory(random))
            .withDtype(pick(random, FLOATS))
            .withCoreGrid(grid ? new CoreGrid(random.nextInt(1, 9), random.nextInt(1, 9)) : null)
            .withActivation(grid && !batchedB && random.nextBoolean() ? "gelu" : null);
    Tensor bias = random.nextBoolean() ? floats(random, dtype, Layout.TILE, low, 1, 1, n) : null;
    MatmulRequest request = new MatmulRequest(inputs.get(0), inputs.get(1), bias, options);
    boolean fused = request.fusesBias();
    if (bias != null && fused) {
      inputs.add(bias);
    }
    return new Sample<>(MatmulOperations.MATMUL, request.params(fused), inputs);
  }

  private static int[] matrix(
      boolean ones, int[] batch, int rows, int columns, boolean transposed) {
    int[] dims = Arrays.copyOf(batch, batch.length + 2);
    if (ones) {
      Arrays.fill(dims, 0, batch.length, 1);
    }
    dims[batch.length] = transposed ? columns : rows;
    dims[batch.length + 1] = transposed ? rows : columns;
    return dims;
  }

  private static Sample<PermuteParams> permute(
      Random random, DeviceOperation<PermuteParams> operation) {
    int[] shape = shape(random, 0);
    List<Integer> order = new ArrayList<>(IntStream.range(0, shape.length).boxed().toList());
    Collections.shuffle(order, random);
    return new Sample<>(
        operation,
        new PermuteParams(List.copyOf(order), memory(random)),
        List.of(any(random, shape)));
  }

  private static Sample<ReshapeParams> reshape(Random random) {
    int[] shape = shape(random, 0);
    Tensor in = any(random, shape);
    Shape flat = Shape.of((int) in.shape().volume());
    return new Sample<>(
        MovementOperations.RESHAPE, new ReshapeParams(flat, memory(random)), List.of(in));
  }

  private static Sample<RepeatParams> repeat(Random random) {
    Tensor in = any(random, shape(random, 0, 9, 3));
    List<Integer> counts =
        random.ints(in.shape().rank() + random.nextInt(2), 1, 4).boxed().toList();
    return new Sample<>(
        MovementOperations.REPEAT, new RepeatParams(counts, memory(random)), List.of(in));
  }

  private static Sample<FullParams> full(Random random) {
    DataType dtype = pick(random, ALL);
    double value = dtype.isFloat() ? random.nextDouble() * 100 - 50 : random.nextInt(256);
    return new Sample<>(
        CreationOperations.FULL, new FullParams(spec(random, dtype), value), List.of());
  }

  private static Sample<UniformParams> uniform(Random random) {
    DataType dtype = pick(random, ALL);
    double low = dtype.isFloat() ? -random.nextDouble() : random.nextInt(10);
    return new Sample<>(
        CreationOperations.UNIFORM,
        new UniformParams(spec(random, dtype), low, low + 100, random.nextLong()),
        List.of());
  }

  private static Sample<LayoutParams> relayout(
      Random random, DeviceOperation<LayoutParams> operation, Layout from) {
    Tensor in = tensor(random, pick(random, ALL), from, shape(random, 0));
    return new Sample<>(operation, new LayoutParams(memory(random)), List.of(in));
  }

  private static Sample<LayoutParams> move(
      Random random, DeviceOperation<LayoutParams> operation, boolean from, boolean to) {
    int rows = random.nextInt(1, 5) * 32;
    Layout layout = pick(random, List.of(Layout.values()));
    int width = layout == Layout.TILE ? 64 : random.nextInt(1, 70);
    DataType dtype = pick(random, ALL);
    MemoryConfig source = from ? heightShards(width, layout) : memory(random);
    MemoryConfig target = to ? heightShards(width, layout) : memory(random);
    Tensor in = place(new TensorSpec(Shape.of(rows, width), dtype, layout, source));
    fill(random, in, -100, 100);
    return new Sample<>(operation, new LayoutParams(target), List.of(in));
  }

  private static MemoryConfig heightShards(int width, Layout layout) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        BufferType.L1,
        new ShardSpec(
            CoreRangeSet.grid(2, 2),
            layout == Layout.TILE ? 32 : 40,
            width,
            ShardOrientation.ROW_MAJOR));
  }

  // ---- random parts

  private static <T> T pick(Random random, List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  private static MemoryConfig memory(Random random) {
    return random.nextBoolean() ? MemoryConfig.DRAM : MemoryConfig.L1;
  }

  private static int[] shape(Random random, int minRank) {
    return shape(random, minRank, 20, 4);
  }

  /** Odd sizes, ones and now and then a zero; about a tile in each of the last dimensions. */
  private static int[] shape(Random random, int minRank, int maxDim, int maxRank) {
    int[] dims = new int[random.nextInt(minRank, maxRank + 1)];
    for (int i = 0; i < dims.length; i++) {
      int limit = i >= dims.length - 2 ? 2 * maxDim : 4;
      dims[i] = random.nextInt(40) == 0 ? 0 : random.nextInt(1, limit);
    }
    return dims;
  }

  /** The same shape with some dimensions of size 1. */
  private static int[] squeezed(Random random, int[] shape) {
    return Arrays.stream(shape).map(dim -> random.nextInt(4) == 0 ? 1 : dim).toArray();
  }

  /** The same shape without some of its leading dimensions. */
  private static int[] trimmed(Random random, int[] shape) {
    return Arrays.copyOfRange(shape, random.nextInt(shape.length), shape.length);
  }

  private static TensorSpec spec(Random random, DataType dtype) {
    return new TensorSpec(
        Shape.of(shape(random, 0)), dtype, pick(random, List.of(Layout.values())), memory(random));
  }

  private static Tensor any(Random random, int[] shape) {
    return tensor(random, pick(random, ALL), pick(random, List.of(Layout.values())), shape);
  }

  private static Tensor tensor(Random random, DataType dtype, Layout layout, int[] shape) {
    return floats(random, dtype, layout, -10, 10, shape);
  }

  /** Integers take their own range, without 0 so that they can divide. */
  private static Tensor floats(
      Random random, DataType dtype, Layout layout, double low, double high, int... shape) {
    Tensor tensor = place(new TensorSpec(Shape.of(shape), dtype, layout, memory(random)));
    fill(random, tensor, low, high);
    return tensor;
  }

  private static Tensor place(TensorSpec spec) {
    return DeviceTensors.allocate(spec, Distribution.REPLICATED, device, "test");
  }

  private static void fill(Random random, Tensor tensor, double low, double high) {
    switch (tensor.values()) {
      case Values.Floats(float[] array) -> {
        for (int i = 0; i < array.length; i++) {
          array[i] = (float) random.nextDouble(low, high);
        }
        Rounding.toType(tensor.spec(), tensor.values());
      }
      case Values.Integers(int[] array) -> {
        for (int i = 0; i < array.length; i++) {
          array[i] = integer(random, tensor.dtype());
        }
      }
    }
  }

  /** Small enough that products are exact in double precision. */
  private static int integer(Random random, DataType dtype) {
    return switch (dtype) {
      case UINT32 -> random.nextInt(1, 1 << 26);
      case INT32 -> random.nextInt(-(1 << 26), 0);
      case UINT16 -> random.nextInt(1, 1 << 16);
      case UINT8 -> random.nextInt(1, 1 << 8);
      case FLOAT32, BFLOAT16, BFLOAT8_B, BFLOAT4_B -> throw new AssertionError(dtype);
    };
  }
}
