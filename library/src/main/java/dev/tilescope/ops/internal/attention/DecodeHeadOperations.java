package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.AttentionKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreSets;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Users;
import dev.tilescope.ops.options.CreateHeadsDecodeOptions;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Heads of one new token for each user, a user to a core. Long for its two declarations, each with
 * the rules of how its results lie on the cores.
 */
public final class DecodeHeadOperations {
  private DecodeHeadOperations() {}

  private static final int MOST_USERS = 32;

  /**
   * @param grid the cores that take a user each, in their order
   * @param overlapQkCoregrid false to have keys on the cores after those of the queries
   * @param sliceSize how many users there are results for; null for all
   */
  public record CreateQkvHeadsDecodeParams(
      int numQHeads,
      int numKvHeads,
      int headDim,
      boolean overlapQkCoregrid,
      @Nullable Integer sliceSize,
      CoreRangeSet grid) {
    int users(Shape input) {
      return sliceSize == null ? input.dim(2) : sliceSize;
    }
  }

  /**
   * @param grid the cores that take a head each, in their order
   */
  public record ConcatHeadsDecodeParams(int numHeads, CoreRangeSet grid) {}

  public static final DeviceOperation<CreateQkvHeadsDecodeParams>
      NLP_CREATE_QKV_HEADS_DECODE_ON_DEVICE =
          DeviceOperation.<CreateQkvHeadsDecodeParams>named(
                  "NLPCreateQKVHeadsDecodeDeviceOperation", "nlp_create_qkv_heads_decode")
              .takes(
                  Input.of("input_tensor").floats().in(Layout.TILE),
                  Input.optional("batch_offset").dtypes(List.of(DataType.UINT32, DataType.INT32)))
              .into("output_tensors")
              .validation(DecodeHeadOperations::checkCreate)
              .outputs(DecodeHeadOperations::created)
              .circularBuffers(
                  "The shards of the three results themselves; two tiles of batch_offset. Rows that"
                      + " DRAM does not align to half a tile, as on Blackhole, pass through two"
                      + " buffers of the aligned pieces of a head and one more.",
                  DecodeHeadOperations::createBuffers)
              .cost(call ->
                  Costs.work(
                      0,
                      call.params().users(call.spec(0).shape()),
                      Costs.inputs(call),
                      call.outputSpec()))
              .engine(Engine.MOVES)
              .kernel(DecodeHeadOperations::create)
              .goldens(DecodeHeadOperations::goldenCreate)
              .declare();

  public static final DeviceOperation<ConcatHeadsDecodeParams> NLP_CONCAT_HEADS_DECODE_ON_DEVICE =
      DeviceOperation.<ConcatHeadsDecodeParams>named(
              "NLPConcatHeadsDecodeDeviceOperation", "nlp_concat_heads_decode")
          .takes(Input.of("input_tensor").floats().in(Layout.TILE))
          .validation(DecodeHeadOperations::checkConcat)
          .output(DecodeHeadOperations::joined)
          .circularBuffers("The shards of the result itself.", DecodeHeadOperations::concatBuffers)
          .cost(call ->
              Costs.work(0, call.params().numHeads(), Costs.inputs(call), call.outputSpec()))
          .engine(Engine.MOVES)
          .kernel(DecodeHeadOperations::concat)
          .golden(DecodeHeadOperations::goldenConcat)
          .declare();

  /** Checks what a head's size follows from, and finds it. */
  static CreateQkvHeadsDecodeParams heads(
      Tensor input, int numHeads, CreateHeadsDecodeOptions options) {
    NLP_CREATE_QKV_HEADS_DECODE_ON_DEVICE.requireUsable(input, options.batchOffset());
    Integer numKvHeads = options.numKvHeads();
    MemoryConfig memoryConfig = options.memoryConfig();
    int kvHeads = numKvHeads == null ? numHeads : numKvHeads;
    Check.atLeast("num_kv_heads", kvHeads, 1);
    Check.that(
        numHeads >= kvHeads,
        "num_heads: it must be >= num_kv_heads, %d, got %d",
        kvHeads,
        numHeads);
    Check.rankIs("input_tensor", input, 4);
    long sections = numHeads + 2L * kvHeads;
    int width = input.shape().dim(3);
    Check.that(
        width > 0 && width % (sections * TensorSpec.TILE_SIDE) == 0,
        "input_tensor: %d heads, each a multiple of 32 wide, must fill its last dimension, got %s",
        sections,
        input.shape());
    ShardSpec shards = memoryConfig == null ? null : memoryConfig.shardSpec();
    return new CreateQkvHeadsDecodeParams(
        numHeads,
        kvHeads,
        (int) (width / sections),
        options.overlapQkCoregrid() || !input.memoryConfig().isSharded(),
        options.sliceSize(),
        shards == null ? CircularBuffers.wholeGrid(input.device()) : shards.grid());
  }

  private static void checkCreate(Call<CreateQkvHeadsDecodeParams> call) {
    Shape shape = call.spec(0).shape();
    int users = shape.dim(2);
    Check.that(
        shape.dim(0) == 1 && shape.dim(1) == 1 && users >= 1 && users <= MOST_USERS,
        "input_tensor: [1, 1, users, width] with 1..%d users is needed, got %s",
        MOST_USERS,
        shape);
    TensorMemoryLayout layout = call.spec(0).memoryConfig().memoryLayout();
    Check.that(
        !layout.isSharded() || layout == TensorMemoryLayout.WIDTH_SHARDED,
        "input_tensor: the operation takes INTERLEAVED or WIDTH_SHARDED, got %s",
        layout);
    checkSlice(call);
    users = call.params().users(shape);
    int cores = call.params().grid().size();
    int needed = call.params().overlapQkCoregrid() ? users : 2 * users;
    Check.that(
        cores >= needed,
        "memory_config: %d cores are needed for %d users, got %d",
        needed,
        users,
        cores);
  }

  private static void checkSlice(Call<CreateQkvHeadsDecodeParams> call) {
    Integer slice = call.params().sliceSize();
    Check.that(
        call.has(1) == (slice != null),
        "slice_size: it goes with batch_offset, got %s and %s batch_offset",
        slice == null ? "none" : slice,
        call.has(1) ? "a" : "no");
    if (slice == null) {
      return;
    }
    Check.that(
        call.spec(0).memoryConfig().isSharded(),
        "batch_offset: users are picked from a WIDTH_SHARDED input_tensor, got %s",
        call.spec(0).memoryConfig().memoryLayout());
    Check.that(
        call.spec(1).shape().volume() == 1,
        "batch_offset: one number is needed, got %s",
        call.spec(1).shape());
    int users = call.spec(0).shape().dim(2);
    Check.that(
        slice >= 1 && slice <= users,
        "slice_size: 1..%d is needed, the users of input_tensor, got %d",
        users,
        slice);
  }

  private static List<TensorSpec> created(Call<CreateQkvHeadsDecodeParams> call) {
    CreateQkvHeadsDecodeParams params = call.params();
    int users = params.users(call.spec(0).shape());
    TensorSpec value = perUser(call, params.numKvHeads(), 0);
    return List.of(
        perUser(call, params.numQHeads(), 0),
        params.overlapQkCoregrid() ? value : perUser(call, params.numKvHeads(), users),
        value);
  }

  private static TensorSpec perUser(
      Call<CreateQkvHeadsDecodeParams> call, int heads, int firstCore) {
    int dim = call.params().headDim();
    int users = call.params().users(call.spec(0).shape());
    CoreRangeSet cores = CoreSets.rowByRow(call.params().grid(), firstCore, users);
    int height = Math.ceilDiv(heads, TensorSpec.TILE_SIDE) * TensorSpec.TILE_SIDE;
    return sharded(
        call.spec(0),
        Shape.of(1, users, heads, dim),
        TensorMemoryLayout.HEIGHT_SHARDED,
        new ShardSpec(cores, height, dim, ShardOrientation.ROW_MAJOR));
  }

  private static TensorSpec sharded(
      TensorSpec like, Shape shape, TensorMemoryLayout layout, ShardSpec shards) {
    return like.withMemoryConfig(MemoryConfig.DRAM)
        .withShape(shape)
        .withMemoryConfig(MemoryConfig.sharded(layout, BufferType.L1, shards));
  }

  /** nlp_create_qkv_heads_decode_interleaved_program_factory.cpp and its sharded sister. */
  private static List<CircularBuffer> createBuffers(Call<CreateQkvHeadsDecodeParams> call) {
    List<CircularBuffer> buffers = new ArrayList<>();
    call.outputs().forEach(out -> buffers.add(CircularBuffers.backedBy(out)));
    CoreRangeSet queries = buffers.getFirst().cores();
    MemoryConfig memory = call.spec(0).memoryConfig();
    int alignment = CircularBuffers.alignmentBytes(call, 0);
    int pieceBytes = TensorSpec.TILE_SIDE / 2 * call.spec(0).dtype().elementBytes();
    if (!memory.isSharded() && memory.bufferType().isDram() && pieceBytes < alignment) {
      long pieces = AttentionOperations.tiles(call.params().headDim()) + 1;
      CircularBuffer aligned = CircularBuffer.local(queries, pieces * alignment, alignment);
      buffers.addAll(List.of(aligned, aligned));
    }
    if (call.has(1)) {
      CoreRangeSet keys = buffers.get(1).cores();
      List<CoreCoord> both = new ArrayList<>(queries.cores());
      both.addAll(keys.cores());
      CircularBuffer offset =
          CircularBuffers.tiles(CoreRangeSet.covering(both), call.spec(1).dtype(), 1);
      buffers.addAll(List.of(offset, offset));
    }
    return buffers;
  }

  private static void create(Call<CreateQkvHeadsDecodeParams> call) {
    CreateQkvHeadsDecodeParams params = call.params();
    Shape in = call.spec(0).shape();
    int users = params.users(in);
    int first = call.has(1) ? call.integers(1)[0] : 0;
    Check.that(
        first >= 0 && first <= in.dim(2) - users,
        "batch_offset: %d users from 0..%d on are there, got %d",
        users,
        in.dim(2) - users,
        first);
    float[] rows =
        users == in.dim(2)
            ? call.floats(0)
            : Arrays.copyOfRange(call.floats(0), first * in.dim(3), (first + users) * in.dim(3));
    int[] heads = {params.numQHeads(), params.numKvHeads(), params.numKvHeads()};
    int column = 0;
    for (int i = 0; i < heads.length; i++) {
      float[] out = call.out(i).floats();
      int dim = params.headDim();
      AttentionKernels.splitHeads(rows, users, 1, in.dim(3), column, heads[i], dim, false, out);
      column += heads[i] * dim;
    }
  }

  private static List<double[]> goldenCreate(GoldenCall<CreateQkvHeadsDecodeParams> call) {
    CreateQkvHeadsDecodeParams params = call.params();
    int kvHeads = params.numKvHeads();
    return List.of(
        goldenSplit(call, 0, params.numQHeads()),
        goldenSplit(call, params.numQHeads(), kvHeads),
        goldenSplit(call, params.numQHeads() + kvHeads, kvHeads));
  }

  private static double[] goldenSplit(
      GoldenCall<CreateQkvHeadsDecodeParams> call, int first, int heads) {
    Shape in = call.input(0).spec().shape();
    int dim = call.params().headDim();
    double[] out = new double[call.params().users(in) * heads * dim];
    int offset = call.has(1) ? (int) call.values(1)[0] : 0;
    for (int i = 0; i < out.length; i++) {
      int user = offset + i / (heads * dim);
      out[i] = call.values(0)[user * in.dim(3) + first * dim + i % (heads * dim)];
    }
    return out;
  }

  private static void checkConcat(Call<ConcatHeadsDecodeParams> call) {
    Check.rankIs("input_tensor", call.input(0), 4);
    TensorSpec spec = call.spec(0);
    Shape shape = spec.shape();
    Check.that(
        shape.dim(0) == 1 && shape.dim(1) >= 1 && shape.dim(1) <= MOST_USERS,
        "input_tensor: [1, users, heads, head size] with 1..%d users is needed, got %s",
        MOST_USERS,
        shape);
    Check.that(
        shape.dim(3) > 0 && shape.dim(3) % TensorSpec.TILE_SIDE == 0,
        "input_tensor: the head size must be a multiple of 32, got %s",
        shape);
    Users.checkCores("input_tensor", spec);
    int heads = call.params().numHeads();
    Check.that(
        heads >= 1 && heads <= shape.dim(2),
        "num_heads: 1..%d is needed, the heads of input_tensor, got %d",
        shape.dim(2),
        heads);
    Check.that(
        heads <= call.params().grid().size(),
        "num_heads: each head needs a core and there are %d, got %d",
        call.params().grid().size(),
        heads);
  }

  /** There are always 32 users in the result: one tile of them. */
  private static TensorSpec joined(Call<ConcatHeadsDecodeParams> call) {
    ConcatHeadsDecodeParams params = call.params();
    int dim = call.spec(0).shape().dim(3);
    long width = (long) params.numHeads() * dim;
    Check.that(width <= Integer.MAX_VALUE, "num_heads: a row of %d is too long", width);
    CoreRangeSet cores = CoreSets.rowByRow(params.grid(), 0, params.numHeads());
    return sharded(
        call.spec(0),
        Shape.of(1, 1, MOST_USERS, (int) width),
        TensorMemoryLayout.WIDTH_SHARDED,
        new ShardSpec(cores, MOST_USERS, dim, ShardOrientation.ROW_MAJOR));
  }

  private static List<CircularBuffer> concatBuffers(Call<ConcatHeadsDecodeParams> call) {
    return List.of(CircularBuffers.backedBy(call.output()));
  }

  private static void concat(Call<ConcatHeadsDecodeParams> call) {
    Shape in = call.spec(0).shape();
    int row = call.params().numHeads() * in.dim(3);
    float[] out = call.out().floats();
    for (int user = 0; user < in.dim(1); user++) {
      int from = user * in.dim(2) * in.dim(3);
      System.arraycopy(call.floats(0), from, out, user * row, row);
    }
    Arrays.fill(out, in.dim(1) * row, out.length, 0f);
  }

  private static double[] goldenConcat(GoldenCall<ConcatHeadsDecodeParams> call) {
    Shape in = call.input(0).spec().shape();
    int row = call.params().numHeads() * in.dim(3);
    double[] out = call.newOutput();
    for (int i = 0; i < in.dim(1) * row; i++) {
      out[i] = call.values(0)[i / row * in.dim(2) * in.dim(3) + i % row];
    }
    return out;
  }
}
