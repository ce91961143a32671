package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.Work;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.AttentionKernels;
import dev.tilescope.ops.internal.kernel.AttentionMask;
import dev.tilescope.ops.internal.kernel.AttentionRule;
import dev.tilescope.ops.internal.kernel.AttentionShape;
import dev.tilescope.ops.internal.kernel.PageTable;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Pages;
import dev.tilescope.ops.internal.mechanism.Users;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.SdpaProgramConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Attention of one new token for each user against that user's keys and values, which lie in a
 * cache, whole or in pages. Long because one program serves both, with six inputs to check.
 */
public final class DecodeAttentionOperations {
  private DecodeAttentionOperations() {}

  static final int K = 1;
  static final int V = 2;
  static final int CUR_POS = 3;
  static final int PAGES = 4;
  static final int MASK = 5;
  static final int SINK = 6;

  private static final int MOST_KEYS_IN_A_CHUNK = 512;

  /**
   * @param curPos empty if a tensor has the positions
   * @param slidingWindowSize 0 for none
   * @param kChunkSize keys that a core takes at once; 0 to have it follow from the positions
   * @param shareCache whether all users have the keys and values of one
   */
  public record SdpaDecodeParams(
      boolean isCausal,
      List<Integer> curPos,
      float scale,
      int slidingWindowSize,
      MemoryConfig outputMemConfig,
      @Nullable SdpaProgramConfig programConfig,
      ComputeKernelConfig computeKernelConfig,
      int kChunkSize,
      boolean shareCache)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new SdpaDecodeParams(
          isCausal,
          List.of(),
          scale,
          slidingWindowSize,
          outputMemConfig,
          programConfig,
          computeKernelConfig,
          kChunkSize,
          shareCache);
    }
  }

  public static final DeviceOperation<SdpaDecodeParams> SDPA_DECODE_ON_DEVICE =
      DeviceOperation.<SdpaDecodeParams>named("SdpaDecodeDeviceOperation", "sdpa_decode")
          .takes(
              Input.of("input_tensor_q").floats(),
              Input.of("input_tensor_k").floats().in(Layout.TILE),
              Input.of("input_tensor_v").floats().in(Layout.TILE),
              Input.optional("cur_pos_tensor").dtypes(List.of(DataType.INT32)).in(Layout.ROW_MAJOR),
              Input.optional("page_table_tensor").dtypes(Pages.DTYPES).in(Layout.ROW_MAJOR),
              Input.optional("attn_mask").floats().in(Layout.TILE),
              Input.optional("attention_sink").floats().in(Layout.TILE))
          .validation(DecodeAttentionOperations::check)
          .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(DecodeAttentionBuffers.TEXT, DecodeAttentionBuffers::of)
          .cost(DecodeAttentionOperations::cost)
          .kernel(DecodeAttentionOperations::compute)
          .golden(DecodeAttentionOperations::golden)
          .declare();

  /** The largest power of two that divides the number of keys, or what the config says. */
  static int chunk(int keys, @Nullable SdpaProgramConfig config) {
    int chunk =
        config == null || config.kChunkSize() == 0
            ? Math.min(Math.max(2, Integer.lowestOneBit(keys)), MOST_KEYS_IN_A_CHUNK)
            : config.kChunkSize();
    Check.that(
        chunk % AttentionOperations.CHUNK == 0 && Integer.bitCount(chunk) == 1 && keys % chunk == 0,
        "input_tensor_k: %d keys must be a multiple of the chunk, a power of 2 from 32 on, got %d",
        keys,
        chunk);
    return chunk;
  }

  private static void check(Call<SdpaDecodeParams> call) {
    for (int i = 0; i <= V; i++) {
      Check.rankIs(SDPA_DECODE_ON_DEVICE.inputs().get(i).name(), call.input(i), 4);
    }
    Shape q = call.spec(0).shape();
    Check.that(q.dim(0) == 1, "input_tensor_q: [1, users, heads, head size] is needed, got %s", q);
    Shape k = call.spec(K).shape();
    int batch = call.params().shareCache() ? 1 : call.has(PAGES) ? k.dim(0) : q.dim(1);
    AttentionOperations.checkKeys(q, batch, q.dim(2), k, call.spec(V).shape());
    if (call.has(PAGES)) {
      Pages.check("page_table_tensor", call.spec(PAGES), q.dim(1), "input_tensor_k", k);
    }
    checkMemory(call);
    checkPositions(call, q.dim(1));
    checkMask(call, q);
    Check.that(
        !call.has(SINK) || call.spec(SINK).shape().equals(Shape.of(q.dim(2), TensorSpec.TILE_SIDE)),
        "attention_sink: [%d, 32] is needed, a row for each head with its sink first, got %s",
        q.dim(2),
        call.has(SINK) ? call.spec(SINK).shape() : "none");
  }

  private static void checkMemory(Call<SdpaDecodeParams> call) {
    MemoryConfig q = call.spec(0).memoryConfig();
    Check.that(
        q.isSharded()
            ? q.memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED
            : q.bufferType().isDram(),
        "input_tensor_q: it must be HEIGHT_SHARDED or in DRAM, got %s in %s",
        q.memoryLayout(),
        q.bufferType());
    for (int i = K; i <= V; i++) {
      Check.that(
          call.spec(i).memoryConfig().bufferType().isDram(),
          "%s: it must be in DRAM, got %s",
          SDPA_DECODE_ON_DEVICE.inputs().get(i).name(),
          call.spec(i).memoryConfig().bufferType());
    }
    MemoryConfig out = call.params().outputMemConfig();
    Check.that(
        !out.isSharded()
            || out.memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED
                && call.spec(K).shape().dim(1) == 1,
        "memory_config: INTERLEAVED is needed, or HEIGHT_SHARDED with one key head, got %s",
        out.memoryLayout());
    SdpaProgramConfig config = call.params().programConfig();
    if (config != null) {
      AttentionOperations.checkGrid(config, call);
    }
    int users = call.spec(0).shape().dim(1);
    int cores = AttentionOperations.cores(config, call).size();
    Check.that(
        users <= cores, "input_tensor_q: each user needs a core, %d, got %d users", cores, users);
  }

  private static void checkPositions(Call<SdpaDecodeParams> call, int users) {
    SdpaDecodeParams params = call.params();
    boolean given = call.has(CUR_POS);
    if (!params.isCausal()) {
      Check.that(
          params.slidingWindowSize() == 0,
          "sliding_window_size: it needs is_causal, got %d without",
          params.slidingWindowSize());
      return;
    }
    Check.that(
        given != !params.curPos().isEmpty(),
        "cur_pos: the positions are needed, either here or in cur_pos_tensor, got %s",
        given ? "both" : "neither");
    if (given) {
      Users.checkPositions("cur_pos_tensor", call.spec(CUR_POS).shape(), users);
    } else {
      int[] positions = params.curPos().stream().mapToInt(Integer::intValue).toArray();
      Users.checkPositions("cur_pos", positions, users, keys(call));
    }
  }

  /** How many keys a user can have. */
  private static int keys(Call<SdpaDecodeParams> call) {
    int rows = call.spec(K).shape().dim(2);
    return call.has(PAGES) ? Pages.capacity(call.spec(PAGES).shape(), rows) : rows;
  }

  private static void checkMask(Call<SdpaDecodeParams> call, Shape q) {
    if (!call.has(MASK)) {
      return;
    }
    Check.that(!call.params().isCausal(), "attn_mask: it cannot be given with is_causal");
    Shape mask = call.spec(MASK).shape();
    Check.that(
        mask.rank() == 4
            && mask.equals(Shape.of(mask.dim(0) == 1 ? 1 : q.dim(1), 1, q.dim(2), keys(call))),
        "attn_mask: [%d or 1, 1, %d, %d] is needed, got %s",
        q.dim(1),
        q.dim(2),
        keys(call),
        mask);
  }

  /** Cores that share the keys of one head of one user. */
  static int coresPerHead(Call<SdpaDecodeParams> call) {
    SdpaProgramConfig config = call.params().programConfig();
    long available = AttentionOperations.cores(config, call).size();
    long users = Math.max(1, call.spec(0).shape().dim(1));
    long heads = call.spec(K).shape().dim(1);
    long most = config != null ? config.maxCoresPerHeadBatch() : call.has(PAGES) ? 1 : available;
    return (int) Math.max(1, Math.min(available, most * users * heads) / users / heads);
  }

  /**
   * Every key that a user can have: how many there are is known on the device only. A core also
   * brings in line what others found for the same head.
   */
  private static Work cost(Call<SdpaDecodeParams> call) {
    Shape q = call.spec(0).shape();
    long users = q.dim(1);
    long keyHeads = call.spec(K).shape().dim(1);
    long keys = keys(call);
    long active = Math.max(1, coresPerHead(call) * keyHeads * users);
    int cores =
        (int)
            Math.min(active, AttentionOperations.cores(call.params().programConfig(), call).size());
    return AttentionOperations.products(
        call,
        call.params().computeKernelConfig(),
        cores,
        2
            * users
            * keyHeads
            * AttentionOperations.tiles(q.dim(2))
            * AttentionOperations.tiles(keys)
            * AttentionOperations.tiles(q.dim(3)),
        4.0 * users * q.dim(2) * keys * q.dim(3),
        users * keyHeads * Math.ceilDiv(keys, chunk(keys(call), call.params().programConfig()))
            + cores);
  }

  private static int[] positions(Call<SdpaDecodeParams> call, int users) {
    SdpaDecodeParams params = call.params();
    if (!params.isCausal()) {
      return new int[users];
    } else if (!call.has(CUR_POS)) {
      return params.curPos().stream().mapToInt(Integer::intValue).toArray();
    }
    int[] positions = call.integers(CUR_POS);
    Users.checkPositions("cur_pos_tensor", positions, users, keys(call));
    return positions;
  }

  private static void compute(Call<SdpaDecodeParams> call) {
    Shape q = call.spec(0).shape();
    Shape k = call.spec(K).shape();
    SdpaDecodeParams params = call.params();
    AttentionShape shape =
        new AttentionShape(q.dim(1), q.dim(2), k.dim(1), 1, keys(call), q.dim(3));
    AttentionRule rule =
        new AttentionRule(
            params.scale(), params.isCausal(), 0, params.slidingWindowSize(), sinks(call), null);
    int[] positions = positions(call, q.dim(1));
    AttentionMask mask = call.has(MASK) ? mask(call, q) : null;
    float[] queries = call.floats(0);
    float[] keys = call.floats(K);
    float[] values = call.floats(V);
    float[] out = call.out().floats();
    PageTable pages = null;
    if (call.params().shareCache()) {
      pages = new PageTable(new int[q.dim(1)], 1, k.dim(2));
    } else if (call.has(PAGES)) {
      pages = Pages.of("page_table_tensor", call, PAGES, k);
    }
    AttentionKernels.decodeAttention(
        shape,
        rule,
        mask,
        positions,
        queries,
        keys,
        values,
        pages,
        out,
        AttentionOperations.precision(
            call, params.computeKernelConfig(), AttentionOperations.tiles(params.kChunkSize())));
  }

  /** The first of each row. */
  private static float @Nullable [] sinks(Call<SdpaDecodeParams> call) {
    if (!call.has(SINK)) {
      return null;
    }
    float[] rows = call.floats(SINK);
    float[] sinks = new float[rows.length / TensorSpec.TILE_SIDE];
    for (int head = 0; head < sinks.length; head++) {
      sinks[head] = rows[head * TensorSpec.TILE_SIDE];
    }
    return sinks;
  }

  private static AttentionMask mask(Call<SdpaDecodeParams> call, Shape q) {
    int keys = keys(call);
    boolean shared = call.spec(MASK).shape().dim(0) == 1;
    return new AttentionMask(call.floats(MASK), shared ? 0 : q.dim(2) * keys, keys, 0);
  }

  private static double[] golden(GoldenCall<SdpaDecodeParams> call) {
    Shape q = call.output().shape();
    int dim = q.dim(3);
    double[] out = call.newOutput();
    for (int row = 0; row < out.length / dim; row++) {
      goldenUser(call, row / q.dim(2), row % q.dim(2), out);
    }
    return out;
  }

  /** Gathers the keys and values that a user has, wherever they lie. */
  private static void goldenUser(
      GoldenCall<SdpaDecodeParams> call, int user, int head, double[] out) {
    SdpaDecodeParams params = call.params();
    Shape q = call.output().shape();
    Shape k = call.input(K).spec().shape();
    int dim = q.dim(3);
    int rows = k.dim(2);
    int blocks = call.has(PAGES) ? call.input(PAGES).spec().shape().dim(-1) : 1;
    int position = goldenPosition(call, user, rows * blocks);
    int window = params.slidingWindowSize();
    int keyHead = head / (q.dim(2) / k.dim(1));
    double[] mask = new double[rows * blocks];
    double[] keys = new double[mask.length * dim];
    double[] values = new double[mask.length * dim];
    for (int key = 0; key < mask.length; key++) {
      int own = params.shareCache() ? 0 : user;
      int block = call.has(PAGES) ? (int) call.values(PAGES)[user * blocks + key / rows] : own;
      int at = ((block * k.dim(1) + keyHead) * rows + key % rows) * dim;
      for (int i = 0; i < dim && block >= 0; i++) {
        keys[key * dim + i] = call.values(K)[at + i];
        values[key * dim + i] = call.values(V)[at + i];
      }
      boolean seen = key <= position && (window == 0 || key > position - window);
      double added = call.has(MASK) ? goldenMask(call, user, head, key, mask.length) : 0;
      mask[key] = seen ? added : Double.NEGATIVE_INFINITY;
    }
    int at = (user * q.dim(2) + head) * dim;
    double sink =
        call.has(SINK)
            ? call.values(SINK)[head * TensorSpec.TILE_SIDE] * params.scale()
            : Double.NEGATIVE_INFINITY;
    AttentionGolden.row(call.values(0), at, dim, keys, values, 0, params.scale(), mask, sink, out);
  }

  private static double goldenMask(
      GoldenCall<SdpaDecodeParams> call, int user, int head, int key, int keys) {
    int of = call.input(MASK).spec().shape().dim(0) == 1 ? 0 : user;
    return call.values(MASK)[(of * call.output().shape().dim(2) + head) * keys + key];
  }

  /** The last key that a user sees. */
  private static int goldenPosition(GoldenCall<SdpaDecodeParams> call, int user, int keys) {
    SdpaDecodeParams params = call.params();
    if (!params.isCausal()) {
      return keys - 1;
    }
    return call.has(CUR_POS) ? (int) call.values(CUR_POS)[user] : params.curPos().get(user);
  }
}
