package dev.tilescope.ops.internal.collective;

import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.collective.Collectives.CollectiveParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.tensor.Blocks;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.List;

/** The arithmetic of collectives: what each device gets of what the devices of its group have. */
final class MeshExchange {
  private MeshExchange() {}

  /** What a device gets, given the devices of its group and its own place among them. */
  interface Part {
    Values of(Call<CollectiveParams> call, List<Integer> group, int at);
  }

  static void eachDevice(Call<CollectiveParams> call, Part part) {
    int result = call.outputs().size() - 1;
    int written = call.outputs().get(result).requireParts("output_tensor").size();
    for (int device = 0; device < written; device++) {
      List<Integer> group = group(call, call.params().clusterAxis(), device);
      part.of(call, group, group.indexOf(device)).copyTo(call.out(result, device));
    }
  }

  /** The last result is what the user gets. */
  private static TensorSpec resultSpec(Call<CollectiveParams> call) {
    return call.outputs().getLast().spec();
  }

  /**
   * The devices that one exchanges with, itself among them.
   *
   * @param clusterAxis 0 for those of its column, 1 for those of its row, -1 for all
   */
  static List<Integer> group(Call<?> call, int clusterAxis, int device) {
    int columns = call.device().board().meshColumns();
    List<Integer> group = new ArrayList<>();
    for (int other = 0; other < call.device().board().chips(); other++) {
      boolean together =
          switch (clusterAxis) {
            case 0 -> other % columns == device % columns;
            case 1 -> other / columns == device / columns;
            default -> true;
          };
      if (together) {
        group.add(other);
      }
    }
    return group;
  }

  static Values gathered(Call<CollectiveParams> call, List<Integer> group, int at) {
    TensorSpec spec = resultSpec(call);
    Shape whole = spec.shape();
    Values out = Values.zeros(spec.dtype(), whole.volume());
    Shape part = call.spec(0).shape();
    int[] first = new int[part.rank()];
    for (int i = 0; i < group.size(); i++) {
      first[call.params().dim()] = i * part.dim(call.params().dim());
      Blocks.paste(call.values(0, group.get(i)), part, out, whole, first);
    }
    return out;
  }

  static Values slice(Call<CollectiveParams> call, Values whole, int at) {
    Shape part = resultSpec(call).shape();
    int[] first = new int[part.rank()];
    first[call.params().dim()] = at * part.dim(call.params().dim());
    return Blocks.cut(whole, call.spec(0).shape(), part, first);
  }

  /** In the order of the devices, so that every device has the same bits. */
  static Values summed(Call<CollectiveParams> call, List<Integer> group) {
    Values sum = call.values(0, group.getFirst()).copy();
    for (int i = 1; i < group.size(); i++) {
      switch (call.values(0, group.get(i))) {
        case Values.Floats(float[] part) -> {
          float[] into = sum.floats();
          for (int k = 0; k < into.length; k++) {
            into[k] += part[k];
          }
        }
        case Values.Integers(int[] part) -> {
          int[] into = sum.integers();
          for (int k = 0; k < into.length; k++) {
            into[k] += part[k];
          }
        }
      }
    }
    return sum;
  }
}
