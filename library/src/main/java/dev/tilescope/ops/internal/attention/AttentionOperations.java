package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.AttentionKernels;
import dev.tilescope.ops.internal.kernel.AttentionMask;
import dev.tilescope.ops.internal.kernel.AttentionRule;
import dev.tilescope.ops.internal.kernel.AttentionShape;
import dev.tilescope.ops.internal.kernel.Precision;
import dev.tilescope.ops.internal.mechanism.BoardPrecision;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Pages;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.SdpaProgramConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Attention of a whole sequence: scores, softmax and values in one program. Long for its checks and
 * circular buffers, one for each thing the program holds.
 */
public final class AttentionOperations {
  private AttentionOperations() {}

  public static final ComputeKernelConfig COMPUTE =
      new ComputeKernelConfig(MathFidelity.HI_FI2, true, false, false, false, 0);

  private static final int SINK = 4;
  private static final int WINDOWS = 5;
  private static final int PAGES = 6;
  private static final int CHUNK_START = 7;
  private static final int MOST_WINDOW_EDGES = 1024;
  private static final int POSITION_BYTES = 32;

  /** Of queries and of keys, where no program config says otherwise. */
  static final int CHUNK = 32;

  /**
   * @param slidingWindowSize 0 for none
   * @param chunkStartIdx with a page table, the position of the first query; null if a tensor has
   *     it, and without a page table
   */
  public record SdpaParams(
      float scale,
      boolean isCausal,
      int slidingWindowSize,
      MemoryConfig outputMemConfig,
      @Nullable SdpaProgramConfig programConfig,
      ComputeKernelConfig computeKernelConfig,
      @Nullable Integer chunkStartIdx) {
    public SdpaParams(
        float scale,
        boolean isCausal,
        int slidingWindowSize,
        MemoryConfig outputMemConfig,
        @Nullable SdpaProgramConfig programConfig,
        ComputeKernelConfig computeKernelConfig) {
      this(
          scale,
          isCausal,
          slidingWindowSize,
          outputMemConfig,
          programConfig,
          computeKernelConfig,
          null);
    }
  }

  public static final DeviceOperation<SdpaParams> SDPA_ON_DEVICE =
      DeviceOperation.<SdpaParams>named("SDPAOperation", "sdpa")
          .takes(
              Input.of("input_tensor_q").floats().in(Layout.TILE),
              Input.of("input_tensor_k").floats().in(Layout.TILE),
              Input.of("input_tensor_v").floats().in(Layout.TILE),
              Input.optional("attn_mask").floats().in(Layout.TILE),
              Input.optional("attention_sink").floats().in(Layout.TILE),
              Input.optional("cu_window_seqlens")
                  .dtypes(List.of(DataType.INT32, DataType.UINT32))
                  .in(Layout.ROW_MAJOR),
              Input.optional("page_table_tensor")
                  .dtypes(List.of(DataType.INT32))
                  .in(Layout.ROW_MAJOR),
              Input.optional("chunk_start_idx_tensor")
                  .dtypes(List.of(DataType.INT32))
                  .in(Layout.ROW_MAJOR))
          .validation(AttentionOperations::check)
          .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(
              "A chunk of queries, two if a core has several; two chunks each of keys and values;"
                  + " two of a mask, or two to four tiles to make one from, or one of the edges of"
                  + " windows; three tiles of"
                  + " constants; one chunk of scores, three of results, five columns of statistics."
                  + " A column of sinks, if they are given; with pages a row of the table, and twice"
                  + " the first position if a tensor has it. Chunks are 32 rows unless"
                  + " program_config says otherwise.",
              AttentionOperations::circularBuffers)
          .cost(AttentionOperations::cost)
          .kernel(AttentionOperations::compute)
          .golden(AttentionOperations::golden)
          .declare();

  private static void check(Call<SdpaParams> call) {
    Shape q = call.spec(0).shape();
    for (int i = 0; i < 3; i++) {
      String argument = SDPA_ON_DEVICE.inputs().get(i).name();
      Check.rankIs(argument, call.input(i), 4);
      Check.interleaved(argument, call.spec(i).memoryConfig());
    }
    SdpaParams params = call.params();
    Shape k = call.spec(1).shape();
    int batch = call.has(PAGES) ? k.dim(0) : q.dim(0);
    checkKeys(q, batch, q.dim(1), k, call.spec(2).shape());
    Check.that(
        !params.isCausal() || call.has(PAGES) || q.dim(2) == k.dim(2),
        "input_tensor_k: causal attention needs as many keys as queries, %d, got %s",
        q.dim(2),
        k);
    if (params.programConfig() != null) {
      SdpaProgramConfig config = params.programConfig();
      Check.that(
          config.qChunkSize() > 0 && config.kChunkSize() > 0,
          "program_config: chunk sizes must be >= 32, got %d and %d",
          config.qChunkSize(),
          config.kChunkSize());
      checkGrid(config, call);
    }
    checkMask(call, q);
    if (call.has(PAGES)) {
      checkChunk(call, q);
    }
    if (call.has(WINDOWS)) {
      checkWindows(call);
    }
    if (call.has(SINK)) {
      Check.that(
          call.spec(SINK).shape().equals(Shape.of(1, q.dim(1), 1, 1)),
          "attention_sink: [1, %d, 1, 1] is needed, one for each head of input_tensor_q, got %s",
          q.dim(1),
          call.spec(SINK).shape());
      Check.interleaved("attention_sink", call.spec(SINK).memoryConfig());
    }
  }

  /** As validate_chunked_mode of sdpa_device_operation.cpp. */
  private static void checkChunk(Call<SdpaParams> call, Shape q) {
    Shape k = call.spec(1).shape();
    Pages.check("page_table_tensor", call.spec(PAGES), q.dim(0), "input_tensor_k", k);
    Integer start = call.params().chunkStartIdx();
    Check.that(
        (start == null) == call.has(CHUNK_START),
        "chunk_start_idx: the first position is needed, here or in chunk_start_idx_tensor, got %s",
        start == null ? "neither" : "both");
    if (start == null) {
      Check.that(
          call.spec(CHUNK_START).shape().equals(Shape.of(1)),
          "chunk_start_idx_tensor: [1] is needed, got %s",
          call.spec(CHUNK_START).shape());
      return;
    }
    checkStart("chunk_start_idx", call, start);
    SdpaProgramConfig config = call.params().programConfig();
    Check.that(
        config == null || start % config.qChunkSize() == 0 && start % config.kChunkSize() == 0,
        "chunk_start_idx: a multiple of q_chunk_size and of k_chunk_size is needed, got %d",
        start);
  }

  private static void checkStart(String argument, Call<SdpaParams> call, int start) {
    int most = capacity(call) - call.spec(0).shape().dim(2);
    Check.that(
        start >= 0 && start <= most,
        "%s: with %d queries and %d rows of pages a user it is from 0 to %d, got %d",
        argument,
        call.spec(0).shape().dim(2),
        capacity(call),
        most,
        start);
  }

  /** The rows of a user's pages. */
  private static int capacity(Call<SdpaParams> call) {
    return Pages.capacity(call.spec(PAGES).shape(), call.spec(1).shape().dim(2));
  }

  /** Keys that the program is made for; where a tensor has the position, all pages and a chunk. */
  private static long keys(Call<SdpaParams> call) {
    if (!call.has(PAGES)) {
      return call.spec(1).shape().dim(2);
    }
    Integer start = call.params().chunkStartIdx();
    return (long) call.spec(0).shape().dim(2) + (start == null ? capacity(call) : start);
  }

  /** That keys and values are heads that the queries can share. */
  static void checkKeys(Shape q, int batch, int heads, Shape k, Shape v) {
    Check.that(
        q.dim(3) > 0 && q.dim(3) % TensorSpec.TILE_SIDE == 0,
        "input_tensor_q: the head size must be a multiple of 32, got %s",
        q);
    Check.that(
        k.dim(0) == batch && k.dim(3) == q.dim(3),
        "input_tensor_k: batch %d and head size %d of input_tensor_q are needed, got %s",
        batch,
        q.dim(3),
        k);
    Check.that(
        k.dim(1) > 0 && heads % k.dim(1) == 0,
        "input_tensor_k: its heads must divide the %d of input_tensor_q, got %s",
        heads,
        k);
    Check.that(
        v.equals(k), "input_tensor_v: the shape of input_tensor_k, %s, is needed, got %s", k, v);
  }

  static void checkGrid(SdpaProgramConfig config, Call<?> call) {
    CoreGrid grid = config.computeWithStorageGridSize();
    CoreGrid device = CoreGrid.of(call.device());
    Check.that(
        grid.x() <= device.x() && grid.y() <= device.y(),
        "program_config: the device has %s, got %s",
        device,
        grid);
  }

  private static void checkMask(Call<SdpaParams> call, Shape q) {
    SdpaParams params = call.params();
    if (!call.has(3)) {
      return;
    }
    Check.that(!params.isCausal(), "attn_mask: it cannot be given with is_causal");
    Check.that(
        params.slidingWindowSize() == 0,
        "attn_mask: it cannot be given with sliding_window_size; put the window into the mask");
    Check.rankIs("attn_mask", call.input(3), 4);
    Shape mask = call.spec(3).shape();
    boolean fits =
        (mask.dim(0) == 1 || mask.dim(0) == q.dim(0))
            && (mask.dim(1) == 1 || mask.dim(1) == q.dim(1))
            && mask.dim(2) == q.dim(2)
            && mask.dim(3) == call.spec(1).shape().dim(2);
    Check.that(
        fits,
        "attn_mask: [%d or 1, %d or 1, %d, %d] is needed, got %s",
        q.dim(0),
        q.dim(1),
        q.dim(2),
        call.spec(1).shape().dim(2),
        mask);
    Check.interleaved("attn_mask", call.spec(3).memoryConfig());
  }

  private static void checkWindows(Call<SdpaParams> call) {
    Check.that(!call.params().isCausal(), "Windowed SDPA is non-causal; is_causal must be false.");
    Check.that(
        !call.has(3),
        "Windowed SDPA builds its mask from cu_window_seqlens; attn_mask must not be provided.");
    Check.that(
        call.params().slidingWindowSize() == 0,
        "Windowed SDPA does not support sliding_window_size.");
    Check.that(!call.has(SINK), "Windowed SDPA does not support attention_sink.");
    Shape edges = call.spec(WINDOWS).shape();
    Check.that(edges.rank() == 1, "cu_window_seqlens must be 1-D, got rank %d.", edges.rank());
    Check.that(
        edges.dim(0) >= 2 && edges.dim(0) <= MOST_WINDOW_EDGES,
        "cu_window_seqlens must have between 2 and %d elements, got %d.",
        MOST_WINDOW_EDGES,
        edges.dim(0));
  }

  static CoreRangeSet cores(@Nullable SdpaProgramConfig config, Call<?> call) {
    return config == null
        ? CircularBuffers.wholeGrid(call.device())
        : CoreRangeSet.grid(
            config.computeWithStorageGridSize().x(), config.computeWithStorageGridSize().y());
  }

  static long tiles(long elements) {
    return Math.ceilDiv(elements, TensorSpec.TILE_SIDE);
  }

  /** How many tiles of rows queries and keys are cut into at a time. */
  private record Chunks(long queries, long keys, long headTiles, long count) {
    /** Of one head; causal queries meet more keys from chunk to chunk. */
    long pairs(int queryRows, long before, long keyRows, boolean causal) {
      long ofQueries = Math.ceilDiv(tiles(queryRows), queries);
      long ofKeys = Math.ceilDiv(tiles(keyRows), keys);
      long first = causal ? Math.ceilDiv(tiles(before) + queries, keys) : ofKeys;
      return Math.ceilDiv(ofQueries * (first + ofKeys), 2);
    }

    static Chunks of(Call<SdpaParams> call) {
      SdpaProgramConfig config = call.params().programConfig();
      Shape q = call.spec(0).shape();
      int qChunk = config == null ? CHUNK : config.qChunkSize();
      int kChunk = config == null ? CHUNK : config.kChunkSize();
      long count = (long) q.dim(0) * q.dim(1) * Math.ceilDiv(q.dim(2), qChunk);
      return new Chunks(tiles(qChunk), tiles(kChunk), tiles(q.dim(3)), count);
    }
  }

  private static List<CircularBuffer> circularBuffers(Call<SdpaParams> call) {
    CoreRangeSet cores = cores(call.params().programConfig(), call);
    Chunks chunks = Chunks.of(call);
    long q = chunks.queries();
    long results = q * chunks.headTiles();
    long keys = 2 * chunks.keys() * chunks.headTiles();
    List<CircularBuffer> buffers = new ArrayList<>();
    long held = chunks.count() > cores.size() ? 2 : 1;
    buffers.add(CircularBuffers.tiles(cores, call.spec(0).dtype(), held * results));
    buffers.add(CircularBuffers.tiles(cores, call.spec(1).dtype(), keys));
    buffers.add(CircularBuffers.tiles(cores, call.spec(2).dtype(), keys));
    addMask(call, cores, chunks, buffers);
    boolean wide = call.params().computeKernelConfig().fp32DestAccEn();
    DataType sums = wide ? DataType.FLOAT32 : DataType.BFLOAT16;
    for (int i = 0; i < (wide ? 2 : 3); i++) {
      buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, 1));
    }
    buffers.add(CircularBuffers.tiles(cores, sums, q * chunks.keys()));
    buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, results));
    buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, results));
    for (int i = 0; i < 5; i++) {
      buffers.add(CircularBuffers.tiles(cores, i < 2 ? sums : DataType.BFLOAT16, q));
    }
    if (call.has(SINK)) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(SINK).dtype(), q));
    }
    addPages(call, cores, buffers);
    long outputTiles = OutputTiles.of(q, chunks.headTiles(), wide);
    buffers.add(CircularBuffers.tiles(cores, call.outputSpec().dtype(), outputTiles));
    return buffers;
  }

  /**
   * As sdpa_program_factory.cpp: a row of the table, 32 bytes for compute and 32 for the writer.
   */
  private static void addPages(
      Call<SdpaParams> call, CoreRangeSet cores, List<CircularBuffer> buffers) {
    if (call.has(PAGES)) {
      buffers.add(CircularBuffers.pages(cores, call.spec(PAGES), 1));
    }
    for (int i = 0; call.has(CHUNK_START) && i < 2; i++) {
      buffers.add(CircularBuffer.local(cores, POSITION_BYTES, POSITION_BYTES));
    }
  }

  /** A mask that is not given is made of a tile of infinities and tiles for its edges. */
  private static void addMask(
      Call<SdpaParams> call, CoreRangeSet cores, Chunks chunks, List<CircularBuffer> buffers) {
    SdpaParams params = call.params();
    long padding = call.spec(1).shape().dim(2) % TensorSpec.TILE_SIDE;
    long mask = 2 * chunks.queries() * chunks.keys();
    if (call.has(3)) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(3).dtype(), mask));
    } else if (call.has(WINDOWS)) {
      buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, mask));
      buffers.add(CircularBuffers.tiles(cores, call.spec(WINDOWS).dtype(), 1));
    } else if (params.isCausal() || params.slidingWindowSize() > 0 || padding > 0) {
      int edges = params.slidingWindowSize() > 0 ? 2 : params.isCausal() ? 1 : 0;
      long made = 1L + edges + (padding > 0 && !params.isCausal() ? 1 : 0);
      buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, made));
    }
  }

  /**
   * Two products for each pair of a query and a key; causal queries see half of the last keys, and
   * all before those.
   */
  private static Work cost(Call<SdpaParams> call) {
    Shape q = call.spec(0).shape();
    long heads = (long) q.dim(0) * q.dim(1);
    long keys = keys(call);
    boolean causal = call.params().isCausal();
    long before = causal ? keys - q.dim(2) : 0;
    double pairs = q.dim(2) * (before + (keys - before) / (causal ? 2.0 : 1));
    long queryTiles = tiles(q.dim(2));
    long tilePairs =
        causal
            ? queryTiles * tiles(before) + queryTiles * (queryTiles + 1) / 2
            : queryTiles * tiles(keys);
    int cores = Math.clamp(Chunks.of(call).count(), 1, cores(call));
    return products(
        call,
        call.params().computeKernelConfig(),
        cores,
        2 * tilePairs * tiles(q.dim(3)) * heads,
        4 * pairs * q.dim(3) * heads,
        heads * Chunks.of(call).pairs(q.dim(2), before, keys, causal));
  }

  private static int cores(Call<SdpaParams> call) {
    return cores(call.params().programConfig(), call).size();
  }

  /**
   * The work of matrix products that are spread evenly over some cores. Around each pair of chunks
   * there are maxima, exponentials, sums and what was found before to bring in line.
   *
   * @param chunkPairs of queries with keys, all together
   */
  static Work products(
      Call<?> call,
      ComputeKernelConfig config,
      int cores,
      long tileProducts,
      double floatingPointOperations,
      long chunkPairs) {
    int passes = config.mathFidelity().passes();
    long cycles = Math.ceilDiv(tileProducts, cores) * Costs.CYCLES_PER_TILE_PRODUCT * passes;
    double grid = 4096.0 * call.device().board().compute().size();
    long ideal = (long) Math.ceil(floatingPointOperations / grid * passes);
    return Costs.computing(cycles, cores, Costs.inputs(call), call.outputSpec())
        .withFloatingPointOperations((long) floatingPointOperations, Math.min(ideal, cycles))
        .withMoreCompute(Math.ceilDiv(chunkPairs, cores) * chunkCycles(call));
  }

  private static long chunkCycles(Call<?> call) {
    return Math.round(
        CostConstants.inUse().of("attention.chunk.cycles", call.device().board().architecture()));
  }

  private static void compute(Call<SdpaParams> call) {
    Shape q = call.spec(0).shape();
    Shape k = call.spec(1).shape();
    SdpaParams params = call.params();
    int start = start(call);
    int keys = call.has(PAGES) ? start + q.dim(2) : k.dim(2);
    AttentionShape shape =
        new AttentionShape(q.dim(0), q.dim(1), k.dim(1), q.dim(2), keys, q.dim(3));
    AttentionKernels.attention(
        shape,
        new AttentionRule(
            params.scale(),
            params.isCausal(),
            start,
            params.slidingWindowSize(),
            call.floatsOrNull(SINK),
            call.has(WINDOWS) ? call.integers(WINDOWS) : null),
        call.has(3) ? mask(call.floats(3), call.spec(3).shape()) : null,
        call.floats(0),
        rows(call, shape, 1),
        rows(call, shape, 2),
        call.out().floats(),
        precision(call, params.computeKernelConfig(), Chunks.of(call).keys()));
  }

  /** Each chunk of keys has sums of its own. */
  static @Nullable Precision precision(Call<?> call, ComputeKernelConfig config, long chunkTiles) {
    Precision whole = BoardPrecision.of(call, config);
    return whole == null
        ? null
        : whole.withBlockDepth(Math.toIntExact(chunkTiles * TensorSpec.TILE_SIDE));
  }

  /** The position of the first query. */
  private static int start(Call<SdpaParams> call) {
    Integer given = call.params().chunkStartIdx();
    if (given != null || !call.has(CHUNK_START)) {
      return given == null ? 0 : given;
    }
    int start = call.integers(CHUNK_START)[0];
    checkStart("chunk_start_idx_tensor", call, start);
    return start;
  }

  private static float[] rows(Call<SdpaParams> call, AttentionShape shape, int index) {
    return call.has(PAGES)
        ? AttentionKernels.gathered(
            Pages.of("page_table_tensor", call, PAGES, call.spec(1).shape()),
            shape,
            call.floats(index))
        : call.floats(index);
  }

  private static AttentionMask mask(float[] values, Shape shape) {
    int row = shape.dim(3);
    int head = shape.dim(2) * row;
    return new AttentionMask(
        values, shape.dim(0) == 1 ? 0 : shape.dim(1) * head, shape.dim(1) == 1 ? 0 : head, row);
  }

  private static double[] golden(GoldenCall<SdpaParams> call) {
    Shape q = call.output().shape();
    Shape k = call.input(1).spec().shape();
    int group = k.dim(1) == 0 ? 1 : q.dim(1) / k.dim(1);
    int start = goldenStart(call);
    int keys = call.has(PAGES) ? start + q.dim(2) : k.dim(2);
    double[] keyRows = goldenRows(call, 1, keys);
    double[] valueRows = goldenRows(call, 2, keys);
    double[] out = call.newOutput();
    for (int row = 0; row < out.length / q.dim(3); row++) {
      int query = row % q.dim(2);
      int head = row / q.dim(2) % q.dim(1);
      int batch = row / (q.dim(2) * q.dim(1));
      double[] mask = new double[keys];
      for (int key = 0; key < mask.length; key++) {
        mask[key] =
            sees(call.params(), start + query, key) && sharesWindow(call, query, key)
                ? goldenMask(call, batch, head, query, key)
                : Double.NEGATIVE_INFINITY;
      }
      int keyAt = (batch * k.dim(1) + head / group) * keys * k.dim(3);
      AttentionGolden.row(
          call.values(0),
          row * q.dim(3),
          q.dim(3),
          keyRows,
          valueRows,
          keyAt,
          call.params().scale(),
          mask,
          call.has(SINK)
              ? call.values(SINK)[head] * call.params().scale()
              : Double.NEGATIVE_INFINITY,
          out);
    }
    return out;
  }

  private static int goldenStart(GoldenCall<SdpaParams> call) {
    Integer given = call.params().chunkStartIdx();
    return given != null ? given : call.has(CHUNK_START) ? (int) call.values(CHUNK_START)[0] : 0;
  }

  /** Keys or values as they follow each other, wherever they lie. */
  private static double[] goldenRows(GoldenCall<SdpaParams> call, int index, int keys) {
    if (!call.has(PAGES)) {
      return call.values(index);
    }
    Shape k = call.input(index).spec().shape();
    int perUser = call.input(PAGES).spec().shape().dim(1);
    double[] rows = new double[call.output().shape().dim(0) * k.dim(1) * keys * k.dim(3)];
    for (int i = 0; i < rows.length; i++) {
      int row = i / k.dim(3) % keys;
      int head = i / (k.dim(3) * keys) % k.dim(1);
      int user = i / (k.dim(3) * keys * k.dim(1));
      int block = (int) call.values(PAGES)[user * perUser + row / k.dim(2)];
      int at = ((block * k.dim(1) + head) * k.dim(2) + row % k.dim(2)) * k.dim(3) + i % k.dim(3);
      rows[i] = block < 0 ? 0 : call.values(index)[at];
    }
    return rows;
  }

  private static boolean sees(SdpaParams params, int query, int key) {
    int window = params.slidingWindowSize();
    if (params.isCausal()) {
      return key <= query && (window == 0 || key > query - window);
    }
    return window == 0 || Math.abs(query - key) <= window / 2;
  }

  private static boolean sharesWindow(GoldenCall<SdpaParams> call, int query, int key) {
    if (!call.has(WINDOWS)) {
      return true;
    }
    double[] edges = call.values(WINDOWS);
    return IntStream.range(1, edges.length)
        .anyMatch(i -> edges[i - 1] <= Math.min(query, key) && Math.max(query, key) < edges[i]);
  }

  private static double goldenMask(
      GoldenCall<SdpaParams> call, int batch, int head, int query, int key) {
    if (!call.has(3)) {
      return 0;
    }
    Shape mask = call.input(3).spec().shape();
    int b = mask.dim(0) == 1 ? 0 : batch;
    int h = mask.dim(1) == 1 ? 0 : head;
    return call.values(3)[((b * mask.dim(1) + h) * mask.dim(2) + query) * mask.dim(3) + key];
  }
}
