package dev.tilescope.ops.internal.movement;

import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.movement.ShapeOperations.ViewArguments;
import dev.tilescope.tensor.Tensor;

/** Views that cut the rows of shards anew, which {@code ttnn::view} does not. */
public final class RowViewOperations {
  private RowViewOperations() {}

  public static final Operation<ViewArguments, Tensor> VIEW =
      Operation.of("ttnn::experimental::view", ViewArguments.class, RowViewOperations::view);

  private static Tensor view(ViewArguments a) {
    Tensor input = a.inputTensor();
    Shape shape = Shapes.reshaped(input.shape(), a.shape());
    ShardSpec shards = input.memoryConfig().shardSpec();
    boolean wholeRows =
        shards != null
            && input.layout() == Layout.ROW_MAJOR
            && input.shape().rank() > 0
            && shape.rank() > 0
            && shards.width() == input.shape().dim(-1)
            && shards.width() != shape.dim(-1);
    if (shards == null || !wholeRows) {
      return ShapeOperations.view(a);
    }
    input.requireBuffer("input_tensor");
    int height = shards.height() * shards.width() / shape.dim(-1);
    ShardSpec cut = new ShardSpec(shards.grid(), height, shape.dim(-1), shards.orientation());
    MemoryConfig memory = input.memoryConfig();
    return input.view(
        input
            .spec()
            .withMemoryConfig(MemoryConfig.sharded(memory.memoryLayout(), memory.bufferType(), cut))
            .withShape(shape));
  }
}
