package dev.tilescope.ops.internal.collective;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a device has to know of tokens whose experts are spread over a mesh. */
public final class ExpertTokenRemapOperations {
  private ExpertTokenRemapOperations() {}

  private static final List<DataType> WEIGHTS = List.of(DataType.BFLOAT16, DataType.FLOAT32);
  private static final List<DataType> NUMBERS = List.of(DataType.UINT16);

  public record MoeExpertTokenRemapParams(
      @Nullable MemoryConfig outputMemConfig, int reductionSize) {}

  public static final DeviceOperation<MoeExpertTokenRemapParams> MOE_EXPERT_TOKEN_REMAP_ON_DEVICE =
      DeviceOperation.<MoeExpertTokenRemapParams>named(
              "MoeExpertTokenRemapDeviceOperation", "moe_expert_token_remap")
          .takes(
              Input.of("topk_tensor").dtypes(WEIGHTS).in(Layout.ROW_MAJOR),
              Input.of("expert_mapping_tensor").dtypes(NUMBERS).in(Layout.ROW_MAJOR),
              Input.of("expert_metadata_tensor").dtypes(NUMBERS).in(Layout.ROW_MAJOR))
          .validation(ExpertTokenRemapOperations::checkTokens)
          .outputs(ExpertTokenRemapOperations::tokenOutputs)
          .distribution(_ -> Distribution.REPLICATED.separate())
          .circularBuffers(
              "On all cores a row of the mapping, the numbers of the device's experts, a token's"
                  + " experts, two rows of scores, and a row of each result.",
              ExpertTokenRemapOperations::tokenBuffers)
          .cost(call ->
              Costs.work(
                  0, CircularBuffers.wholeGrid(call).size(), Costs.inputs(call), call.outputSpec()))
          .engine(Engine.MOVES)
          .meshKernel(
              ExpertTokenRemapOperations::remap,
              (call, held) ->
                  List.of(
                      Experts.onEach(call, device -> mappedGolden(call, held, device)),
                      Experts.onEach(call, device -> reducedGolden(call, device))))
          .goldens(ExpertTokenRemapOperations::tokenGoldens)
          .declare();

  public record MoeExpertTokenRemapArguments(
      Tensor topkTensor,
      Tensor expertMappingTensor,
      Tensor expertMetadataTensor,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor optionalOutputMappingTensor,
      @Nullable Tensor optionalOutputReducedTensor,
      @Default("16") int reductionSize) {}

  public static final Operation<MoeExpertTokenRemapArguments, List<Tensor>> MOE_EXPERT_TOKEN_REMAP =
      Operation.of(
          "ttnn::moe_expert_token_remap",
          MoeExpertTokenRemapArguments.class,
          a -> {
            MOE_EXPERT_TOKEN_REMAP_ON_DEVICE.requireUsable(
                a.topkTensor(), a.expertMappingTensor(), a.expertMetadataTensor());
            return MOE_EXPERT_TOKEN_REMAP_ON_DEVICE.runAllInto(
                Arrays.asList(a.optionalOutputMappingTensor(), a.optionalOutputReducedTensor()),
                new MoeExpertTokenRemapParams(a.memoryConfig(), a.reductionSize()),
                a.topkTensor(),
                a.expertMappingTensor(),
                a.expertMetadataTensor());
          },
          MOE_EXPERT_TOKEN_REMAP_ON_DEVICE);

  private static void checkTokens(Call<MoeExpertTokenRemapParams> call) {
    Check.rankIs("topk_tensor", call.input(0), 4);
    Check.rankIs("expert_mapping_tensor", call.input(1), 4);
    Check.rankIs("expert_metadata_tensor", call.input(2), 4);
    Check.atLeast("reduction_size", call.params().reductionSize(), 1);
    Shape topk = call.spec(0).shape();
    Shape mapping = call.spec(1).shape();
    Shape metadata = call.spec(2).shape();
    int chips = call.device().board().chips();
    Check.that(
        mapping.dim(3) == chips,
        "Last mapping_tensor dim should be num_devices %d, got %d",
        chips,
        mapping.dim(3));
    Check.that(
        mapping.dim(2) == topk.dim(3),
        "Expected mapping shape dim 2 to be equal to topk dim 3 (number of experts), got %d and %d"
            + " respectively",
        mapping.dim(2),
        topk.dim(3));
    Check.that(
        metadata.dim(1) == topk.dim(1) && metadata.dim(2) == topk.dim(2),
        "expert_metadata_tensor: the batch and sequence of topk_tensor, %s, are needed, got %s",
        topk,
        metadata);
  }

  private static List<TensorSpec> tokenOutputs(Call<MoeExpertTokenRemapParams> call) {
    Shape metadata = call.spec(2).shape();
    int experts = call.spec(1).shape().dim(2) / call.device().board().chips();
    int batch = metadata.dim(1);
    int length = metadata.dim(2);
    MemoryConfig asked = call.params().outputMemConfig();
    MemoryConfig memory = asked == null ? MemoryConfig.DRAM : asked;
    int chunks = batch * length / call.params().reductionSize();
    return List.of(
        new TensorSpec(
            Shape.of(1, batch, length, experts), call.spec(0).dtype(), Layout.ROW_MAJOR, memory),
        new TensorSpec(Shape.of(1, 1, chunks, experts), DataType.UINT16, Layout.ROW_MAJOR, memory));
  }

  /** moe_expert_token_remap_program_factory.cpp. */
  private static List<CircularBuffer> tokenBuffers(Call<MoeExpertTokenRemapParams> call) {
    CoreRangeSet cores = CircularBuffers.wholeGrid(call);
    TensorSpec mapped = call.outputSpec();
    TensorSpec reduced = call.outputs().get(1).spec();
    long experts = mapped.shape().dim(3);
    CircularBuffer scores = Experts.inL1(cores, call.spec(0).pageBytes());
    return List.of(
        Experts.inL1(cores, call.spec(1).pageBytes()),
        Experts.inL1(cores, experts * DataType.UINT16.elementBytes()),
        Experts.inL1(cores, call.spec(2).pageBytes()),
        CircularBuffer.local(cores, 2 * scores.sizeBytes(), scores.pageBytes()),
        CircularBuffer.local(cores, mapped.pageBytes(), mapped.pageBytes()),
        CircularBuffer.local(cores, reduced.pageBytes(), reduced.pageBytes()));
  }

  private static void remap(Call<MoeExpertTokenRemapParams> call) {
    Experts.devices(call).forEach(device -> remap(call, device));
  }

  private static void remap(Call<MoeExpertTokenRemapParams> call, int device) {
    int chips = call.device().board().chips();
    List<Integer> own = Experts.of(call.values(1, device).integers(), chips, device);
    int width = call.outputSpec().shape().dim(3);
    int all = call.spec(0).shape().dim(3);
    int chosen = call.spec(2).shape().dim(3);
    int[] metadata = call.values(2, device).integers();
    float[] scores = call.values(0, device).floats();
    float[] mapped = call.out(0, device).floats();
    int[] reduced = call.out(1, device).integers();
    for (int i = 0; i < metadata.length; i++) {
      int local = own.indexOf(metadata[i]);
      int token = i / chosen;
      if (local >= 0 && local < width) {
        mapped[token * width + local] = scores[token * all + metadata[i]];
        int chunk = token / call.params().reductionSize() * width + local;
        if (chunk < reduced.length) {
          reduced[chunk] = 1;
        }
      }
    }
  }

  private static List<double[]> tokenGoldens(GoldenCall<MoeExpertTokenRemapParams> call) {
    Shape metadata = call.input(2).spec().shape();
    double[] mapped =
        mapped(
            call.values(0),
            call.input(0).spec().shape(),
            call.values(2),
            metadata,
            call.outputs().getFirst().shape(),
            expert -> expert);
    double[] reduced =
        reduced(
            call.values(2),
            metadata,
            call.outputs().get(1).shape(),
            call.params().reductionSize(),
            expert -> expert);
    return List.of(mapped, reduced);
  }

  private static double[] mapped(
      double[] scores, Shape all, double[] metadata, Shape shape, Shape out, IntUnaryOperator of) {
    return Elements.of(
        out,
        at -> {
          int expert = of.applyAsInt(at[3]);
          return chosen(metadata, shape, at[1], at[2], expert)
              ? scores[Elements.offset(all, 0, at[1], at[2], expert)]
              : 0;
        });
  }

  private static boolean chosen(double[] metadata, Shape shape, int batch, int place, int expert) {
    int from = Elements.offset(shape, 0, batch, place, 0);
    return IntStream.range(from, from + shape.dim(3)).anyMatch(i -> metadata[i] == expert);
  }

  private static double[] reduced(
      double[] metadata, Shape shape, Shape out, int chunk, IntUnaryOperator of) {
    return Elements.of(
        out,
        at -> {
          int first = at[2] * chunk * shape.dim(3);
          return IntStream.range(first, first + chunk * shape.dim(3))
                  .anyMatch(i -> metadata[i] == of.applyAsInt(at[3]))
              ? 1
              : 0;
        });
  }

  private static double[] mappedGolden(
      Call<MoeExpertTokenRemapParams> call, List<double[]> held, int device) {
    return mapped(
        held.get(held.size() == 1 ? 0 : device),
        call.spec(0).shape(),
        metadata(call, device),
        call.spec(2).shape(),
        call.outputs().getFirst().shape(),
        own(call, device));
  }

  private static double[] reducedGolden(Call<MoeExpertTokenRemapParams> call, int device) {
    return reduced(
        metadata(call, device),
        call.spec(2).shape(),
        call.outputs().get(1).shape(),
        call.params().reductionSize(),
        own(call, device));
  }

  private static double[] metadata(Call<MoeExpertTokenRemapParams> call, int device) {
    return IntStream.of(call.values(2, device).integers()).asDoubleStream().toArray();
  }

  /** The number of a device's expert; none chose what a short mapping leaves empty. */
  private static IntUnaryOperator own(Call<MoeExpertTokenRemapParams> call, int device) {
    int[] mapping = call.values(1, device).integers();
    List<Integer> own = Experts.of(mapping, call.device().board().chips(), device);
    return local -> local < own.size() ? own.get(local) : -1;
  }
}
