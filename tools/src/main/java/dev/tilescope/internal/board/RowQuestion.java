package dev.tilescope.internal.board;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.options.ComputeKernelConfig;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The call that a row stands for. Large, because each device operation writes its arguments in its
 * own way; it is one switch and what its cases need.
 */
record RowQuestion(BoardRow row, RowTensors tensors) {
  private static final Pattern CONFIG =
      Pattern.compile("math_fidelity=(\\w+);.*?fp32_dest_acc_en=(\\d);packer_l1_acc=(\\d)");

  /** The dimensions that a transposition swaps, by TT-NN's name for it. */
  private static final Map<String, List<Integer>> SWAPPED =
      Map.of(
          "WH",
          List.of(2, 3),
          "HC",
          List.of(1, 2),
          "CN",
          List.of(0, 1),
          "NH",
          List.of(0, 2),
          "NW",
          List.of(0, 3),
          "CW",
          List.of(1, 3));

  private static final Map<String, String> BINARY =
      Map.of(
          "ADD",
          "ttnn.add",
          "MUL",
          "ttnn.multiply",
          "SUB",
          "ttnn.subtract",
          "GE",
          "ttnn.ge",
          "DIV",
          "ttnn.divide",
          "GT",
          "ttnn.gt",
          "LT",
          "ttnn.lt",
          "EQ",
          "ttnn.eq");

  /** Functions whose operation has another name. */
  private static final Map<String, String> UNARY =
      Map.of("RECIP", "ttnn.reciprocal", "FILL", "ttnn.full_like", "CLAMP_TSS", "ttnn.clamp");

  Question question() {
    return switch (row.operation()) {
      case "Matmul" -> matmul();
      case "SparseMatmul" -> sparseMatmul();
      case "BinaryNg", "Binary" -> binary();
      case "Unary" -> unary();
      case "Ternary" -> ternary();
      case "Typecast" -> toResult("ttnn.typecast").with("dtype", resultType());
      case "LayerNorm" -> norm();
      case "Softmax" -> toResult("ttnn.softmax").with("dim", -1);
      case "Reduce" -> reduction();
      case "FastReduceNC" ->
          toResult("ttnn.experimental.fast_reduce_nc", "input")
              .with("dims", List.of(row.number("dim")));
      case "ArgMax" -> toResult("ttnn.argmax").with("dim", row.number("dim")).with("keepdim", true);
      case "TopK" ->
          toResult("ttnn.topk").with("k", row.number("k")).with("dim", row.number("dim"));
      default -> movement();
    };
  }

  private Question movement() {
    return switch (row.operation()) {
      case "Transpose" -> transpose();
      case "Permute" -> toResult("ttnn.permute").with("dims", row.list("dims"));
      case "Reshape", "ReshapeView" ->
          toResult("ttnn.reshape").with("shape", row.list("logical_output_shape"));
      case "Repeat" -> repeat();
      case "Slice" -> slice();
      case "Concat" -> concat();
      case "Pad" -> pad();
      case "Scatter" -> scatter();
      case "Gather" ->
          toResult("ttnn.gather", "input").with("dim", row.number("dim")).with("index", input(1));
      case "PlusOne" -> Question.of("ttnn.plus_one").with("input_tensor", input(0));
      case "Copy" -> copy();
      case "Move" -> toResult("ttnn.move");
      case "FillPad" ->
          toResult("ttnn.fill_implicit_tile_padding").with("fill_value", number("fill_value"));
      default -> layout();
    };
  }

  private Question layout() {
    return switch (row.operation()) {
      case "Tilize" -> toResult("ttnn.tilize").with("dtype", resultType());
      case "TilizeWithValPadding" ->
          toResult("ttnn.tilize_with_val_padding")
              .with("output_tensor_shape", row.paddedShape("OUTPUT_0"))
              .with("pad_value", 0.0)
              .with("dtype", resultType());
      case "Untilize" -> toResult("ttnn.untilize");
      case "UntilizeWithUnpadding" ->
          toResult("ttnn.untilize_with_unpadding")
              .with(
                  "output_tensor_end",
                  row.logicalShape("OUTPUT_0").stream().map(size -> size - 1).toList());
      case "InterleavedToSharded" ->
          Question.of("ttnn.interleaved_to_sharded")
              .with("input_tensor", input(0))
              .with("sharded_memory_config", tensors.ofResult(row))
              .with("output_dtype", resultType());
      case "ShardedToInterleaved" ->
          toResult("ttnn.sharded_to_interleaved").with("output_dtype", resultType());
      case "Reshard" ->
          Question.of("ttnn.reshard")
              .with("input_tensor", input(0))
              .with("output_memory_config", tensors.ofResult(row));
      default -> attention();
    };
  }

  private Question attention() {
    return switch (row.operation()) {
      case "Embeddings" ->
          toResult("ttnn.embedding")
              .with("weight", input(1))
              .with("layout", row.cell("OUTPUT_0_LAYOUT").equals("TILE") ? Layout.TILE : null);
      case "NLPConcatHeads" -> toResult("ttnn.experimental.nlp_concat_heads");
      case "NLPConcatHeadsDecode" ->
          Question.of("ttnn.experimental.nlp_concat_heads_decode")
              .with("input_tensor", input(0))
              .with("num_heads", row.number("num_heads"));
      case "NlpCreateHeads" ->
          heads("ttnn.experimental.nlp_create_qkv_heads", "input")
              .with("input_kv", tensors.tensor(row, "INPUT_1"))
              .with("transpose_k_heads", row.isTrue("transpose_k_heads"))
              .with("memory_config", tensors.ofResult(row));
      case "NLPCreateQKVHeadsDecode" ->
          heads("ttnn.experimental.nlp_create_qkv_heads_decode", "input_tensor");
      case "RotaryEmbedding" -> rotary();
      case "SDPAOperation" ->
          attention("ttnn.transformer.scaled_dot_product_attention")
              .with("is_causal", row.isTrue("is_causal"));
      case "SdpaDecode" -> decode();
      default -> cache();
    };
  }

  private Question cache() {
    return switch (row.operation()) {
      case "PagedFillCache" ->
          Question.of("ttnn.experimental.paged_fill_cache")
              .with("cache_tensor", input(0))
              .with("input_tensor", input(1))
              .with("page_table", table(2));
      case "PagedUpdateCache" ->
          Question.of("ttnn.experimental.paged_update_cache")
              .with("cache_tensor", input(0))
              .with("input_tensor", input(1))
              .with("update_idxs_tensor", tensors.tensor(row, "INPUT_2"))
              .with("page_table", row.hasTensor("INPUT_3") ? table(3) : null);
      case "UpdateKVCacheOperation" -> keyValueCache();
      default -> throw new NotComparable("not asked");
    };
  }

  private Question keyValueCache() {
    return row.attribute("op_type").endsWith("FILL")
        ? Question.of("ttnn.fill_cache")
            .with("cache_tensor", input(0))
            .with("input_tensor", input(1))
            .with("batch_idx", row.number("batch_idx"))
        : Question.of("ttnn.update_cache")
            .with("cache", input(0))
            .with("input", input(1))
            .with("update_idx", row.number("update_idx"));
  }

  private TensorSpec input(int number) {
    return tensors.required(row, "INPUT_" + number);
  }

  /** Of two dimensions, where rows have four. */
  private TensorSpec table(int number) {
    TensorSpec spec = input(number);
    Shape shape = Shape.of(spec.shape().dim(-2), spec.shape().dim(-1));
    return new TensorSpec(shape, spec.dtype(), spec.layout(), spec.memoryConfig());
  }

  /** A row of elements, which older files have as high as a tile. */
  private TensorSpec oneRow(TensorSpec spec) {
    Shape shape = Shape.of(1, 1, 1, spec.shape().dim(-1));
    boolean isPadded = spec.layout() == Layout.TILE && spec.shape().dim(-2) == 32;
    return isPadded
        ? new TensorSpec(shape, spec.dtype(), spec.layout(), spec.memoryConfig())
        : spec;
  }

  private DataType resultType() {
    return DataType.valueOf(row.cell("OUTPUT_0_DATATYPE"));
  }

  /** Of one tensor, with the result where the row has it. */
  private Question toResult(String operation) {
    return toResult(operation, "input_tensor");
  }

  private Question toResult(String operation, String input) {
    return Question.of(operation)
        .with(input, input(0))
        .with("memory_config", tensors.ofResult(row));
  }

  private Question heads(String operation, String input) {
    return Question.of(operation)
        .with(input, input(0))
        .with("num_heads", row.number("num_q_heads"))
        .with("num_kv_heads", row.number("num_kv_heads"));
  }

  private double number(String attribute) {
    String text = row.attribute(attribute).replace("inf", "Infinity");
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new NotComparable("no " + attribute);
    }
  }

  private Question binary() {
    String kind = row.attribute("binary_op_type").replace("BinaryOpType::", "");
    String operation = BINARY.get(kind);
    if (operation == null) {
      throw new NotComparable(kind + " not asked");
    }
    Object second =
        row.attribute("scalar").isEmpty() && row.hasTensor("INPUT_1") ? input(1) : number("scalar");
    return Question.of(operation)
        .with("input_tensor_a", input(0))
        .with("input_tensor_b", second)
        .with("memory_config", tensors.ofResult(row))
        .with("dtype", resultType())
        .with("activations", activations("post_activations"))
        .with("input_tensor_a_activations", activations("lhs_activations"))
        .with("input_tensor_b_activations", activations("rhs_activations"));
  }

  private @Nullable List<String> activations(String attribute) {
    List<String> names =
        row.functions(attribute).stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    return names.isEmpty() ? null : names;
  }

  private Question unary() {
    List<String> functions = row.functions("op_chain");
    if (functions.size() != 1) {
      throw new NotComparable("several functions");
    }
    String function = functions.getFirst();
    String name = UNARY.getOrDefault(function, "ttnn." + function.toLowerCase(Locale.ROOT));
    Question question = toResult(name, name.equals("ttnn.full_like") ? "tensor" : "input_tensor");
    return switch (function) {
      case "FILL" -> question.with("fill_value", 0.0);
      case "CLAMP_TSS" -> question.with("min", -1.0).with("max", 1.0);
      default -> question;
    };
  }

  private Question ternary() {
    if (!row.attribute("ternary_op_type").endsWith("WHERE")) {
      throw new NotComparable("not asked");
    }
    return toResult("ttnn.where", "predicate")
        .with("true_value", input(1))
        .with("false_value", input(2));
  }

  /** Weight and bias come last, in columns that are not always the same. */
  private Question norm() {
    boolean isRms = row.attribute("norm_type").endsWith("RMSNORM");
    Question question =
        toResult(isRms ? "ttnn.rms_norm" : "ttnn.layer_norm")
            .with(
                "program_config", new BoardProgramConfig(row.attribute("program_config")).ofNorm());
    for (int i = 1; i < 6; i++) {
      TensorSpec other = tensors.tensor(row, "INPUT_" + i);
      if (other != null) {
        String part = partOfNorm(question, other);
        question = question.with(part, part.startsWith("residual") ? other : oneRow(other));
      }
    }
    return question;
  }

  private String partOfNorm(Question question, TensorSpec other) {
    if (other.shape().equals(input(0).shape()) && row.logicalShape("INPUT_0").get(2) > 1) {
      return "residual_input_tensor";
    }
    return question.arguments().containsKey("weight") ? "bias" : "weight";
  }

  private Question reduction() {
    String operation =
        switch (row.attribute("math_op").replace("ReduceOpMath::", "")) {
          case "SUM" -> "ttnn.sum";
          case "MAX" -> "ttnn.max";
          default -> throw new NotComparable("not asked");
        };
    int dim =
        switch (row.attribute("dim").replace("ReduceOpDim::", "")) {
          case "W" -> -1;
          case "H" -> -2;
          default -> throw new NotComparable("not asked");
        };
    return toResult(operation).with("dim", dim).with("keepdim", true);
  }

  private Question transpose() {
    List<Integer> dims = SWAPPED.get(row.attribute("dim").replace("TransposeOpDim::", ""));
    if (dims == null) {
      throw new NotComparable("dimensions not known");
    }
    return toResult("ttnn.transpose").with("dim1", dims.getFirst()).with("dim2", dims.getLast());
  }

  private Question repeat() {
    List<Integer> from = row.logicalShape("INPUT_0");
    List<Integer> to = row.logicalShape("OUTPUT_0");
    return toResult("ttnn.repeat")
        .with("repeat_dims", four(i -> Math.ceilDiv(to.get(i), from.get(i))));
  }

  /** Rows have four dimensions, attributes as many as the call had; ends may be in the padding. */
  private Question slice() {
    List<Integer> sizes = row.logicalShape("INPUT_0");
    List<Integer> ends = ofFour("slice_end", sizes);
    return toResult("ttnn.slice")
        .with("slice_start", ofFour("slice_start", List.of(0, 0, 0, 0)))
        .with("slice_end", four(i -> Math.min(ends.get(i), sizes.get(i))))
        .with("slice_step", ofFour("step", List.of(1, 1, 1, 1)));
  }

  private List<Integer> ofFour(String attribute, List<Integer> whole) {
    List<Integer> own = row.list(attribute);
    int missing = 4 - own.size();
    return four(i -> i < missing ? whole.get(i) : own.get(i - missing));
  }

  private static <T> List<T> four(IntFunction<T> each) {
    return IntStream.range(0, 4).mapToObj(each).toList();
  }

  /** The dimension counts from the first of the tensor's own, which rows fill up to four. */
  private Question concat() {
    List<TensorSpec> inputs = tensors.inputs(row, 0);
    List<Integer> first = row.paddedShape("INPUT_0");
    List<Integer> result = row.paddedShape("OUTPUT_0");
    int dim =
        Stream.of(3, 2, 1, 0)
            .filter(i -> !first.get(i).equals(result.get(i)))
            .findFirst()
            .orElse(-1);
    if (dim < 0) {
      throw new NotComparable("dimension not known");
    }
    return Question.of("ttnn.concat")
        .with("tensors", inputs)
        .with("dim", dim)
        .with("memory_config", tensors.ofResult(row));
  }

  private Question pad() {
    List<Integer> from = row.logicalShape("INPUT_0");
    List<Integer> to = row.logicalShape("OUTPUT_0");
    return toResult("ttnn.pad")
        .with("padding", four(i -> List.of(0, to.get(i) - from.get(i))))
        .with("value", 0.0);
  }

  private Question scatter() {
    return toResult("ttnn.scatter", "input")
        .with("dim", -1)
        .with("index", input(1))
        .with("src", input(2));
  }

  private Question copy() {
    return row.hasTensor("INPUT_1")
        ? Question.of("ttnn.copy").with("input_a", input(0)).with("input_b", input(1))
        : toResult("ttnn.to_memory_config", "tensor").with("dtype", resultType());
  }

  private Question rotary() {
    String token = row.attribute("token_idx");
    return toResult("ttnn.experimental.rotary_embedding")
        .with("cos_cache", input(1))
        .with("sin_cache", input(2))
        .with("token_index", token.isEmpty() ? null : row.number("token_idx"));
  }

  private Question attention(String operation) {
    return Question.of(operation)
        .with("input_tensor_q", input(0))
        .with("input_tensor_k", input(1))
        .with("input_tensor_v", input(2))
        .with("memory_config", tensors.ofResult(row))
        .with("compute_kernel_config", computeConfig());
  }

  private Question decode() {
    if (row.isTrue("paged_attention")) {
      throw new NotComparable("positions not known");
    }
    return attention("ttnn.transformer.scaled_dot_product_attention_decode")
        .with("cur_pos_tensor", input(3));
  }

  private Question matmul() {
    TensorSpec bias = tensors.tensor(row, "INPUT_2");
    return Question.of(bias == null ? "ttnn.matmul" : "ttnn.linear")
        .with("input_tensor_a", input(0))
        .with("input_tensor_b", input(1))
        .with("bias", bias == null ? null : oneRow(bias))
        .with("memory_config", tensors.ofResult(row))
        .with("dtype", resultType())
        .with("compute_kernel_config", computeConfig())
        .with("program_config", new BoardProgramConfig(row.attribute("program_config")).config())
        .with("transpose_a", row.isTrue("transpose_a"))
        .with("transpose_b", row.isTrue("transpose_b"));
  }

  private Question sparseMatmul() {
    return Question.of("ttnn.sparse_matmul")
        .with("input_tensor_a", input(0))
        .with("input_tensor_b", input(1))
        .with("sparsity", input(2))
        .with("memory_config", tensors.ofResult(row))
        .with("dtype", resultType())
        .with("is_input_a_sparse", row.isTrue("is_input_a_sparse"))
        .with("is_input_b_sparse", row.isTrue("is_input_b_sparse"))
        .with("compute_kernel_config", computeConfig())
        .with("program_config", new BoardProgramConfig(row.attribute("program_config")).config());
  }

  private @Nullable ComputeKernelConfig computeConfig() {
    Matcher found = CONFIG.matcher(row.attribute("compute_kernel_config"));
    if (!found.find()) {
      return null;
    }
    return ComputeKernelConfig.DEFAULT
        .withMathFidelity(fidelity(found.group(1)))
        .withFp32DestAccEn(found.group(2).equals("1"))
        .withPackerL1Acc(found.group(3).equals("1"));
  }

  private static MathFidelity fidelity(String name) {
    return Stream.of(MathFidelity.values())
        .filter(each -> each.shortName().equals(name))
        .findFirst()
        .orElseThrow(() -> new NotComparable("fidelity not known"));
  }
}
