package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.Experimental;
import dev.tilescope.ops.OperationCall;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.AllGatherMatmulOptions;
import dev.tilescope.ops.options.BcastOpDim;
import dev.tilescope.ops.options.BcastOpMath;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.GlobalSemaphore;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Operations that models of tt-metal call beside those of the large families. */
final class ModelCases {
  private static final CoreCoord GRID = new CoreCoord(8, 8);

  static final List<GoldenCase> CASES =
      List.of(
          inBfloat16("experimental::split_query_key_value_and_split_heads", ModelCases::split),
          inBfloat16("fill_rm", draw -> fillRm(draw, false)),
          inBfloat16("fill_ones_rm", draw -> fillRm(draw, true)),
          GoldenCase.of("moreh_cumsum", draw -> cumsum(draw, false)).tiled(),
          GoldenCase.of("moreh_cumsum_backward", draw -> cumsum(draw, true)).tiled(),
          inBfloat16("moreh_dot", ModelCases::dot),
          inBfloat16("moreh_softmax", draw -> softmax(draw, Ttnn::morehSoftmax, "Softmax", 1)),
          inBfloat16("moreh_softmin", draw -> softmax(draw, Ttnn::morehSoftmin, "Softmax", -1)),
          inBfloat16(
              "moreh_logsoftmax", draw -> softmax(draw, Ttnn::morehLogsoftmax, "LogSoftmax", 1)),
          inBfloat16("moreh_sum", draw -> reduced(draw, false)),
          inBfloat16("moreh_mean", draw -> reduced(draw, true)),
          inBfloat16("experimental::deepseek_prefill::update_padded_kv_cache", ModelCases::padded),
          inBfloat16("experimental::deepseek_prefill::zero_padded_kv_cache", ModelCases::cleared),
          inBfloat16("copy_host_to_device_tensor_partial", ModelCases::writtenInPart),
          GoldenCase.of("experimental::view", ModelCases::view).rowMajor(),
          GoldenCase.of("experimental::typecast", ModelCases::typecast).tiled(),
          GoldenCase.of("bcast", ModelCases::bcast),
          GoldenCase.of("interleaved_to_sharded_partial", ModelCases::toSharded).tiled(),
          GoldenCase.of("sharded_to_interleaved_partial", ModelCases::toInterleaved).tiled(),
          GoldenCase.of("experimental::attn_matmul", ModelCases::attnMatmul).tiled(),
          GoldenCase.of("experimental::attn_matmul_from_cache", ModelCases::fromCache).tiled(),
          GoldenCase.of("experimental::group_attn_matmul", ModelCases::grouped).tiled(),
          inBfloat16("moe", ModelCases::moe),
          inBfloat16("sampling", ModelCases::sampling),
          GoldenCase.of("experimental::all_gather_matmul_async", ModelCases::gathered).tiled());

  private ModelCases() {}

  private static GoldenCase inBfloat16(String name, Function<Draw, GoldenTrial> draw) {
    return new GoldenCase("ttnn::" + name, List.of(DataType.BFLOAT16), List.of(Layout.TILE), draw);
  }

  private static OnnxCall slice(OnnxValue x, int axis, int from, int to) {
    return oracle("Slice").input(x).list(from).list(to).list(axis);
  }

  private static OnnxCall reshape(OnnxValue x, int... shape) {
    return oracle("Reshape").input(x).list(shape);
  }

  private static GoldenTrial split(Draw draw) {
    int batch = draw.between(7, 8);
    Operand x = draw.tensor(batch, 1, 32, 3072);
    OnnxCall all =
        oracle("Transpose")
            .ints("perm", 2, 0, 3, 1, 4)
            .input(reshape(x.golden(), batch, 32, 3, 16, 64));
    OnnxCall keys =
        oracle("Transpose").ints("perm", 0, 1, 3, 2).input(part(all, 1, batch, 16, 32, 64));
    return draw.trials(
        "",
        on ->
            Experimental.splitQueryKeyValueAndSplitHeads(
                on.tensor(0), GRID, MemoryConfig.DRAM, 16, null),
        List.of(part(all, 0, batch, 16, 32, 64), keys, part(all, 2, batch, 16, 32, 64)),
        x);
  }

  private static OnnxCall part(OnnxValue all, int index, int... shape) {
    return reshape(slice(all, 0, index, index + 1), shape);
  }

  private static GoldenTrial fillRm(Draw draw, boolean ones) {
    int height = draw.between(2, 40);
    int width = draw.between(2, 40);
    int rows = draw.between(1, height);
    int columns = draw.between(1, width);
    float high = ones ? 1 : 3;
    float low = ones ? 0 : -2;
    float[] corner = new float[rows * columns];
    Arrays.fill(corner, high);
    Operand any = draw.tensor(1, 1, 32, 32);
    return draw.trial(
        "corner=" + rows + "x" + columns,
        on ->
            ones
                ? Ttnn.fillOnesRm(2, 1, height, width, rows, columns, on.tensor(0), null)
                : Ttnn.fillRm(2, 1, height, width, rows, columns, on.tensor(0), high, low, null),
        oracle("Expand")
            .input(
                oracle("Pad")
                    .input(corner, 1, 1, rows, columns)
                    .list(0, 0, 0, 0, 0, 0, height - rows, width - columns)
                    .input(low))
            .list(2, 1, height, width),
        any);
  }

  private static GoldenTrial cumsum(Draw draw, boolean backward) {
    Operand x = draw.tensor(0, 4, draw.shape(1, 4));
    int dim = draw.dim(x.rank());
    return draw.trial(
        "dim=" + dim,
        on ->
            backward
                ? Ttnn.morehCumsumBackward(on.tensor(0), dim, null, null)
                : Ttnn.morehCumsum(on.tensor(0), dim, null, null),
        oracle("CumSum")
            .attribute("reverse", backward ? 1 : 0)
            .input(x.golden())
            .input(OnnxValue.Given.of(new long[] {dim})),
        x);
  }

  private static GoldenTrial dot(Draw draw) {
    int[] row = {1, 1, 1, draw.between(1, 100)};
    Operand a = draw.tensor(0, 2, row);
    Operand b = draw.tensor(0, 2, row);
    return draw.trial(
        "",
        on -> Ttnn.morehDot(on.tensor(0), on.tensor(1), null, null, null, null),
        oracle("MatMul").input(a.golden()).input(reshape(b.golden(), 1, 1, row[3], 1)),
        a,
        b);
  }

  private interface AlongDim {
    Tensor of(Tensor tensor, int dim);
  }

  private static GoldenTrial softmax(Draw draw, AlongDim ours, String theirs, float sign) {
    Operand x = draw.tensor(-4, 4, draw.shape(1, 4));
    int dim = draw.dim(x.rank());
    return draw.trial(
        "dim=" + dim,
        on -> ours.of(on.tensor(0), dim),
        oracle(theirs).attribute("axis", dim).input(oracle("Mul").input(x.golden()).input(sign)),
        x);
  }

  private static GoldenTrial reduced(Draw draw, boolean mean) {
    Operand x = draw.tensor(0, 2, draw.shape(2, 4));
    int dim = draw.dim(x.rank());
    return draw.trial(
        "dim=" + dim,
        on ->
            mean
                ? Ttnn.morehMean(on.tensor(0), List.of(dim), true, null, null, null, null)
                : Ttnn.morehSum(on.tensor(0), List.of(dim), true, null, null, null),
        oracle(mean ? "ReduceMean" : "ReduceSum")
            .attribute("keepdims", 1)
            .input(x.golden())
            .list(dim),
        x);
  }

  /** The second of two users has 32 rows and gets 32 more. */
  private static GoldenTrial padded(Draw draw) {
    int[] dims = {2, 1, 64, 32 * draw.between(1, 2)};
    Operand cache = draw.tensor(-2, 2, dims);
    Operand rows = draw.tensor(-2, 2, new int[] {1, 1, 32, dims[3]});
    return draw.trial(
        "",
        on -> Experimental.updatePaddedKvCache(on.tensor(0), on.tensor(1), 1, 0, 1, 32, 0),
        oracle("Concat")
            .attribute("axis", 0)
            .input(slice(cache.golden(), 0, 0, 1))
            .input(
                oracle("Concat")
                    .attribute("axis", 2)
                    .input(slice(slice(cache.golden(), 0, 1, 2), 2, 0, 32))
                    .input(rows.golden())),
        cache,
        rows);
  }

  /**
   * The second of two users has as many rows as asked, which are cleared up to a multiple of 32.
   */
  private static GoldenTrial cleared(Draw draw) {
    int[] dims = {2, 1, 64, 32 * draw.between(1, 2)};
    Operand cache = draw.tensor(-2, 2, dims);
    int rows = draw.between(1, 31);
    OnnxValue second = slice(cache.golden(), 0, 1, 2);
    return draw.trial(
        "valid_global=" + rows,
        on -> zeroPadded(on.tensor(0), rows),
        oracle("Concat")
            .attribute("axis", 0)
            .input(slice(cache.golden(), 0, 0, 1))
            .input(
                oracle("Concat")
                    .attribute("axis", 2)
                    .input(slice(second, 2, 0, rows))
                    .input(
                        oracle("Sub")
                            .input(slice(second, 2, rows, 32))
                            .input(slice(second, 2, rows, 32)))
                    .input(slice(second, 2, 32, 64))),
        cache);
  }

  private static Tensor zeroPadded(Tensor cache, int rows) {
    return (Tensor)
        OperationCall.of("ttnn.experimental.deepseek_prefill.zero_padded_kv_cache")
            .with(cache, 1, 0, 1, rows, 64, 0)
            .withArgument("pad_align", 32)
            .run();
  }

  private static GoldenTrial writtenInPart(Draw draw) {
    int[] dims = {64, 32 * draw.between(1, 3)};
    Operand x = draw.tensor(-100, 100, dims);
    Operand other = draw.tensor(-100, 100, dims);
    MemoryConfig halves =
        Ttnn.createShardedMemoryConfig(
            Shape.of(dims), new CoreGrid(1, 2), TensorMemoryLayout.HEIGHT_SHARDED);
    return draw.trial(
        "",
        on -> {
          try (Tensor into = Ttnn.toMemoryConfig(on.tensor(0), halves)) {
            Ttnn.copyHostToDeviceTensorPartial(x.host(), into, CoreRangeSet.grid(1, 1));
            return Ttnn.toMemoryConfig(into, MemoryConfig.DRAM);
          }
        },
        oracle("Concat")
            .attribute("axis", 0)
            .input(slice(x.golden(), 0, 0, 32))
            .input(slice(other.golden(), 0, 32, 64)),
        other);
  }

  private static GoldenTrial view(Draw draw) {
    Operand x = draw.tensor(-100, 100, draw.shape(2, 4));
    int width = x.shape()[x.rank() - 1];
    return draw.trial(
        "", on -> Experimental.view(on.tensor(0), -1, width), reshape(x.golden(), -1, width), x);
  }

  private static GoldenTrial typecast(Draw draw) {
    Operand x = draw.tensor(draw.shape(2, 4));
    DataType to = draw.one(List.of(DataType.FLOAT32, DataType.BFLOAT16, DataType.BFLOAT8_B));
    return draw.trial(
        "dtype=" + to.name(),
        on -> Experimental.typecast(on.tensor(0), to, null, null),
        oracle("Identity").input(x.golden()),
        x);
  }

  private static GoldenTrial bcast(Draw draw) {
    BcastOpDim dim = draw.one(List.of(BcastOpDim.values()));
    BcastOpMath math = draw.one(List.of(BcastOpMath.values()));
    int batch = draw.between(1, 3);
    Operand a = draw.tensor(batch, 1, draw.between(2, 40), draw.between(20, 60));
    int[] other = {
      draw.flip() ? batch : 1,
      1,
      dim == BcastOpDim.W ? a.shape()[2] : 1,
      dim == BcastOpDim.H ? a.shape()[3] : 1
    };
    Operand b = draw.tensor(other);
    String operator =
        switch (math) {
          case ADD -> "Add";
          case SUB -> "Sub";
          case MUL -> "Mul";
        };
    return draw.trial(
        dim + " " + math,
        on -> Ttnn.bcast(on.tensor(0), on.tensor(1), math, dim, null, null),
        oracle(operator).input(a.golden()).input(b.golden()),
        a,
        b);
  }

  private static Tensor slice(Tensor whole, int slices, int index) {
    return Ttnn.interleavedToShardedPartial(
        whole,
        GRID,
        new int[] {32, 64},
        slices,
        index,
        TensorMemoryLayout.HEIGHT_SHARDED,
        ShardOrientation.ROW_MAJOR,
        null);
  }

  private static GoldenTrial toSharded(Draw draw) {
    int slices = draw.between(1, 4);
    int index = draw.between(0, slices - 1);
    int rows = 32 * draw.between(1, 3);
    Operand x = draw.tensor(1, 1, rows * slices, 64);
    return draw.trial(
        "slice " + index + " of " + slices,
        on -> slice(on.tensor(0), slices, index),
        slice(x.golden(), 2, index * rows, (index + 1) * rows),
        x);
  }

  private static GoldenTrial toInterleaved(Draw draw) {
    int slices = draw.between(2, 4);
    int index = draw.between(1, slices - 1);
    Operand from = draw.tensor(1, 1, 64 * slices, 64);
    Operand into = draw.tensor(1, 1, 64 * slices, 64);
    return draw.trial(
        "slice 0 to " + index + " of " + slices,
        on -> {
          try (Tensor part = slice(on.tensor(0), slices, 0)) {
            return Ttnn.shardedToInterleavedPartial(
                part, on.tensor(1), slices, index, MemoryConfig.DRAM, null);
          }
        },
        oracle("Concat")
            .attribute("axis", 2)
            .input(slice(into.golden(), 2, 0, 64 * index))
            .input(slice(from.golden(), 2, 0, 64))
            .input(slice(into.golden(), 2, 64 * (index + 1), 64 * slices)),
        from,
        into);
  }

  /** Of rows [1, heads, users, k] and matrices [users, heads, k, n]. */
  private static OnnxCall perUser(OnnxValue rows, OnnxValue matrices) {
    OnnxCall byUser = oracle("Transpose").ints("perm", 2, 1, 0, 3).input(rows);
    return oracle("Transpose")
        .ints("perm", 2, 1, 0, 3)
        .input(oracle("MatMul").input(byUser).input(matrices));
  }

  private static GoldenTrial attnMatmul(Draw draw) {
    int inner = 32 * draw.between(1, 2);
    Operand a = draw.tensor(1, draw.between(1, 3), 32, inner);
    Operand b = draw.tensor(32, 1, inner, 32 * draw.between(1, 2));
    return draw.trial(
        "",
        on -> Experimental.attnMatmul(on.tensor(0), on.tensor(1), GRID, null, null, null, null),
        perUser(a.golden(), b.golden()),
        a,
        b);
  }

  private static GoldenTrial fromCache(Draw draw) {
    boolean turned = draw.flip();
    int tokens = draw.between(1, 96);
    int read = Math.ceilDiv(tokens, 32) * 32;
    int dim = 64;
    Operand a = draw.tensor(1, 2, 32, turned ? dim : read);
    Operand b = draw.tensor(32, 1, 96, dim);
    OnnxCall cached = slice(b.golden(), 2, 0, read);
    return draw.trial(
        "num_tokens=" + tokens + " transpose_hw=" + turned,
        on ->
            Experimental.attnMatmulFromCache(
                on.tensor(0), on.tensor(1), tokens, turned, GRID, null, null, null, null),
        perUser(
            a.golden(),
            turned ? oracle("Transpose").ints("perm", 0, 1, 3, 2).input(cached) : cached),
        a,
        b);
  }

  private static GoldenTrial grouped(Draw draw) {
    int keyHeads = draw.between(1, 2);
    int group = draw.between(1, 3);
    int inner = 32;
    int columns = 32 * draw.between(1, 2);
    Operand a = draw.tensor(1, keyHeads * group, 32, inner);
    Operand b = draw.tensor(32, keyHeads, inner, columns);
    OnnxCall repeated =
        reshape(
            oracle("Expand")
                .input(reshape(b.golden(), 32, keyHeads, 1, inner, columns))
                .list(32, keyHeads, group, inner, columns),
            32,
            keyHeads * group,
            inner,
            columns);
    return draw.trial(
        "",
        on ->
            Experimental.groupAttnMatmul(
                on.tensor(0), on.tensor(1), GRID, MemoryConfig.DRAM, null, null, null),
        perUser(a.golden(), repeated),
        a,
        b);
  }

  /** Numbers in steps, no two of a row alike: which of two comes first is not said. */
  private static Operand distinct(int rows, int width) {
    float[] values = new float[rows * width];
    for (int i = 0; i < values.length; i++) {
      values[i] = (i * 37 % width) / 32f;
    }
    return Operand.of(values, DataType.BFLOAT16, Layout.TILE, 1, 1, rows, width);
  }

  private static GoldenTrial moe(Draw draw) {
    Operand x = distinct(32, 64);
    Operand best = draw.tensor(1, 1, 1, 32);
    float[] none = new float[64];
    Operand experts = Operand.of(none, DataType.BFLOAT16, Layout.TILE, 1, 1, 1, 64);
    OnnxValue order = oracle("TopK").input(x.golden()).list(32).results(2).getFirst();
    OnnxCall part =
        oracle("Softmax")
            .attribute("axis", -1)
            .input(oracle("Add").input(order).input(best.golden()));
    // The place of the first expert among the greatest: how many are greater.
    OnnxCall first = slice(x.golden(), 3, 0, 1);
    OnnxCall isFirst = oracle("Equal").input(order).input(first);
    OnnxCall counted =
        oracle("Mul")
            .input(part)
            .input(oracle("Cast").attribute("to", OnnxType.of(DataType.FLOAT32)).input(isFirst));
    return draw.trial(
        "",
        on -> Ttnn.moe(on.tensor(0), on.tensor(1), on.tensor(2), 32, null, null),
        oracle("ReduceSum").attribute("keepdims", 1).input(counted).list(3),
        x,
        experts,
        best);
  }

  /** One value counts for each user, so that the number drawn makes no difference. */
  private static GoldenTrial sampling(Draw draw) {
    int users = draw.between(1, 32);
    Operand x = distinct(users, 64);
    int[] tokens = new int[users * 64];
    Arrays.setAll(tokens, i -> draw.between(0, 100_000));
    int[] one = new int[users];
    Arrays.fill(one, 1);
    float[] unit = new float[users];
    Arrays.fill(unit, 1);
    Operand indices = Operand.of(tokens, DataType.UINT32, Layout.ROW_MAJOR, 1, 1, users, 64);
    OnnxCall greatest =
        oracle("ArgMax").attribute("axis", 3).attribute("keepdims", 1).input(x.golden());
    return draw.trial(
        "",
        on ->
            Ttnn.sampling(
                on.tensor(0),
                on.tensor(1),
                on.tensor(2),
                on.tensor(3),
                on.tensor(4),
                7L,
                null,
                null),
        reshape(
            oracle("GatherElements").attribute("axis", 3).input(indices.golden()).input(greatest),
            1,
            1,
            1,
            users),
        x,
        indices,
        Operand.of(one, DataType.UINT32, Layout.ROW_MAJOR, users),
        Operand.of(unit, DataType.BFLOAT16, Layout.ROW_MAJOR, users),
        Operand.of(unit, DataType.BFLOAT16, Layout.ROW_MAJOR, users));
  }

  private static GoldenTrial gathered(Draw draw) {
    int inner = 64 * draw.between(1, 2);
    int columns = 32 * draw.between(1, 2);
    Operand x = draw.tensor(1, 1, 32, inner);
    Operand weight = draw.tensor(1, 1, inner, columns);
    return draw.trials(
        "",
        on -> {
          try (MeshDevice mesh = MeshDevice.open("n300");
              Tensor parts = Ttnn.distributeTensor(x.host(), MeshMapper.shard(3), mesh);
              Tensor matrix = Ttnn.toDevice(weight.host(), mesh)) {
            return multiplied(parts, matrix, inner / 32, columns / 32);
          }
        },
        List.of(x.golden(), oracle("MatMul").input(x.golden()).input(weight.golden())));
  }

  private static List<Tensor> multiplied(Tensor parts, Tensor matrix, int k, int n) {
    MultiCoreReuseMultiCast config =
        MultiCoreReuseMultiCast.on(new CoreGrid(1, 1)).withIn0BlockW(k).withPerCore(1, n);
    List<Tensor> both =
        Experimental.allGatherMatmulAsync(
            parts,
            matrix,
            null,
            3,
            List.of(new GlobalSemaphore(CoreRangeSet.grid(1, 1), 0)),
            new CoreCoord(0, 4),
            AllGatherMatmulOptions.DEFAULT.withProgramConfig(config));
    try (Tensor whole = both.get(0);
        Tensor product = both.get(1)) {
      return List.of(Ttnn.fromDevice(whole), Ttnn.fromDevice(product));
    }
  }
}
