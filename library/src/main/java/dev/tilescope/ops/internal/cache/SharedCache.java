package dev.tilescope.ops.internal.cache;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.MeshAxis;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** A cache that the devices along an axis of a mesh share: slots of users, in each all layers. */
final class SharedCache {
  private SharedCache() {}

  /** The room that a kernel reads a number of a tensor into. */
  private static final int NUMBER_BYTES = 16;

  static CircularBuffer number(CoreRangeSet cores) {
    return CircularBuffer.local(cores, NUMBER_BYTES, NUMBER_BYTES);
  }

  /** A slot and the length of its sequence: both numbers, or both tensors of one. */
  record Numbers(int slot, int length, @Nullable Tensor slotTensor, @Nullable Tensor lengthTensor) {
    static Numbers of(String slotName, Object slot, String lengthName, Object length) {
      Tensor slotTensor = slot instanceof Tensor tensor ? tensor : null;
      Tensor lengthTensor = length instanceof Tensor tensor ? tensor : null;
      Check.that(
          (slotTensor == null) == (lengthTensor == null),
          "metadata tensors %s and %s must be supplied together (got %s=%s, %s=%s)",
          slotName,
          lengthName,
          slotName,
          slotTensor != null,
          lengthName,
          lengthTensor != null);
      return new Numbers(number(slot), number(length), slotTensor, lengthTensor);
    }

    private static int number(Object given) {
      return given instanceof Number number ? number.intValue() : 0;
    }
  }

  /** What holds of every operation on one: the axis, the layer, a cache of each device's own. */
  static void check(Call<?> call, int clusterAxis, int layer, int layers) {
    Check.that(
        clusterAxis == 0 || clusterAxis == 1, "cluster_axis (%d) must be 0 or 1", clusterAxis);
    Check.that(layers > 0, "num_layers must be positive");
    Check.that(
        layer >= 0 && layer < layers, "layer_idx %d out of range for num_layers %d", layer, layers);
    Check.rankIs("cache", call.input(0), 4);
    int matrices = call.spec(0).shape().dim(0);
    Check.that(
        matrices % layers == 0,
        "cache batch dim (%d) must be a multiple of num_layers (%d)",
        matrices,
        layers);
    Check.that(
        MeshAxis.of(call, clusterAxis).size() == 1
            || call.input(0).requireParts("cache").size() > 1,
        "cache: devices that share a sequence need a cache of their own each, got one that all"
            + " have; distribute it with a mesh mapper");
  }

  static void checkNumber(Call<?> call, int input, String argument) {
    Check.that(
        call.spec(input).shape().volume() == 1 && !call.spec(input).memoryConfig().isSharded(),
        "metadata tensor %s must be a single element and not sharded, got %s",
        argument,
        call.spec(input));
  }

  static void checkSlot(Call<?> call, int slot, int layers) {
    int slots = call.spec(0).shape().dim(0) / layers;
    Check.that(
        slot >= 0 && slot < slots, "slot_idx (%d) out of range for num_slots (%d)", slot, slots);
  }

  /** The result's values on a device, as they were before. */
  static float[] before(Call<?> call, int device) {
    float[] cache = call.out(0, device).floats();
    float[] before = call.values(0, device).floats();
    if (cache != before) {
      System.arraycopy(before, 0, cache, 0, cache.length);
    }
    return cache;
  }
}
