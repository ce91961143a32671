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

  /** {@code [1, 1, KH*KW*C/groups, O]} on the device: the matrix that rows of taps meet. */
  static Tensor weight(Conv2dArguments a, Window window, MeshDevice device) {
    Tensor weight = a.weightTensor();
    Check.floats("weight_tensor", weight);
    int depth = a.sizes().inChannels() / a.options().groups();
    Shape given = Shape.of(a.sizes().outChannels(), depth, window.height(), window.width());
    long rows = (long) depth * window.height() * window.width();
    Check.that(
        rows <= Integer.MAX_VALUE, "kernel_size: %d weights of a channel are too many", rows);
    Shape matrix = Shape.of(1, 1, (int) rows, a.sizes().outChannels());
    if (weight.isOnDevice() && weight.shape().equals(matrix) && weight.layout() == Layout.TILE) {
      weight.requireBuffer("weight_tensor");
      return weight;
    }
    Check.that(
        weight.shape().equals(given),
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
    int[] dims = given.toArray();
    List<Values> parts = new ArrayList<>();
    for (Values part : host.requireParts("weight_tensor")) {
      float[] turned = new float[part.size()];
      Kernels.permute(part.floats(), dims, new int[] {2, 3, 1, 0}, turned);
      parts.add(new Values.Floats(turned));
    }
    return Uploads.upload(hostTensor(spec, host, parts), device, MemoryConfig.DRAM);
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
