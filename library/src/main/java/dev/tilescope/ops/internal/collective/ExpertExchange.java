package dev.tilescope.ops.internal.collective;

import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.collective.ExpertExchangeOperations.ExpertExchangeParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Elements;
import java.util.List;
import java.util.stream.IntStream;

/** What the devices of a group get of each other's tokens, and its reference. */
final class ExpertExchange {
  private ExpertExchange() {}

  private static List<Integer> group(Call<ExpertExchangeParams> call, int device) {
    return MeshExchange.group(call, call.params().axis(), device);
  }

  static void dispatch(Call<ExpertExchangeParams> call) {
    Experts.devices(call).forEach(device -> dispatch(call, device));
  }

  private static void dispatch(Call<ExpertExchangeParams> call, int device) {
    int chips = call.device().board().chips();
    List<Integer> own = Experts.of(call.values(2, device).integers(), chips, device);
    int hidden = call.spec(0).shape().dim(3);
    int chosen = call.spec(1).shape().dim(3);
    float[] tokens = call.out(0, device).floats();
    int[] metadata = call.out(1, device).integers();
    List<Integer> group = group(call, device);
    for (int member = 0; member < group.size(); member++) {
      int[] indices = call.values(1, group.get(member)).integers();
      float[] from = call.values(0, group.get(member)).floats();
      for (int token = 0; token < indices.length / chosen; token++) {
        int into = place(call, member, token);
        boolean wanted = false;
        for (int k = 0; k < chosen; k++) {
          metadata[into * chosen + k] = indices[token * chosen + k];
          wanted |= own.contains(indices[token * chosen + k]);
        }
        if (wanted) {
          System.arraycopy(from, token * hidden, tokens, into * hidden, hidden);
        }
      }
    }
  }

  /** Where a member's token stands among those of the group. */
  private static int place(Call<ExpertExchangeParams> call, int member, int token) {
    int batch = call.spec(0).shape().dim(0);
    int length = call.spec(0).shape().dim(2);
    return call.params().dim() == 1
        ? member * batch * length + token
        : (token / length * Collectives.groupSize(call.device(), call.params().axis()) + member)
                * length
            + token % length;
  }

  /** The tokens that ask for an expert of the device, and zeros for those that do not. */
  static double[] wantedGolden(Call<ExpertExchangeParams> call, List<double[]> held, int device) {
    int hidden = call.spec(0).shape().dim(3);
    int chosen = call.spec(1).shape().dim(3);
    int chips = call.device().board().chips();
    List<Integer> own = Experts.of(call.values(2, device).integers(), chips, device);
    return gathered(
        call,
        call.outputs().get(0).shape(),
        device,
        (from, row, column) ->
            IntStream.range(row * chosen, (row + 1) * chosen)
                    .map(i -> call.values(1, from).integers()[i])
                    .anyMatch(own::contains)
                ? held.get(held.size() == 1 ? 0 : from)[row * hidden + column]
                : 0);
  }

  static double[] gatheredGolden(Call<ExpertExchangeParams> call, int device) {
    int chosen = call.spec(1).shape().dim(3);
    return gathered(
        call,
        call.outputs().get(1).shape(),
        device,
        (from, row, column) -> call.values(1, from).integers()[row * chosen + column]);
  }

  /** A value of a device's row. */
  private interface Held {
    double at(int device, int row, int column);
  }

  private static double[] gathered(
      Call<ExpertExchangeParams> call, Shape shape, int device, Held held) {
    List<Integer> group = group(call, device);
    int batch = call.spec(0).shape().dim(0);
    int length = call.spec(0).shape().dim(2);
    boolean joinsBatch = call.params().dim() == 1;
    return Elements.of(
        shape,
        at -> {
          int member = joinsBatch ? at[1] / batch : at[2] / length;
          return held.at(group.get(member), at[1] % batch * length + at[2] % length, at[3]);
        });
  }

  static void combine(Call<ExpertExchangeParams> call) {
    Experts.devices(call).forEach(device -> combine(call, device));
  }

  /** Sends what a device has made to those of its group whose tokens they are. */
  private static void combine(Call<ExpertExchangeParams> call, int device) {
    int chips = call.device().board().chips();
    List<Integer> own = Experts.of(call.values(2, device).integers(), chips, device);
    List<Integer> group = group(call, device);
    Shape metadata = call.spec(1).shape();
    int[] chosen = call.values(1, device).integers();
    int[] at = new int[2];
    for (int token = 0; token < metadata.dim(1) * metadata.dim(2); token++) {
      at[0] = token / metadata.dim(2);
      at[1] = token % metadata.dim(2);
      boolean sent = false;
      for (int expert = 0; expert < own.size() && !sent; expert++) {
        int k = find(chosen, token * metadata.dim(3), metadata.dim(3), own.get(expert));
        if (k >= 0) {
          send(call, device, group, at, k, call.params().locallyReduced() ? 0 : expert);
          sent = call.params().locallyReduced();
        }
      }
    }
  }

  private static int find(int[] numbers, int from, int count, int wanted) {
    for (int i = 0; i < count; i++) {
      if (numbers[from + i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  private static void send(
      Call<ExpertExchangeParams> call, int device, List<Integer> group, int[] at, int k, int slot) {
    Shape in = call.spec(0).shape();
    Shape out = call.outputSpec().shape();
    int dim = call.params().dim();
    int[] into = {k, at[0], at[1], 0};
    int receiver = into[dim] / out.dim(dim);
    into[dim] %= out.dim(dim);
    System.arraycopy(
        call.values(0, device).floats(),
        Elements.offset(in, slot, at[0], at[1], 0),
        call.out(0, group.get(receiver)).floats(),
        Elements.offset(out, into),
        in.dim(3));
  }

  static double[] combinedGolden(Call<ExpertExchangeParams> call, List<double[]> held, int device) {
    List<Integer> group = group(call, device);
    int chips = call.device().board().chips();
    Shape in = call.spec(0).shape();
    Shape metadata = call.spec(1).shape();
    Shape out = call.outputSpec().shape();
    int dim = call.params().dim();
    return Elements.of(
        out,
        at -> {
          int[] token = {0, at[1], at[2], 0};
          token[dim] += group.indexOf(device) * out.dim(dim);
          int from = Elements.offset(metadata, token);
          for (int other : group) {
            int[] chosen = call.values(1, other).integers();
            List<Integer> own = Experts.of(call.values(2, other).integers(), chips, other);
            boolean reduced = call.params().locallyReduced();
            int first =
                own.stream()
                    .filter(e -> find(chosen, from, metadata.dim(3), e) >= 0)
                    .findFirst()
                    .orElse(-1);
            int expert = chosen[from + at[0]];
            if (own.contains(expert) && (!reduced || expert == first)) {
              int slot = reduced ? 0 : own.indexOf(expert);
              return held.get(held.size() == 1 ? 0 : other)[
                  Elements.offset(in, slot, token[1], token[2], at[3])];
            }
          }
          return 0;
        });
  }
}
