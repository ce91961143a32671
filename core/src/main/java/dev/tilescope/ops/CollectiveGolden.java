package dev.tilescope.ops;

import dev.tilescope.model.Shape;
import dev.tilescope.ops.Collectives.CollectiveParams;
import dev.tilescope.ops.DeviceOperation.KernelScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Golden references of collectives on a mesh, element by element: each element of a device's result
 * is asked for at the devices of its group. The reference that a collective declares is that of a
 * single device.
 */
final class CollectiveGolden {
  private enum Exchange {
    GATHER,
    REDUCE_SCATTER,
    REDUCE,
    PARTITION
  }

  private final Exchange exchange;
  private final Call<?> call;
  private final CollectiveParams params;
  private final List<double[]> held;

  private CollectiveGolden(
      Exchange exchange, Call<?> call, CollectiveParams params, List<double[]> held) {
    this.exchange = exchange;
    this.call = call;
    this.params = params;
    this.held = held;
  }

  /** Whether what an operation does on a mesh has a reference, here or in its declaration. */
  static boolean covers(DeviceOperation<?> operation) {
    return operation.kernelScope() == KernelScope.DEVICE || exchange(operation).isPresent();
  }

  /** By the name, which a variant of a collective begins with. */
  private static Optional<Exchange> exchange(DeviceOperation<?> operation) {
    String name = operation.name();
    if (name.startsWith("AllGather")) {
      return Optional.of(Exchange.GATHER);
    }
    if (name.startsWith("ReduceScatter")) {
      return Optional.of(Exchange.REDUCE_SCATTER);
    }
    if (name.startsWith("AllReduce")) {
      return Optional.of(Exchange.REDUCE);
    }
    return name.startsWith("MeshPartition") ? Optional.of(Exchange.PARTITION) : Optional.empty();
  }

  /**
   * The result of every device, row by row of the mesh.
   *
   * @param held the values of the input on every device, or once if they are the same on all
   */
  static List<double[]> results(
      DeviceOperation<?> operation, Call<?> call, CollectiveParams params, List<double[]> held) {
    CollectiveGolden golden =
        new CollectiveGolden(exchange(operation).orElseThrow(), call, params, held);
    List<double[]> results = new ArrayList<>();
    for (int device = 0; device < call.device().board().chips(); device++) {
      results.add(golden.result(device));
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
