package dev.tilescope.ops.internal.movement;

import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.movement.PlacementOperations.CopyParams;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** A change of type while a tensor is copied, which only packs its elements another way. */
public final class CopyCastOperations {
  private CopyCastOperations() {}

  public record CopyCastArguments(
      Tensor inputTensor,
      DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor optionalOutputTensor) {}

  public static final Operation<CopyCastArguments, Tensor> TYPECAST =
      Operation.of(
          "ttnn::experimental::typecast",
          CopyCastArguments.class,
          CopyCastOperations::typecast,
          PlacementOperations.COPY_ON_DEVICE);

  private static Tensor typecast(CopyCastArguments a) {
    Tensor input = a.inputTensor();
    PlacementOperations.COPY_ON_DEVICE.requireUsable(input);
    MemoryConfig memory = a.memoryConfig() == null ? input.memoryConfig() : a.memoryConfig();
    return PlacementOperations.COPY_ON_DEVICE.runInto(
        a.optionalOutputTensor(), new CopyParams(memory, a.dtype()), input);
  }
}
