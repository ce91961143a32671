package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations.Conv2dArguments;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.internal.mechanism.Uploads;
import dev.tilescope.ops.internal.transfer.TransferOperations;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.List;

/** Weights and bias of a convolution as the device takes them; they are turned on the host. */
final class Conv2dWeights {
  private Conv2dWeights() {}

  /** How weights come. */
  enum Form {
    /** {@code [O, C/groups, KH, KW]}. */
    OIHW,
    /** {@code [C, O/groups, KH, KW]}, of a transposed convolution. */
    IOHW,
    /** The same, to be mirrored along both sides of the kernel. */
    IOHW_MIRRORED
  }

  /**
   * {@code [1, 1, KH*KW*C/groups, O]} on the device: the matrix that rows of taps meet.
   *
   * @param inChannels C, as many as pixels have on the device
   */
  static Tensor weight(
      Conv2dArguments a, Form form, Window window, int inChannels, MeshDevice device) {
    Tensor weight = a.weightTensor();
    Check.floats("weight_tensor", weight);
    int groups = a.options().groups();
    int depth = a.sizes().inChannels() / groups;
    Shape given =
        form == Form.OIHW
            ? Shape.of(a.sizes().outChannels(), depth, window.height(), window.width())
            : Shape.of(
                a.sizes().inChannels(),
                a.sizes().outChannels() / groups,
                window.height(),
                window.width());
    int depthOnDevice = inChannels / groups;
    long rows = (long) depthOnDevice * window.height() * window.width();
    Check.that(
        rows <= Integer.MAX_VALUE, "kernel_size: %d weights of a channel are too many", rows);
    Shape matrix = Shape.of(1, 1, (int) rows, a.sizes().outChannels());
    if (weight.isOnDevice() && weight.shape().equals(matrix) && weight.layout() == Layout.TILE) {
      weight.requireBuffer("weight_tensor");
      return weight;
    }
    Check.that(
        weight.shape().equals(given) || isRow(weight.shape(), given),
        "weight_tensor: %s, or %s as conv2d gave it, is needed, got %s",
        given,
        matrix,
        weight.shape());
    if (weight.isOnDevice()) {
      weight.requireBuffer("weight_tensor");
    }
    Tensor host = TransferOperations.fromDevice(weight);
    TensorSpec spec = hostSpec(matrix, host.dtype(), a.options());
    if (Tracker.dispatchBlocked()) {
      Tensor uncomputed = Tensor.onHostUncomputed(spec, host.distribution());
      return Uploads.upload(uncomputed, device, MemoryConfig.DRAM);
    }
    List<Values> parts = new ArrayList<>();
    for (Values part : host.requireParts("weight_tensor")) {
      float[] turned = turned(part.floats(), given.toArray(), form, groups);
      int taps = window.height() * window.width();
      parts.add(
          new Values.Floats(depth == depthOnDevice ? turned : deepened(turned, taps, matrix)));
    }
    return Uploads.upload(hostTensor(spec, host, parts), device, MemoryConfig.DRAM);
  }

  /** Of a convolution along rows, whose kernel has no height. */
  private static boolean isRow(Shape shape, Shape given) {
    return given.dim(2) == 1 && shape.equals(Shape.of(given.dim(0), given.dim(1), given.dim(3)));
  }

  /** By row and column of the kernel, channel of the group and output channel. */
  private static float[] turned(float[] weights, int[] dims, Form form, int groups) {
    float[] turned = new float[weights.length];
    if (form == Form.OIHW) {
      Kernels.permute(weights, dims, new int[] {2, 3, 1, 0}, turned);
      return turned;
    }
    int[] grouped = {groups, dims[0] / groups, dims[1], dims[2] * dims[3]};
    Kernels.permute(weights, grouped, new int[] {3, 1, 0, 2}, turned);
    if (form == Form.IOHW_MIRRORED) {
      reverse(turned, dims[2] * dims[3]);
    }
    return turned;
  }

  /** Each tap with zeros after it, so that all of them fill the matrix. */
  private static float[] deepened(float[] weights, int taps, Shape matrix) {
    float[] deepened = new float[(int) matrix.volume()];
    for (int tap = 0; tap < taps; tap++) {
      int given = weights.length / taps;
      System.arraycopy(weights, tap * given, deepened, tap * (deepened.length / taps), given);
    }
    return deepened;
  }

  /** The taps of a kernel from the last to the first, which mirrors both of its sides. */
  private static void reverse(float[] weights, int taps) {
    int tap = weights.length / taps;
    float[] kept = new float[tap];
    for (int i = 0; i < taps / 2; i++) {
      int last = (taps - 1 - i) * tap;
      System.arraycopy(weights, i * tap, kept, 0, tap);
      System.arraycopy(weights, last, weights, i * tap, tap);
      System.arraycopy(kept, 0, weights, last, tap);
    }
  }

  static Tensor bias(
      String argument, Tensor row, Shape shape, Conv2dOptions options, MeshDevice device) {
    if (row.isOnDevice()) {
      row.requireBuffer(argument);
      if (row.shape().equals(shape) && row.layout() == Layout.TILE) {
        return row;
      }
    }
    Tensor host = TransferOperations.fromDevice(row);
    TensorSpec spec = hostSpec(shape, host.dtype(), options);
    Tensor prepared =
        Tracker.dispatchBlocked()
            ? Tensor.onHostUncomputed(spec, host.distribution())
            : hostTensor(
                spec, host, host.requireParts(argument).stream().map(Values::copy).toList());
    return Uploads.upload(prepared, device, MemoryConfig.DRAM);
  }

  private static TensorSpec hostSpec(Shape shape, DataType dtype, Conv2dOptions options) {
    DataType asked = options.config().weightsDtype();
    DataType type = asked == null ? dtype : asked;
    Check.that(
        type.isFloat(), "conv_config: weights_dtype must be a floating-point type, got %s", type);
    return new TensorSpec(shape, type, Layout.TILE, MemoryConfig.DRAM);
  }

  private static Tensor hostTensor(TensorSpec spec, Tensor like, List<Values> parts) {
    parts.forEach(part -> Rounding.toType(spec, part));
    return Tensor.onHost(spec, like.distribution(), parts);
  }
}
