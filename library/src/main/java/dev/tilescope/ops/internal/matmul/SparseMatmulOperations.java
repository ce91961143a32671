package dev.tilescope.ops.internal.matmul;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.kernel.Precision;
import dev.tilescope.ops.internal.matmul.SparsePairs.Pair;
import dev.tilescope.ops.internal.mechanism.BoardPrecision;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.SparseMatmulOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Products of some of the matrices of two batches, as mixtures of experts need them. Longer than
 * most because what is refused, how a result lies and how it is made belong together.
 */
public final class SparseMatmulOperations {
  private SparseMatmulOperations() {}

  private static final String BUFFERS =
      "Blocks of A (out_block_h x in0_block_w tiles) and of B (in0_block_w x out_block_w), twice if"
          + " there are several; the page of sparsity, and once more or the page of indices;"
          + " out_block_h x out_block_w tiles of the result, and as many if partial sums have"
          + " another type.";

  private static final int A = 0;
  private static final int B = 1;
  private static final int SPARSITY = 2;
  private static final int INDICES = 3;

  /**
   * @param compact whether the tensor to write to has the products alone, one after the other
   */
  public record SparseMatmulParams(
      @Nullable Integer nnz,
      boolean isInputASparse,
      boolean isInputBSparse,
      boolean compact,
      MultiCoreReuseMultiCast1D programConfig,
      MemoryConfig outputMemConfig,
      DataType outputDtype,
      ComputeKernelConfig computeKernelConfig,
      Tile outputTile) {}

  public static final DeviceOperation<SparseMatmulParams> SPARSE_MATMUL_ON_DEVICE =
      DeviceOperation.<SparseMatmulParams>named("SparseMatmulDeviceOperation", "sparse_matmul")
          .takes(
              Input.of("input_tensor_a").ofAnyTile(),
              Input.of("input_tensor_b").ofAnyTile(),
              Input.of("sparsity"),
              Input.optional("indices"))
          .into("optional_output_tensor")
          .validation(SparseMatmulOperations::check)
          .output(SparseMatmulOperations::output)
          .circularBuffers(BUFFERS, SparseMatmulOperations::buffers)
          .cost(SparseMatmulOperations::cost)
          .kernel(SparseMatmulOperations::compute)
          .golden(SparseMatmulOperations::golden)
          .declare();

  public record SparseMatmulArguments(
      Tensor inputTensorA,
      Tensor inputTensorB,
      Tensor sparsity,
      MatmulProgramConfig programConfig,
      SparseMatmulOptions options) {}

  public static final Operation<SparseMatmulArguments, Tensor> SPARSE_MATMUL =
      Operation.of(
          "ttnn::sparse_matmul",
          SparseMatmulArguments.class,
          SparseMatmulOperations::sparseMatmul,
          SPARSE_MATMUL_ON_DEVICE);

  private static Tensor sparseMatmul(SparseMatmulArguments call) {
    SparseMatmulOptions options = call.options();
    Tensor indices = options.indices();
    Check.that(
        indices == null || indices.isOnDevice(),
        "Device Operations expect device tensors as inputs: indices tensor must be on device");
    SPARSE_MATMUL_ON_DEVICE.requireUsable(
        call.inputTensorA(), call.inputTensorB(), call.sparsity(), indices);
    matrix("A", call.inputTensorA().spec());
    matrix("B", call.inputTensorB().spec());
    MatmulOptions dense = options.dense(call.programConfig());
    dense.checkDevice();
    MatmulRequest request =
        new MatmulRequest(call.inputTensorA(), call.inputTensorB(), null, dense);
    Check.that(
        options.coreGrid() == null,
        "Cannot use both user core grid/coordinates and a program config");
    SparseMatmulParams params = params(call, request);
    Tensor into = options.optionalOutputTensor();
    return SPARSE_MATMUL_ON_DEVICE.runInto(
        into, params, call.inputTensorA(), call.inputTensorB(), call.sparsity(), indices);
  }

  private static SparseMatmulParams params(SparseMatmulArguments call, MatmulRequest request) {
    SparseMatmulOptions options = call.options();
    if (!(call.programConfig() instanceof MultiCoreReuseMultiCast1D config)) {
      throw Check.failed(
          "program_config: sparse_matmul takes MatmulMultiCoreReuseMultiCast1DProgramConfig, got %s",
          call.programConfig());
    }
    Tensor into = options.optionalOutputTensor();
    Shape compact = compact(call);
    SparseMatmulParams params =
        new SparseMatmulParams(
            options.nnz(),
            options.isInputASparse(),
            options.isInputBSparse(),
            into != null && compact != null && into.shape().equals(compact),
            config,
            request.outputMemory(),
            request.outputDtype(),
            request.kernel(),
            request.outputTile());
    if (into != null) {
      checkInto(into.shape(), params, call, compact);
    }
    return params;
  }

  /** What a tensor of the products alone looks like; null without their number. */
  private static @Nullable Shape compact(SparseMatmulArguments call) {
    Integer nnz = call.options().nnz();
    return nnz == null
        ? null
        : Shape.of(
            1, nnz, call.inputTensorA().shape().dim(-2), call.inputTensorB().shape().dim(-1));
  }

  private static void checkInto(
      Shape into, SparseMatmulParams params, SparseMatmulArguments call, @Nullable Shape compact) {
    Tensor indices = call.options().indices();
    Integer named = indices == null ? null : (int) indices.shape().volume();
    Shape expanded =
        expanded(params, call.inputTensorA().shape(), call.inputTensorB().shape(), named);
    if (named != null) {
      Check.that(
          into.equals(expanded),
          "Optional output tensor shape %s must match the indexed output shape %s when indices are"
              + " provided (num_active=%d)",
          into,
          expanded,
          named);
    } else if (compact == null) {
      Check.that(
          into.equals(expanded),
          "Optional output tensor shape %s must match expanded output shape %s when nnz is not"
              + " provided",
          into,
          expanded);
    } else {
      Check.that(
          params.compact() || into.equals(expanded),
          "Optional output tensor shape %s must match expanded output shape %s or compact output"
              + " shape %s when nnz=%d",
          into,
          expanded,
          compact,
          compact.dim(1));
    }
  }

  // ---- refused

  private static void check(Call<SparseMatmulParams> call) {
    SparseMatmulParams params = call.params();
    Check.that(
        call.spec(SPARSITY).layout() == Layout.ROW_MAJOR,
        "Sparsity tensor must be ROW_MAJOR layout, got %s",
        call.spec(SPARSITY).layout());
    Check.that(
        params.isInputASparse() || params.isInputBSparse(),
        "sparse_matmul requires at least one of is_input_a_sparse or is_input_b_sparse to be true");
    Shape a = call.spec(A).shape();
    Shape b = call.spec(B).shape();
    Check.that(
        a.dim(-1) == b.dim(-2),
        "Dimension K (A.shape[-1] %d) and B.shape[-2] (%d) must match for A and B",
        a.dim(-1),
        b.dim(-2));
    sparsity(call, SparsePairs.of(params, a, b));
    if (call.has(INDICES)) {
      indices(call);
    }
    config(call);
  }

  private static void matrix(String what, TensorSpec spec) {
    Check.that(
        spec.layout() == Layout.TILE,
        "Input tensor %s must be TILE layout, got %s",
        what,
        spec.layout());
    Check.that(
        spec.dtype().isFloat(),
        "Input tensor %s must be a floating point type, got %s",
        what,
        spec.dtype());
    Check.that(
        spec.shape().rank() >= 2,
        "Input tensor %s must be a matrix or more, got %s",
        what,
        spec.shape());
  }

  private static void sparsity(Call<SparseMatmulParams> call, SparsePairs pairs) {
    SparseMatmulParams params = call.params();
    long nnz = params.nnz() == null ? 1 : params.nnz();
    Check.that(nnz > 0, "nnz (%d) must be greater than 0", nnz);
    long volume = call.spec(SPARSITY).shape().volume();
    Check.that(
        volume == pairs.possible(),
        "sparsity logical_volume (%d) must equal batch_length (%d) [sparsity_shape=%s,"
            + " is_input_a_sparse=%s, is_input_b_sparse=%s]",
        volume,
        pairs.possible(),
        call.spec(SPARSITY).shape(),
        params.isInputASparse(),
        params.isInputBSparse());
    Check.that(
        nnz <= pairs.possible(),
        "nnz (%d) must be less than or equal to the length of all batch dimensions (%d)",
        nnz,
        pairs.possible());
  }

  private static void indices(Call<SparseMatmulParams> call) {
    SparseMatmulParams params = call.params();
    TensorSpec indices = call.spec(INDICES);
    Shape b = call.spec(B).shape();
    Check.that(
        params.isInputBSparse(),
        "Indexed/gather mode requires is_input_b_sparse=true (the indexed operand is the expert"
            + " weight tensor B, laid out as [..., E, K, N]).");
    Check.that(
        indices.layout() == Layout.ROW_MAJOR,
        "indices must be ROW_MAJOR layout, got %s",
        indices.layout());
    Check.that(
        indices.dtype() == DataType.UINT16,
        "indices must be UINT16 dtype, got %s",
        indices.dtype());
    Check.that(
        indices.shape().dim(-1) == indices.shape().volume(),
        "indices must occupy a single ROW_MAJOR stick (all dimensions except the last must be 1),"
            + " got shape %s",
        indices.shape());
    Check.that(
        params.nnz() == null,
        "nnz (%s) must not be supplied together with indices: the indexed/gather loop count is"
            + " num_active (the length of indices), so nnz would be ignored",
        params.nnz() == null ? 0 : params.nnz());
    SparsePairs pairs = SparsePairs.of(params, call.spec(A).shape(), b);
    Check.that(
        b.rank() >= 3 && pairs.batchB() == b.dim(-3),
        "Indexed/gather mode requires input B's sparse-group axis to be its only batch dimension,"
            + " otherwise the indexed ids and the compact output shape are ambiguous. B shape: %s",
        b);
    Check.that(
        indices.shape().volume() <= pairs.batchB(),
        "indices length / num_active (%d) must be <= the number of sparse groups in input B (%d)",
        indices.shape().volume(),
        pairs.batchB());
  }

  private static void config(Call<SparseMatmulParams> call) {
    MultiCoreReuseMultiCast1D config = call.params().programConfig();
    Check.that(
        config.blockColumns() != 0 && config.blockRows() != 0,
        "sparse_matmul: out_block_w and out_block_h must be non-zero");
    divides("out_block_w", config.blockColumns(), "out_subblock_w", config.outSubblockW());
    divides("out_block_h", config.blockRows(), "out_subblock_h", config.outSubblockH());
    divides("per_core_M", config.perCoreM(), "out_block_h", config.blockRows());
    divides("per_core_N", config.perCoreN(), "out_block_w", config.blockColumns());
    MatmulSizes sizes = sizes(call);
    Check.that(
        sizes.tilesOfK() % config.in0BlockW() == 0,
        "Kt (%d) must be divisible by in0_block_w (%d)",
        sizes.tilesOfK(),
        config.in0BlockW());
    long blocks = blocks(config, sizes);
    Check.that(
        blocks <= config.workers().size(),
        "Number of blocks exceeds number of cores available: %d blocks > %d cores",
        blocks,
        config.workers().size());
    Check.that(config.mcastIn0(), "Only mcast_in0 is supported for sparse matmul");
  }

  private static void divides(String whole, int length, String part, int size) {
    Check.that(
        length % size == 0,
        "sparse_matmul: %s (%d) must be divisible by %s (%d)",
        whole,
        length,
        part,
        size);
  }

  // ---- the result

  private static TensorSpec output(Call<SparseMatmulParams> call) {
    SparseMatmulParams params = call.params();
    Shape a = call.spec(A).shape();
    Shape b = call.spec(B).shape();
    Integer named = call.has(INDICES) ? (int) call.spec(INDICES).shape().volume() : null;
    Shape shape =
        params.compact() && params.nnz() != null
            ? Shape.of(1, params.nnz(), a.dim(-2), b.dim(-1))
            : expanded(params, a, b, named);
    return new TensorSpec(shape, params.outputDtype(), Layout.TILE, params.outputMemConfig())
        .withTile(params.outputTile());
  }

  /**
   * The batch dimensions of A, unless its matrices belong to those of B, then those of B, unless
   * they belong to those of A.
   *
   * @param named how many of B's matrices were named; null if none was
   */
  private static Shape expanded(
      SparseMatmulParams params, Shape a, Shape b, @Nullable Integer named) {
    boolean bothSparse = params.isInputASparse() && params.isInputBSparse();
    int[] outer = bothSparse ? new int[0] : SparsePairs.batchDims(a);
    int[] inner = params.isInputBSparse() ? SparsePairs.batchDims(b) : new int[0];
    int[] dims = Arrays.copyOf(outer, outer.length + inner.length + 2);
    System.arraycopy(inner, 0, dims, outer.length, inner.length);
    dims[dims.length - 2] = a.dim(-2);
    dims[dims.length - 1] = b.dim(-1);
    if (named != null && inner.length > 0) {
      dims[dims.length - 3] = named;
    }
    return Shape.of(dims);
  }

  /** One product after the other, of as many pairs as are known of before they are counted. */
  private static MatmulSizes sizes(Call<SparseMatmulParams> call) {
    SparseMatmulParams params = call.params();
    Shape a = call.spec(A).shape();
    Shape b = call.spec(B).shape();
    SparsePairs pairs = SparsePairs.of(params, a, b);
    long products = params.nnz() == null ? pairs.possible() : params.nnz();
    if (call.has(INDICES)) {
      long rows = params.isInputASparse() ? 1 : pairs.batchA();
      products = rows * call.spec(INDICES).shape().volume();
    }
    return new MatmulSizes(
        a.dim(-2),
        a.dim(-1),
        b.dim(-1),
        products,
        true,
        true,
        call.spec(A).tile().height(),
        call.spec(B).tile().width());
  }

  private static long blocks(MultiCoreReuseMultiCast1D config, MatmulSizes sizes) {
    return Math.ceilDiv(sizes.tilesOfM(), config.perCoreM())
        * Math.ceilDiv(sizes.tilesOfN(), config.perCoreN());
  }

  private static CoreRangeSet cores(Call<SparseMatmulParams> call) {
    MultiCoreReuseMultiCast1D config = call.params().programConfig();
    return MatmulCores.rowMajor(
        (int) blocks(config, sizes(call)), MatmulCores.extent(config.workers()));
  }

  private static List<CircularBuffer> buffers(Call<SparseMatmulParams> call) {
    MultiCoreReuseMultiCast1D config = call.params().programConfig();
    CoreRangeSet cores = cores(call);
    MatmulSizes sizes = sizes(call);
    long pairs =
        SparsePairs.of(call.params(), call.spec(A).shape(), call.spec(B).shape()).possible();
    long several = pairs * sizes.tilesOfK() / config.in0BlockW() > 1 ? 2 : 1;
    List<CircularBuffer> buffers = new ArrayList<>(6);
    buffers.add(
        CircularBuffers.aligned(
            cores, call.input(A), several * config.blockRows() * config.in0BlockW()));
    buffers.add(
        CircularBuffers.aligned(
            cores, call.input(B), several * config.blockColumns() * config.in0BlockW()));
    buffers.add(CircularBuffers.aligned(cores, call.input(SPARSITY), 1));
    buffers.add(
        CircularBuffers.aligned(cores, call.input(call.has(INDICES) ? INDICES : SPARSITY), 1));
    CircularBuffer result =
        CircularBuffers.tiles(
            cores, call.outputSpec(), (long) config.blockRows() * config.blockColumns());
    if (hasIntermediate(call.params(), sizes)) {
      buffers.add(result);
    }
    buffers.add(result);
    return buffers;
  }

  private static boolean hasIntermediate(SparseMatmulParams params, MatmulSizes sizes) {
    ComputeKernelConfig kernel = params.computeKernelConfig();
    boolean accumulates =
        kernel.packerL1Acc() && sizes.tilesOfK() / params.programConfig().in0BlockW() > 1;
    DataType type =
        kernel.fp32DestAccEn()
            ? DataType.FLOAT32
            : accumulates ? DataType.BFLOAT16 : params.outputDtype();
    return type != params.outputDtype();
  }

  private static Work cost(Call<SparseMatmulParams> call) {
    SparseMatmulParams params = call.params();
    MatmulSizes sizes = sizes(call);
    int cores = cores(call).size();
    MatmulTraffic traffic =
        new MatmulTraffic(
            params.programConfig().withFuseBatch(false),
            sizes,
            cores,
            call.spec(A),
            call.spec(B),
            call.outputSpec());
    int passes = params.computeKernelConfig().mathFidelity().passes();
    long operations = (long) sizes.floatingPointOperations();
    double grid = 4096.0 * call.device().board().compute().size();
    return Costs.computing(
            traffic.tileProducts() * Costs.CYCLES_PER_TILE_PRODUCT * passes,
            cores,
            Costs.inputs(call),
            call.outputSpec())
        .withTraffic(traffic.reads(), traffic.writes())
        .writingLast()
        .withFloatingPointOperations(operations, (long) Math.ceil(operations / grid * passes));
  }

  // ---- values

  private static void compute(Call<SparseMatmulParams> call) {
    Shape a = call.spec(A).shape();
    Shape b = call.spec(B).shape();
    int m = a.dim(-2);
    int k = a.dim(-1);
    int n = b.dim(-1);
    float[] left = call.floats(A);
    float[] right = call.floats(B);
    Values output = call.out();
    output.clear();
    SparseMatmulParams params = call.params();
    Precision precision =
        BoardPrecision.of(
            call, params.computeKernelConfig(), k, params.programConfig().in0BlockW(), false);
    for (Pair pair : pairs(call)) {
      float[] product = new float[m * n];
      Kernels.batchedMatmul(
          Arrays.copyOfRange(left, pair.a() * m * k, (pair.a() + 1) * m * k),
          new int[0],
          Arrays.copyOfRange(right, pair.b() * k * n, (pair.b() + 1) * k * n),
          new int[0],
          product,
          new int[0],
          m,
          k,
          n,
          false,
          null,
          null,
          precision);
      System.arraycopy(product, 0, output.floats(), pair.slot() * m * n, m * n);
    }
  }

  private static List<Pair> pairs(Call<SparseMatmulParams> call) {
    SparseMatmulParams params = call.params();
    SparsePairs pairs = SparsePairs.of(params, call.spec(A).shape(), call.spec(B).shape());
    if (call.has(INDICES)) {
      return pairs.named(call.integers(INDICES));
    }
    double[] sparsity = numbers(call.values(SPARSITY), call.spec(SPARSITY).dtype());
    return checked(params, pairs.active(i -> sparsity[i] != 0, params.compact()));
  }

  private static double[] numbers(Values values, DataType dtype) {
    if (!dtype.isFloat()) {
      return Arrays.stream(values.integers()).asDoubleStream().toArray();
    }
    float[] floats = values.floats();
    double[] numbers = new double[floats.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = floats[i];
    }
    return numbers;
  }

  /** With another number the kernels of a device would wait for each other for ever. */
  private static List<Pair> checked(SparseMatmulParams params, List<Pair> active) {
    Check.that(
        params.nnz() == null || params.nnz() == active.size(),
        "nnz (%s) must be the number of elements of sparsity that are not 0, %d: a device hangs",
        params.nnz() == null ? "" : params.nnz(),
        active.size());
    return active;
  }

  private static double[] golden(GoldenCall<SparseMatmulParams> call) {
    SparseMatmulParams params = call.params();
    Shape a = call.input(A).spec().shape();
    Shape b = call.input(B).spec().shape();
    SparsePairs pairs = SparsePairs.of(params, a, b);
    int m = a.dim(-2);
    int k = a.dim(-1);
    int n = b.dim(-1);
    double[] out = call.newOutput();
    List<Pair> taken =
        call.has(INDICES)
            ? pairs.named(Arrays.stream(call.values(INDICES)).mapToInt(x -> (int) x).toArray())
            : pairs.active(i -> call.values(SPARSITY)[i] != 0, params.compact());
    for (Pair pair : taken) {
      for (int i = 0; i < m * n; i++) {
        double sum = 0;
        for (int j = 0; j < k; j++) {
          sum +=
              call.values(A)[pair.a() * m * k + i / n * k + j]
                  * call.values(B)[pair.b() * k * n + j * n + i % n];
        }
        out[pair.slot() * m * n + i] = sum;
      }
    }
    return out;
  }
}
