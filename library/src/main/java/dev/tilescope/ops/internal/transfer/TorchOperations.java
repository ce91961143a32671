package dev.tilescope.ops.internal.transfer;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.internal.mechanism.Traced;
import dev.tilescope.ops.internal.mechanism.Uploads;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.ToTorchOptions;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchDtype;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Between tensors and the arrays of other libraries. Conversion is done on the host. */
public final class TorchOperations {
  private TorchOperations() {}

  private static final Signature TO_TENSOR =
      Signature.of(
          "ttnn::convert_python_tensor_to_tt_tensor",
          "dtype",
          "layout",
          "tile",
          "memory_config",
          "device",
          "cq_id",
          "mesh_mapper",
          "pad_value");
  private static final Signature TO_FRAMEWORK =
      Signature.of("tt::tt_metal::detail::convert_tt_tensor_to_framework_tensor", "tensor");

  public record FromTorchArguments(TorchTensor tensor, FromTorchOptions options) {}

  public record ToTorchArguments(Tensor tensor, ToTorchOptions options) {}

  public static final Operation<FromTorchArguments, Tensor> FROM_TORCH =
      Operation.of("ttnn.from_torch", FromTorchArguments.class, TorchOperations::fromTorch);
  public static final Operation<ToTorchArguments, TorchTensor> TO_TORCH =
      Operation.of("ttnn.to_torch", ToTorchArguments.class, TorchOperations::toTorch);

  private static Tensor fromTorch(FromTorchArguments a) {
    FromTorchOptions options = a.options();
    TensorSpec spec = options.specFor(a.tensor());
    return Tracker.on()
        ? Traced.call(
            TO_TENSOR,
            () -> convert(a.tensor(), spec, options),
            spec.dtype(),
            spec.layout(),
            options.tile(),
            spec.memoryConfig(),
            options.device(),
            null,
            options.meshMapper(),
            options.padValue())
        : convert(a.tensor(), spec, options);
  }

  private static Tensor convert(TorchTensor tensor, TensorSpec spec, FromTorchOptions options) {
    MeshDevice device = options.device();
    MeshMapper mapper = options.meshMapper();
    Tensor whole = hostTensor(tensor, spec);
    Tensor host = mapper == null ? whole : mapper.distribute(whole, device);
    if (host.hasValues() && !isBfloat16(tensor, spec)) {
      host.requireParts("tensor").forEach(part -> Rounding.toType(host.spec(), part));
    }
    return device == null ? host : Uploads.upload(host, device, spec.memoryConfig());
  }

  /** Not yet rounded to its type: blocks of a block float do not cross from part to part. */
  private static Tensor hostTensor(TorchTensor tensor, TensorSpec spec) {
    if (Tracker.dispatchBlocked()) {
      return Tensor.onHostUncomputed(spec);
    }
    if (isBfloat16(tensor, spec)) {
      return Tensor.onHost(spec, tensor);
    }
    Values values =
        spec.dtype().isFloat() ? floats(tensor, spec.dtype()) : integers(tensor, spec.dtype());
    return Tensor.onHost(spec, values);
  }

  /** What is bfloat16 already needs no rounding, and may stay as it is. */
  private static boolean isBfloat16(TorchTensor tensor, TensorSpec spec) {
    return tensor.dtype() == TorchDtype.BFLOAT16 && spec.dtype() == DataType.BFLOAT16;
  }

  private static Values floats(TorchTensor tensor, DataType dtype) {
    float[] floats = tensor.toFloats();
    if (dtype.isBlockFloat() && !tensor.dtype().isTtnn()) {
      Kernels.roundToBfloat16(floats);
    }
    return new Values.Floats(floats);
  }

  private static Values integers(TorchTensor tensor, DataType dtype) {
    if (tensor.dtype().isFloat()) {
      double[] reals = tensor.toDoubles();
      int[] cut = new int[reals.length];
      Arrays.setAll(cut, i -> (int) (long) Rounding.clamped(reals[i], dtype));
      return new Values.Integers(cut);
    }
    long[] longs = tensor.toLongs();
    int[] low = new int[longs.length];
    Arrays.setAll(low, i -> (int) longs[i]);
    return new Values.Integers(low);
  }

  private static TorchTensor toTorch(ToTorchArguments a) {
    Tensor host = composed(a.tensor(), a.options());
    Shape shape = squeezed(host.shape(), a.options().torchRank());
    TorchTensor whole =
        Tracker.on() ? Traced.call(TO_FRAMEWORK, () -> read(host), host) : read(host);
    TorchTensor result = whole.reshaped(shape);
    TorchDtype dtype = a.options().dtype();
    return dtype == null ? result : result.to(dtype);
  }

  private static Tensor composed(Tensor tensor, ToTorchOptions options) {
    MeshDevice mesh = tensor.isOnDevice() ? tensor.device() : options.device();
    Tensor host = tensor.isOnDevice() ? TransferOperations.fromDevice(tensor) : tensor;
    MeshMapper composer = options.meshComposer();
    return composer == null ? host : composer.compose(host, mesh);
  }

  private static TorchTensor read(Tensor host) {
    TorchDtype dtype = TorchDtype.of(host.dtype());
    if (!host.hasValues() && Tracker.dispatchBlocked()) {
      return TorchTensor.meta(host.shape(), dtype);
    }
    return switch (host.requireValues("tensor")) {
      case Values.Floats(float[] floats) ->
          dtype == TorchDtype.BFLOAT16
              ? TorchTensor.bfloat16(floats, host.shape())
              : TorchTensor.of(floats.clone(), host.shape()).to(dtype);
      case Values.Integers(int[] integers) ->
          TorchTensor.of(integers.clone(), host.shape()).to(dtype);
    };
  }

  private static Shape squeezed(Shape shape, @Nullable Integer torchRank) {
    if (torchRank == null || torchRank >= shape.rank()) {
      return shape;
    }
    Check.that(torchRank >= 0, "torch_rank: 0 or more is expected, got %d", torchRank);
    int dropped = shape.rank() - torchRank;
    int[] dims = shape.toArray();
    Check.that(
        Arrays.stream(dims, 0, dropped).allMatch(dim -> dim == 1),
        "torch_rank: only leading dimensions of size 1 can be dropped to reach rank %d, got %s",
        torchRank,
        shape);
    return Shape.of(Arrays.copyOfRange(dims, dropped, dims.length));
  }
}
