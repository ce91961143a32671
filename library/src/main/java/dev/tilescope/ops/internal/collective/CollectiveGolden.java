package dev.tilescope.ops.internal.collective;

import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.collective.Collectives.CollectiveParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.MeshGolden;
import java.util.ArrayList;
import java.util.List;

/**
 * Golden references of collectives on a mesh, element by element: each element of a device's result
 * is asked for at the devices of its group. The reference that a collective declares is that of a
 * single device.
 */
final class CollectiveGolden {
  /** What the devices of a group do with what they hold. */
  enum Exchange {
    GATHER,
    REDUCE_SCATTER,
    REDUCE,
    PARTITION
  }

  private final Exchange exchange;
  private final Call<CollectiveParams> call;
  private final CollectiveParams params;
  private final List<double[]> held;

  private CollectiveGolden(Exchange exchange, Call<CollectiveParams> call, List<double[]> held) {
    this.exchange = exchange;
    this.call = call;
    this.params = call.params();
    this.held = held;
  }

  static MeshGolden<CollectiveParams> of(Exchange exchange) {
    return (call, held) -> List.of(new CollectiveGolden(exchange, call, held).results());
  }

  private List<double[]> results() {
    List<double[]> results = new ArrayList<>();
    for (int device = 0; device < call.device().board().chips(); device++) {
      results.add(result(device));
    }
    return results;
  }

  private double[] result(int device) {
    List<Integer> group = group(device);
    int place = group.indexOf(device);
    Shape shape = call.outputs().getLast().shape();
    int along = shape.dim(params.dim());
    int inner = 1;
    for (int dim = params.dim() + 1; dim < shape.rank(); dim++) {
      inner *= shape.dim(dim);
    }
    double[] result = new double[(int) shape.volume()];
    for (int i = 0; i < result.length; i++) {
      int outside = i / inner / along;
      int at = i / inner % along;
      int inside = i % inner;
      result[i] = element(group, place, new Position(outside, at, inside, inner, along));
    }
    return result;
  }

  /** Where an element of a result stands: before, in and behind the dimension that is exchanged. */
  private record Position(int outside, int at, int inside, int inner, int along) {}

  private double element(List<Integer> group, int place, Position p) {
    int size = call.spec(0).shape().dim(params.dim());
    return switch (exchange) {
      case GATHER -> value(group.get(p.at() / size), p, p.at() % size);
      case PARTITION -> value(group.get(place), p, place * p.along() + p.at());
      case REDUCE_SCATTER -> sum(group, p, place * p.along() + p.at());
      case REDUCE -> sum(group, p, p.at());
    };
  }

  private double sum(List<Integer> group, Position p, int at) {
    double sum = 0;
    for (int device : group) {
      sum += value(device, p, at);
    }
    return sum;
  }

  private double value(int device, Position p, int at) {
    int size = call.spec(0).shape().dim(params.dim());
    double[] values = held.get(held.size() == 1 ? 0 : device);
    return values[(p.outside() * size + at) * p.inner() + p.inside()];
  }

  /** The devices that a device exchanges with, itself among them. */
  private List<Integer> group(int device) {
    int rows = call.device().board().meshRows();
    int columns = call.device().board().meshColumns();
    List<Integer> group = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        boolean sameColumn = column == device % columns;
        boolean sameRow = row == device / columns;
        int axis = params.clusterAxis();
        if (axis < 0 || (axis == 0 ? sameColumn : sameRow)) {
          group.add(row * columns + column);
        }
      }
    }
    return group;
  }
}
