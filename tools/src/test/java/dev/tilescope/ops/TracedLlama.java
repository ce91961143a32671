package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.internal.demo.TransformersLlama;
import dev.tilescope.tensor.Tensor;
import java.util.function.UnaryOperator;

/** How large traces of {@link TransformersLlama} are. */
final class TracedLlama {
  private final MeshDevice device;
  private final TransformersLlama model;

  /**
   * @param tokens of the prompt
   */
  TracedLlama(MeshDevice device, int tokens) {
    this.device = device;
    this.model = new TransformersLlama(device, TransformersLlama.LAYERS, tokens);
  }

  /** The bytes of a trace of the next tokens of 32 users. */
  long decodeBytes() {
    return traced(model.decodeState(), model::decode);
  }

  /** The bytes of a trace of the prompt. */
  long prefillBytes() {
    return traced(model.promptState(), model.prompt());
  }

  private long traced(Tensor state, UnaryOperator<Tensor> layer) {
    layer.apply(state).deallocate();
    long before = device.traceBuffersSize();
    MeshTrace trace = MeshTrace.beginCapture(device);
    Tensor next = state;
    for (int i = 0; i < TransformersLlama.LAYERS; i++) {
      Tensor result = layer.apply(next);
      if (next != state) {
        next.deallocate();
      }
      next = result;
    }
    trace.endCapture();
    next.deallocate();
    return device.traceBuffersSize() - before;
  }
}
