package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TtnnName;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.Uploads;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.internal.movement.PadOperations;
import dev.tilescope.ops.internal.movement.PadOperations.PadArguments;
import dev.tilescope.ops.internal.transfer.TransferOperations;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Weights of convolutions over volumes as the device takes them: blocks of channels, by tap. */
public final class Conv3dWeights {
  private Conv3dWeights() {}

  private static final int SIDE = TensorSpec.TILE_SIDE;
  private static final int L1_ALIGNMENT_BYTES = 16;

  public record PrepareConv3dWeightsArguments(
      Tensor weightTensor,
      @Default("1") int groups,
      @TtnnName("C_in_block") @Default("0") int cInBlock,
      @Default("32") int alignment,
      @Nullable MeshDevice device) {}

  public static final Operation<PrepareConv3dWeightsArguments, Tensor> PREPARE_CONV3D_WEIGHTS =
      Operation.of(
              "ttnn::experimental::prepare_conv3d_weights",
              PrepareConv3dWeightsArguments.class,
              a -> {
                if (a.device() == null) {
                  throw Check.failed(
                      "device: the one of the coming convolution is needed, got none");
                }
                return prepare(
                    a.weightTensor(), a.groups(), a.cInBlock(), a.alignment(), a.device());
              })
          .through("PermuteDeviceOperation", "PadDeviceOperation", "ReshapeViewDeviceOperation");

  /** The fewest channels whose rows are whole tiles and lie where L1 is read. */
  static int leastBlock(int taps) {
    int unit = SIDE / divisor(taps, SIDE);
    return L1_ALIGNMENT_BYTES / divisor(L1_ALIGNMENT_BYTES, unit) * unit;
  }

  private static int divisor(int a, int b) {
    return b == 0 ? a : divisor(b, a % b);
  }

  static Tensor prepare(Tensor weight, int groups, int block, int alignment, MeshDevice device) {
    Shape given = weight.shape();
    Check.that(
        given.rank() == 5 && given.volume() > 0,
        "weight_tensor: [out, in / groups, time, rows, columns] is needed, got %s",
        given);
    Check.that(
        groups >= 1 && given.dim(0) % groups == 0,
        "groups: must divide %d output channels, got %d",
        given.dim(0),
        groups);
    Check.atLeast("alignment", alignment, 1);
    int channels = Math.ceilDiv(given.dim(1) * groups, alignment) * alignment;
    int taps = given.dim(2) * given.dim(3) * given.dim(4);
    int each = block > 0 ? block : Math.min(leastBlock(taps), channels);
    Check.that(
        channels % each == 0,
        "C_in_block: %d channels must be divisible by it, got %d",
        channels,
        each);
    try (Temporaries made = Temporaries.besides(weight)) {
      Tensor whole = groups > 1 ? grouped(weight, groups) : weight;
      Tensor there = made.own(Uploads.upload(whole, device, MemoryConfig.DRAM));
      return made.handOver(ordered(made, there, channels, each));
    }
  }

  private static Tensor ordered(Temporaries made, Tensor weight, int channels, int block) {
    Shape given = weight.shape();
    int more = channels - given.dim(1);
    int out = given.dim(0);
    int[][] padding = {{0, 0}, {0, 0}, {0, 0}, {0, more}, {0, 0}};
    return made.step(
        weight,
        x -> MovementSteps.permute(x, 2, 3, 4, 1, 0),
        x ->
            more == 0
                ? x
                : PadOperations.PAD.call(new PadArguments(x, padding, 0, true, null, null)),
        x ->
            MovementSteps.reshape(
                x, given.dim(2), given.dim(3), given.dim(4), channels / block, block, out),
        x -> MovementSteps.permute(x, 3, 0, 1, 2, 4, 5),
        x -> MovementSteps.reshape(x, -1, out));
  }

  /** Weights for all channels, zero for those of other groups. */
  private static Tensor grouped(Tensor weight, int groups) {
    Tensor host = TransferOperations.fromDevice(weight);
    int[] dims = host.shape().toArray();
    dims[1] *= groups;
    TensorSpec spec = host.spec().withShape(Shape.of(dims));
    if (Tracker.dispatchBlocked()) {
      return Tensor.onHostUncomputed(spec, host.distribution());
    }
    List<Values> parts =
        host.requireParts("weight_tensor").stream()
            .<Values>map(part -> spread(part.floats(), host.shape(), groups))
            .toList();
    return Tensor.onHost(spec, host.distribution(), parts);
  }

  private static Values.Floats spread(float[] weights, Shape shape, int groups) {
    int ofChannel = weights.length / shape.dim(0);
    float[] out = new float[Math.multiplyExact(weights.length, groups)];
    for (int o = 0; o < shape.dim(0); o++) {
      int group = o / (shape.dim(0) / groups);
      System.arraycopy(weights, o * ofChannel, out, (o * groups + group) * ofChannel, ofChannel);
    }
    return new Values.Floats(out);
  }
}
