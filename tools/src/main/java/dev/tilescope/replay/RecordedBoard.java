package dev.tilescope.replay;

import dev.tilescope.args.ValueFields;
import dev.tilescope.device.Board;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Sequence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The board that suits a traced call if nobody names one. Files do not say which it was, but what
 * mesh tensors and devices were of.
 */
public final class RecordedBoard {
  private static final Board ONE_DEVICE = Board.named("n150");
  private static final Set<String> VALUES =
      Set.of(ValueFields.VALUES, ValueFields.DEVICE_VALUES, ValueFields.VALUES_BEFORE);

  private RecordedBoard() {}

  /** One with a mesh of the recorded shape, or else of as many devices, or else of one. */
  public static Board of(TracedCall call) {
    List<List<Long>> meshes = new ArrayList<>();
    collect(call.document(), meshes);
    return meshes.stream()
        .max(Comparator.comparingLong(RecordedBoard::devices))
        .map(RecordedBoard::withMesh)
        .orElse(ONE_DEVICE);
  }

  private static void collect(Recorded value, List<List<Long>> meshes) {
    if (value instanceof Sequence(List<Recorded> items)) {
      items.forEach(item -> collect(item, meshes));
    } else if (value instanceof Fields fields) {
      if (!fields.items("device_ids").isEmpty()) {
        meshes.add(RecordedTensor.wholeNumbers(fields.items("shape")));
      }
      fields
          .values()
          .forEach((name, each) -> {
            if (!VALUES.contains(name)) {
              collect(each, meshes);
            }
          });
    }
  }

  private static Board withMesh(List<Long> mesh) {
    long devices = devices(mesh);
    if (devices == 1) {
      return ONE_DEVICE;
    }
    List<Board> all = Board.all().stream().filter(board -> board.chips() == devices).toList();
    return all.stream()
        .filter(board -> mesh.equals(List.of((long) board.meshRows(), (long) board.meshColumns())))
        .findFirst()
        .orElse(all.isEmpty() ? ONE_DEVICE : all.getFirst());
  }

  private static long devices(List<Long> mesh) {
    return mesh.stream().reduce(1L, (a, b) -> a * b);
  }
}
