package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.Experimental;
import dev.tilescope.ops.OperationCall;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.Conv3dConfig;
import dev.tilescope.ops.options.Conv3dOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.SdpaProgramConfig;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Programs for one model each, and what models of videos and of driving call. */
final class NamedModelCases {
  private static final int HIDDEN = 5120;

  static final List<GoldenCase> CASES =
      List.of(
          in(Layout.TILE, "nlp_create_qkv_heads_falcon7b", NamedModelCases::falcon),
          in(Layout.TILE, "concatenate_heads", NamedModelCases::concatenate),
          in(Layout.TILE, "hc_sum_reduce", NamedModelCases::sum),
          in(Layout.TILE, "repeat_and_interleave_eltwise_mul", NamedModelCases::product),
          in(Layout.TILE, "prefix_scan", NamedModelCases::scan),
          in(Layout.ROW_MAJOR, "multi_scale_deformable_attn", NamedModelCases::deformable),
          GoldenCase.of("experimental::conv3d", draw -> conv3d(draw, false)).rowMajor(),
          GoldenCase.of("experimental::prepare_conv3d_weights", draw -> conv3d(draw, true))
              .rowMajor(),
          experts("moe_routing_remap", NamedModelCases::routing),
          experts("moe_expert_token_remap", NamedModelCases::tokens),
          experts("all_to_all_dispatch", NamedModelCases::dispatch),
          experts("all_to_all_combine", NamedModelCases::combine),
          new GoldenCase(
              "ttnn::transformer::joint_scaled_dot_product_attention",
              List.of(DataType.BFLOAT16),
              List.of(Layout.TILE),
              NamedModelCases::joint));

  private NamedModelCases() {}

  private static GoldenCase in(Layout layout, String name, Function<Draw, GoldenTrial> draw) {
    return new GoldenCase(
        "ttnn::experimental::" + name, List.of(DataType.BFLOAT16), List.of(layout), draw);
  }

  private static GoldenCase experts(String name, Function<Draw, GoldenTrial> draw) {
    return new GoldenCase(
        "ttnn::" + name, List.of(DataType.BFLOAT16), List.of(Layout.ROW_MAJOR), draw);
  }

  private static OnnxCall slice(OnnxValue x, int axis, int from, int to) {
    return oracle("Slice").input(x).list(from).list(to).list(axis);
  }

  private static OnnxCall reshape(OnnxValue x, int... shape) {
    return oracle("Reshape").input(x).list(shape);
  }

  private static OnnxCall transpose(OnnxValue x, int... order) {
    return oracle("Transpose").ints("perm", order).input(x);
  }

  private static GoldenTrial falcon(Draw draw) {
    int batch = draw.between(1, 2);
    Operand x = draw.tensor(batch, 1, 32, 73 * 64);
    OnnxCall heads = transpose(reshape(x.golden(), batch, 32, 73, 64), 0, 2, 1, 3);
    return draw.trials(
        "",
        on -> Experimental.nlpCreateQkvHeadsFalcon7b(on.tensor(0)),
        List.of(slice(heads, 1, 0, 71), slice(heads, 1, 71, 72), slice(heads, 1, 72, 73)),
        x);
  }

  private static GoldenTrial concatenate(Draw draw) {
    int batch = draw.between(7, 9);
    Operand x = draw.tensor(batch, 16, 384, 64);
    return draw.trial(
        "",
        on -> concatenated(on.tensor(0)),
        reshape(transpose(x.golden(), 0, 2, 1, 3), batch, 1, 384, 1024),
        x);
  }

  /** The program needs twelve columns of cores, which no Wormhole has. */
  private static Tensor concatenated(Tensor heads) {
    try (MeshDevice device = MeshDevice.open("e150")) {
      Tensor there = Ttnn.toDevice(Ttnn.fromDevice(heads), device);
      return Ttnn.fromDevice(Experimental.concatenateHeads(there, new CoreCoord(12, 9)));
    }
  }

  private static GoldenTrial sum(Draw draw) {
    int users = 32 * draw.between(1, 2);
    int units = 32 * draw.between(1, 2);
    Operand x = draw.tensor(0.0, 4.0, 1, 1, users, 32 * units);
    OnnxCall golden =
        oracle("ReduceSum")
            .attribute("keepdims", 0)
            .input(reshape(x.golden(), 1, 1, users, units, 32))
            .list(4);
    return draw.trial("", on -> Experimental.hcSumReduce(on.tensor(0)), golden, x);
  }

  private static GoldenTrial product(Draw draw) {
    boolean spreads = draw.flip();
    Operand a = draw.tensor(1, 1, 32, spreads ? 32 * HIDDEN : 32);
    Operand b = draw.tensor(1, 1, 32, HIDDEN);
    OnnxCall left =
        spreads
            ? reshape(a.golden(), 1, 32, HIDDEN, 32)
            : oracle("Tile").input(reshape(a.golden(), 1, 32, 1, 32)).list(1, 1, HIDDEN, 1);
    OnnxCall product = oracle("Mul").input(left).input(reshape(b.golden(), 1, 32, HIDDEN, 1));
    return draw.trial(
        "",
        on -> Experimental.repeatAndInterleaveEltwiseMul(on.tensor(0), on.tensor(1)),
        reshape(product, 1, 1, 32, 32 * HIDDEN),
        a,
        b);
  }

  private static MemoryConfig strip(int height, int width) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.WIDTH_SHARDED,
        BufferType.L1,
        new ShardSpec(CoreRangeSet.grid(1, 1), height, width, ShardOrientation.ROW_MAJOR));
  }

  private static GoldenTrial scan(Draw draw) {
    int length = draw.between(2, 5);
    Operand a = draw.tensor(-1.0, 1.0, 1, 1, length, 64);
    Operand bx = draw.tensor(1, 1, length, 64);
    Operand before = draw.tensor(1, 1, 1, 64);
    OnnxCall states = oracle("Concat").attribute("axis", 2);
    OnnxValue last = before.golden();
    for (int i = 0; i < length; i++) {
      OnnxCall grown = oracle("Mul").input(slice(a.golden(), 2, i, i + 1)).input(last);
      last = oracle("Add").input(grown).input(slice(bx.golden(), 2, i, i + 1));
      states.input(last);
    }
    return draw.trials(
        "",
        on -> {
          Tensor state =
              Ttnn.toMemoryConfig(Ttnn.toLayout(on.tensor(2), Layout.ROW_MAJOR), strip(1, 64));
          Tensor all =
              Experimental.prefixScan(
                  Ttnn.toMemoryConfig(on.tensor(0), strip(32, 64)),
                  Ttnn.toMemoryConfig(on.tensor(1), strip(32, 64)),
                  state);
          return List.of(all, state);
        },
        List.of(states, last),
        a,
        bx,
        before);
  }

  private static GoldenTrial deformable(Draw draw) {
    int images = draw.between(1, 3);
    int queries = draw.between(1, 40);
    int points = draw.between(1, 4);
    int channels = 16 * draw.between(1, 3);
    boolean corners = draw.flip();
    Operand value = draw.tensor(images, draw.between(2, 9), draw.between(2, 9), channels);
    Operand grid = draw.tensor(-1.25, 1.25, images, queries * points, 1, 2);
    Operand weights = draw.tensor(0.0, 1.0, images, queries, points);
    OnnxCall sampled =
        oracle("GridSample")
            .attribute("align_corners", corners ? 1 : 0)
            .input(transpose(value.golden(), 0, 3, 1, 2))
            .input(grid.golden());
    OnnxCall weighted =
        oracle("Mul")
            .input(reshape(sampled, images, channels, queries, points))
            .input(reshape(weights.golden(), images, 1, queries, points));
    OnnxCall golden =
        transpose(oracle("ReduceSum").attribute("keepdims", 0).input(weighted).list(3), 0, 2, 1);
    return draw.trial(
        "corners=" + corners,
        on ->
            Experimental.multiScaleDeformableAttn(
                on.tensor(0), on.tensor(1), on.tensor(2), null, corners),
        golden,
        value,
        grid,
        weights);
  }

  private static GoldenTrial conv3d(Draw draw, boolean prepares) {
    int groups = draw.between(1, 2);
    int in = 32;
    int out = groups * draw.between(1, 20);
    int[] kernel = {draw.between(1, 3), draw.between(1, 3), draw.between(1, 3)};
    int[] stride = {1, draw.between(1, 2), draw.between(1, 2)};
    int[] pad = {draw.between(0, 1), draw.between(0, 1), draw.between(0, 1)};
    Operand x = draw.tensor(draw.between(1, 2), 3, draw.between(3, 6), draw.between(3, 6), in);
    Operand weight = draw.tensor(-1.0, 1.0, out, in / groups, kernel[0], kernel[1], kernel[2]);
    Operand bias = draw.tensor(-1.0, 1.0, 1, out);
    OnnxCall golden =
        transpose(
            oracle("Conv")
                .ints("kernel_shape", kernel)
                .ints("strides", stride)
                .ints("pads", pad[0], pad[1], pad[2], pad[0], pad[1], pad[2])
                .attribute("group", groups)
                .input(transpose(x.golden(), 0, 4, 1, 2, 3))
                .input(weight.golden())
                .input(reshape(bias.golden(), out)),
            0,
            2,
            3,
            4,
            1);
    Conv3dConfig config =
        Conv3dConfig.DEFAULT.withCInBlock(32).withComputeWithStorageGridSize(new CoreGrid(8, 8));
    return draw.trial(
        "%dx%dx%d in %d groups".formatted(kernel[0], kernel[1], kernel[2], groups),
        on -> {
          MeshDevice device = on.tensor(0).device();
          Conv3dOptions options =
              Conv3dOptions.DEFAULT
                  .withDevice(device)
                  .withConfig(prepares ? config : null)
                  .withGroups(groups)
                  .withStride(stride[0], stride[1], stride[2])
                  .withPadding(pad[0], pad[1], pad[2])
                  .withBiasTensor(Ttnn.toLayout(on.tensor(2), Layout.TILE));
          Tensor weights =
              prepares
                  ? Experimental.prepareConv3dWeights(weight.host(), groups, 32, 32, device)
                  : weight.host();
          return Experimental.conv3d(
              on.tensor(0),
              weights,
              draw.dtype(),
              out,
              List.of(kernel[0], kernel[1], kernel[2]),
              options);
        },
        golden,
        x,
        weight,
        bias);
  }

  // ---- experts, all of them on one device; ExpertExchangeTest has several

  private static Operand numbers(int[] values, int... shape) {
    return Operand.of(values, DataType.UINT16, Layout.ROW_MAJOR, shape);
  }

  private static Operand mapping(int experts) {
    return numbers(IntStream.generate(() -> 1).limit(experts).toArray(), 1, 1, experts, 1);
  }

  private static Operand chosen(Draw draw, int experts, int... shape) {
    int[] values =
        IntStream.range(0, Draw.volume(shape)).map(_ -> draw.between(0, experts - 1)).toArray();
    return numbers(values, shape);
  }

  private static GoldenTrial routing(Draw draw) {
    Operand weights = draw.divisor(1, 50);
    return draw.trial(
        "",
        on -> (Tensor) OperationCall.of("moe_routing_remap").with(on.tensor(0), 50, 1, 0).run(),
        oracle("Identity").input(weights.golden()),
        weights);
  }

  private static GoldenTrial tokens(Draw draw) {
    int experts = draw.between(4, 12);
    Operand scores = draw.divisor(1, 4, 8, experts);
    Operand metadata = chosen(draw, experts, 1, 4, 8, 1);
    OnnxCall here =
        oracle("OneHot")
            .attribute("axis", -1)
            .input(reshape(metadata.golden(), 1, 4, 8))
            .list(experts)
            .input(new float[] {0, 1}, 2);
    return draw.trials(
        "",
        on ->
            OperationCall.tensors(
                OperationCall.of("moe_expert_token_remap")
                    .with(on.tensor(0), on.tensor(2), on.tensor(1))
                    .run()),
        List.of(
            oracle("Mul").input(scores.golden()).input(here),
            oracle("ReduceMax")
                .attribute("keepdims", 0)
                .input(reshape(here, 1, 1, 2, 16, experts))
                .list(3)),
        scores,
        metadata,
        mapping(experts));
  }

  private static GoldenTrial dispatch(Draw draw) {
    int experts = draw.between(4, 12);
    int batch = draw.between(2, 4);
    Operand tokens = draw.tensor(batch, 1, 5, 40);
    Operand indices = chosen(draw, experts, batch, 1, 5, 3);
    return draw.trials(
        "",
        on ->
            OperationCall.tensors(
                OperationCall.of("all_to_all_dispatch")
                    .with(on.tensor(0), on.tensor(1), on.tensor(2))
                    .run()),
        List.of(
            reshape(tokens.golden(), 1, batch, 5, 40), reshape(indices.golden(), 1, batch, 5, 3)),
        tokens,
        indices,
        mapping(experts));
  }

  private static GoldenTrial combine(Draw draw) {
    int experts = draw.between(4, 12);
    int batch = draw.between(2, 4);
    Operand made = draw.tensor(experts, batch, 5, 40);
    Operand metadata = chosen(draw, experts, 1, batch, 5, 1);
    OnnxCall golden =
        oracle("GatherElements")
            .attribute("axis", 0)
            .input(made.golden())
            .input(oracle("Expand").input(metadata.golden()).list(1, batch, 5, 40));
    return draw.trial(
        "",
        on ->
            (Tensor)
                OperationCall.of("all_to_all_combine")
                    .with(on.tensor(0), on.tensor(1), on.tensor(2))
                    .withArgument("cluster_axis", 1)
                    .run(),
        golden,
        made,
        metadata,
        mapping(experts));
  }

  // ---- attention of two sequences

  private static OnnxCall both(Operand own, Operand joint) {
    return oracle("Concat").attribute("axis", 2).input(own.golden()).input(joint.golden());
  }

  private static GoldenTrial joint(Draw draw) {
    int[] own = {draw.between(1, 2), draw.between(1, 3), draw.between(1, 70), 32};
    int[] more = {own[0], own[1], draw.between(1, 40), 32};
    List<Operand> inputs = Stream.of(own, own, own, more, more, more).map(draw::tensor).toList();
    OnnxCall scores =
        oracle("MatMul")
            .input(both(inputs.get(0), inputs.get(3)))
            .input(transpose(both(inputs.get(1), inputs.get(4)), 0, 1, 3, 2));
    OnnxCall all =
        oracle("MatMul")
            .input(oracle("Mul").input(scores).input(0.25f).then("Softmax").attribute("axis", -1))
            .input(both(inputs.get(2), inputs.get(5)));
    return draw.trials(
        "",
        on ->
            OperationCall.tensors(
                OperationCall.of("transformer.joint_scaled_dot_product_attention")
                    .with(IntStream.range(0, 6).mapToObj(on::tensor).toArray())
                    .withArgument("joint_strategy", "rear")
                    .withArgument(
                        "program_config", SdpaProgramConfig.of(new CoreGrid(8, 8), 32, 64))
                    .withArgument("scale", 0.25f)
                    .run()),
        List.of(slice(all, 2, 0, own[2]), slice(all, 2, own[2], own[2] + more[2])),
        inputs.toArray(Operand[]::new));
  }
}
