import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Transformer;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.AttentionSoftmaxOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.tensor.Tensor;

/** Self-attention of an encoder layer: what attention.py does, in Java. */
static final int BATCH = 4, SEQUENCE = 384, HEADS = 16, HEAD_SIZE = 64, HIDDEN = HEADS * HEAD_SIZE;

static final MatmulOptions IN_L1 = MatmulOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1);

static Tensor attention(Tensor hidden, Tensor qkvWeight, Tensor outputWeight) {
  Tensor fused = Ttnn.linear(hidden, qkvWeight, IN_L1);
  var heads = Transformer.splitQueryKeyValueAndSplitHeads(fused, HEADS);
  Tensor scores = Ttnn.matmul(heads.get(0), heads.get(1), IN_L1);
  Tensor weights =
      Transformer.attentionSoftmax(
          scores,
          AttentionSoftmaxOptions.DEFAULT.withHeadSize(HEAD_SIZE).withMemoryConfig(MemoryConfig.L1));
  Tensor context = Ttnn.matmul(weights, heads.get(2), IN_L1);
  Tensor merged = Transformer.concatenateHeads(context, MemoryConfig.L1);
  return Ttnn.linear(merged, outputWeight);
}

static Tensor random(MeshDevice device, int... shape) {
  return Ttnn.rand(Shape.of(shape), DataType.BFLOAT16, device, 1);
}

void main() {
  try (MeshDevice device = Ttnn.openDevice("n150")) {
    Tensor hidden = random(device, BATCH, SEQUENCE, HIDDEN);
    Tensor qkvWeight = random(device, HIDDEN, 3 * HIDDEN);
    IO.println(attention(hidden, qkvWeight, random(device, HIDDEN, HIDDEN)).shape());
  }
}
