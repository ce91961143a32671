package dev.tilescope.ops;

import dev.tilescope.device.Buffer;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.tensor.Tensor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A tensor on its way through several operations. What is made on the way is given back as soon as
 * the next step has read it, also if that step fails; the tensor it began with stays.
 */
final class Chain {
  private final @Nullable Buffer given;
  private Tensor at;

  private Chain(Tensor start) {
    this.given = start.buffer();
    this.at = start;
  }

  static Chain from(Tensor start) {
    return new Chain(start);
  }

  Chain then(UnaryOperator<Tensor> step) {
    Tensor before = at;
    Tensor after;
    try {
      after = step.apply(before);
    } catch (Throwable failure) {
      free(before, null);
      throw failure;
    }
    free(before, after.buffer());
    at = after;
    return this;
  }

  Chain thenIf(boolean needed, UnaryOperator<Tensor> step) {
    return needed ? then(step) : this;
  }

  Tensor end() {
    return at;
  }

  /** A step may have made a view, or nothing at all. */
  private void free(Tensor tensor, @Nullable Buffer keep) {
    if (tensor.buffer() != given && tensor.buffer() != keep) {
      tensor.close();
    }
  }

  /** Where results go on the way: as placed, but not in shards, whose shape is another's. */
  static MemoryConfig interleaved(MemoryConfig memory) {
    return memory.isSharded()
        ? new MemoryConfig(TensorMemoryLayout.INTERLEAVED, memory.bufferType(), null)
        : memory;
  }
}
