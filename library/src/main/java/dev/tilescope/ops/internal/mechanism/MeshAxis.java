package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.Board;

/**
 * The devices of a mesh along one of its axes.
 *
 * @param axis 0 goes down the rows, 1 across the columns
 */
public record MeshAxis(Board board, int axis) {
  public static MeshAxis of(Call<?> call, int axis) {
    return new MeshAxis(call.device().board(), axis);
  }

  public int size() {
    return axis == 0 ? board.meshRows() : board.meshColumns();
  }

  /** Where a device stands among those along the axis. */
  public int place(int device) {
    return axis == 0 ? device / board.meshColumns() : device % board.meshColumns();
  }

  /**
   * Which of a device's rows of a sequence that all share come next. Of every chunk each device has
   * the same number of rows, one device after the other: where the sequence ended within a chunk,
   * the device it ended on goes on behind its last row, those before it begin their next rows and
   * those behind it the ones that are begun.
   *
   * @param rows of a chunk that each device has
   * @param length of the sequence, on all devices together
   */
  public int firstRow(int device, int rows, int length) {
    int last = length / rows % size();
    int past = place(device) < last ? rows : place(device) == last ? length % rows : 0;
    return length / (size() * rows) * rows + past;
  }
}
