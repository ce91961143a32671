package dev.tilescope.ops.internal.matmul;

import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.collective.AsyncCollectiveOperations;
import dev.tilescope.ops.internal.collective.AsyncCollectiveOperations.AllGatherAsyncArguments;
import dev.tilescope.ops.internal.matmul.MatmulOperations.LinearArguments;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.options.AllGatherAsyncOptions;
import dev.tilescope.ops.options.AllGatherMatmulOptions;
import dev.tilescope.ops.options.GlobalSemaphore;
import dev.tilescope.ops.options.LinkOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A product whose left matrix is gathered from all devices. TT-NN's program multiplies what has
 * come while more is on its way; here one program gathers and another multiplies.
 */
public final class GatheredMatmulOperations {
  private GatheredMatmulOperations() {}

  private static final int GATHERED_DIM = 3;

  public record AllGatherMatmulArguments(
      Tensor inputTensor,
      Tensor weightTensor,
      @Nullable Tensor persistentOutputBuffer,
      int dim,
      List<GlobalSemaphore> multiDeviceGlobalSemaphore,
      CoreCoord allGatherCoreGridOffset,
      AllGatherMatmulOptions options) {}

  public static final Operation<AllGatherMatmulArguments, List<Tensor>> ALL_GATHER_MATMUL_ASYNC =
      Operation.of(
              "ttnn::experimental::all_gather_matmul_async",
              AllGatherMatmulArguments.class,
              GatheredMatmulOperations::multiply,
              MatmulOperations.MATMUL_ON_DEVICE)
          .through("AllGatherAsyncDeviceOperation");

  private static List<Tensor> multiply(AllGatherMatmulArguments a) {
    Tensor input = a.inputTensor();
    AllGatherMatmulOptions options = a.options();
    MatmulOperations.MATMUL_ON_DEVICE.requireUsable(input, a.weightTensor());
    check(a);
    try (Temporaries made =
        Temporaries.besides(input, a.weightTensor(), options.bias(), a.persistentOutputBuffer())) {
      Tensor gathered = made.own(gather(a));
      MemoryConfig memory = options.memoryConfigMm();
      MatmulOptions product =
          MatmulOptions.DEFAULT
              .withTransposeA(options.transposeA())
              .withTransposeB(options.transposeB())
              .withMemoryConfig(memory == null ? input.memoryConfig() : memory)
              .withDtype(options.dtype() == null ? input.dtype() : options.dtype())
              .withProgramConfig(options.programConfig())
              .withActivation(options.activation())
              .withComputeKernelConfig(options.computeKernelConfig())
              .withCoreGrid(options.coreGrid());
      Tensor result =
          made.own(
              MatmulOperations.LINEAR.call(
                  new LinearArguments(gathered, a.weightTensor(), options.bias(), product)));
      return made.handOver(List.of(gathered, result));
    }
  }

  private static Tensor gather(AllGatherMatmulArguments a) {
    AllGatherMatmulOptions options = a.options();
    LinkOptions links =
        new LinkOptions(
            options.subdeviceId(),
            options.numLinks(),
            options.chunksPerSync(),
            options.numWorkersPerLink(),
            options.numBuffersPerChannel());
    return AsyncCollectiveOperations.ALL_GATHER_ASYNC.call(
        new AllGatherAsyncArguments(
            a.inputTensor(),
            a.dim(),
            a.multiDeviceGlobalSemaphore(),
            AllGatherAsyncOptions.DEFAULT
                .withPersistentOutputBuffer(a.persistentOutputBuffer())
                .withMemoryConfig(options.memoryConfigAg())
                .withTopology(options.topology())
                .withBarrierSemaphore(options.barrierSemaphore())
                .withLinks(links)));
  }

  private static void check(AllGatherMatmulArguments a) {
    Check.rankIs("input_tensor", a.inputTensor(), 4);
    Check.rankIs("weight_tensor", a.weightTensor(), 4);
    Check.that(
        a.dim() == GATHERED_DIM,
        "AllGatherMatmulAsync requires dim=3 for the AllGather operations, got %d.",
        a.dim());
    Check.that(
        a.inputTensor().shape().dim(0) == 1 && a.inputTensor().shape().dim(1) == 1,
        "AllGatherMatmulAsync requires input tensor to have batch size of 1, got %s.",
        a.inputTensor().shape());
    var config = a.options().programConfig();
    Check.that(
        config instanceof MultiCoreReuseMultiCast1D || config instanceof MultiCoreReuseMultiCast,
        "Unsupported MatmulProgramConfig type for AllGatherMatmulAsync. Needs to be 1D or 2D"
            + " Multicast, got %s.",
        String.valueOf(config));
  }
}
