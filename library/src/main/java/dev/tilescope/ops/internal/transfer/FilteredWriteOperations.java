package dev.tilescope.ops.internal.transfer;

import dev.tilescope.device.Buffer;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Traced;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TileImage;
import dev.tilescope.tensor.Values;
import java.util.List;
import java.util.Set;

/** A host tensor into the shards that some of the cores have of a device tensor. */
public final class FilteredWriteOperations {
  private FilteredWriteOperations() {}

  private static final Signature COPY =
      Signature.of(
          "ttnn::experimental::core_subset_write::copy_to_device_filtered",
          "host_tensor",
          "device_tensor");

  public record FilteredWriteArguments(
      Tensor hostTensor, Tensor deviceTensor, CoreRangeSet logicalCoreFilter) {}

  public static final Operation<FilteredWriteArguments, Boolean>
      COPY_HOST_TO_DEVICE_TENSOR_PARTIAL =
          Operation.of(
                  "ttnn::copy_host_to_device_tensor_partial",
                  FilteredWriteArguments.class,
                  FilteredWriteOperations::write)
              .overwriting("device_tensor");

  private static Boolean write(FilteredWriteArguments a) {
    TransferOperations.checkPair(
        a.hostTensor(), a.deviceTensor(), "device_tensor", a.deviceTensor());
    Check.that(
        a.logicalCoreFilter().size() == 0 || a.deviceTensor().memoryConfig().isSharded(),
        "logical_core_filter is only supported for sharded buffer layouts (interleaved layout does"
            + " not support partial writes), got %s",
        a.deviceTensor().memoryConfig());
    return Tracker.on()
        ? Traced.call(COPY, () -> overwrite(a), a.hostTensor(), a.deviceTensor())
        : overwrite(a);
  }

  private static Boolean overwrite(FilteredWriteArguments a) {
    if (Tracker.dispatchBlocked() || a.logicalCoreFilter().size() == 0) {
      return true;
    }
    Tensor to = a.deviceTensor();
    to.device().refuseWhileRecording("Writes");
    Buffer buffer = to.requireBuffer("device_tensor");
    buffer.written();
    List<Values> from = a.hostTensor().requireParts("host_tensor");
    List<Values> parts = to.requireParts("device_tensor");
    Set<CoreCoord> cores = Set.copyOf(a.logicalCoreFilter().cores());
    for (int i = 0; i < parts.size(); i++) {
      Values part = from.get(from.size() == 1 ? 0 : i);
      mixed(to.spec(), buffer, cores, part, parts.get(i)).copyTo(parts.get(i));
    }
    return true;
  }

  /** The pages of the chosen cores from one tensor, all others from the other. */
  private static Values mixed(
      TensorSpec spec, Buffer buffer, Set<CoreCoord> cores, Values chosen, Values others) {
    byte[] from = TileImage.encode(spec, chosen);
    byte[] image = TileImage.encode(spec, others);
    int pageBytes = (int) spec.pageBytes();
    for (int page = 0; page < image.length / pageBytes; page++) {
      if (cores.contains(buffer.coreWithShard(page))) {
        System.arraycopy(from, page * pageBytes, image, page * pageBytes, pageBytes);
      }
    }
    return TileImage.decode(spec, image);
  }
}
