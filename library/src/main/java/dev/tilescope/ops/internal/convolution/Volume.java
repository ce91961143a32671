package dev.tilescope.ops.internal.convolution;

import dev.tilescope.model.Shape;
import java.util.List;

/**
 * How a kernel goes over volumes. Each list has a number for time, rows and columns.
 *
 * @param replicates whether what lies around a volume is as its edge, or zero
 */
record Volume(
    List<Integer> kernel,
    List<Integer> stride,
    List<Integer> padding,
    List<Integer> dilation,
    boolean replicates) {
  static final int AXES = 3;

  int taps() {
    return kernel.get(0) * kernel.get(1) * kernel.get(2);
  }

  /** Of a kernel with the gaps in it. */
  long extent(int axis) {
    return (long) dilation.get(axis) * (kernel.get(axis) - 1) + 1;
  }

  /** How many places it stops at. */
  int out(Shape input, int axis) {
    long room = input.dim(axis + 1) + 2L * padding.get(axis) - extent(axis);
    return (int) (room / stride.get(axis)) + 1;
  }

  /**
   * Where in the input a tap of the kernel lies.
   *
   * @param out the place on the axis in the result
   * @return -1 where there is nothing
   */
  int in(Shape input, int axis, int out, int tap) {
    int at = out * stride.get(axis) - padding.get(axis) + tap * dilation.get(axis);
    int last = input.dim(axis + 1) - 1;
    boolean inside = at >= 0 && at <= last;
    return inside || replicates ? Math.clamp(at, 0, last) : -1;
  }
}
