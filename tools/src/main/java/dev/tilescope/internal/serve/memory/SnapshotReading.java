package dev.tilescope.internal.serve.memory;

import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Spans from {@code buffers}, which tells after each operation what is there: a buffer that is
 * still there, as large as before, is the same one. What an operation makes and frees again is not
 * seen, and of two changes in one operation it is taken that the free came first.
 */
final class SnapshotReading {
  private record Place(int deviceId, int type, long address) {}

  private static final class Open {
    final int span;
    int seen;

    Open(int span, int seen) {
      this.span = span;
      this.seen = seen;
    }
  }

  private final OperationColumns operations;
  private final Spans.Columns columns;
  private final Map<Place, Open> open = new HashMap<>();
  private final TreeSet<Integer> devices = new TreeSet<>();
  private final TensorUses uses;
  private int now = -1;
  private int usesTaken;

  private SnapshotReading(OperationColumns operations, Spans.Columns columns, TensorUses uses) {
    this.operations = operations;
    this.columns = columns;
    this.uses = uses;
  }

  static void read(ReadOnlyDatabase database, OperationColumns operations, Spans.Columns columns) {
    SnapshotReading reading =
        new SnapshotReading(operations, columns, TensorUses.read(database, operations));
    operations.forEachRow(
        database,
        "SELECT operation_id, device_id, buffer_type, address, max_size_per_bank FROM buffers"
            + " WHERE rank = ? ORDER BY operation_id",
        (operation, row) -> {
          reading.moveTo(operation);
          Place place = new Place(row.getInt(2), row.getInt(3), row.getLong(4));
          reading.seen(place, row.getLong(5));
        },
        operations.rank());
    reading.moveTo(operations.size());
  }

  /** Ends the operations before this one: what they did not show any more is gone. */
  private void moveTo(int operation) {
    while (now < operation) {
      if (now >= 0) {
        endOperation();
      }
      now++;
      if (now < operations.size()) {
        takeInputs();
      }
    }
  }

  private void seen(Place place, long bankBytes) {
    Open known = open.get(place);
    if (known != null && columns.bankBytes(known.span) == Math.max(0, bankBytes)) {
      known.seen = now;
      return;
    }
    if (known != null) {
      columns.freed(known.span, now);
    }
    begin(place, bankBytes);
  }

  private void begin(Place place, long bankBytes) {
    devices.add(place.deviceId());
    int span = columns.add(place.deviceId(), place.type(), place.address(), bankBytes, bankBytes);
    if (span == Spans.NONE) {
      open.remove(place);
      return;
    }
    columns.made(span, now);
    open.put(place, new Open(span, now));
  }

  private void endOperation() {
    Iterator<Open> all = open.values().iterator();
    while (all.hasNext()) {
      Open one = all.next();
      if (one.seen < now) {
        columns.freed(one.span, now);
        all.remove();
      }
    }
    takeOutputs();
  }

  /** Inputs are needed even if the operation frees them. */
  private void takeInputs() {
    usesTaken = uses.firstOf(now);
    for (int i = usesTaken; i < uses.size() && uses.operation(i) == now; i++) {
      if (!uses.isOutput(i)) {
        use(i);
      }
    }
  }

  private void takeOutputs() {
    for (int i = usesTaken; i < uses.size() && uses.operation(i) == now; i++) {
      if (uses.isOutput(i)) {
        splitIfNew(i);
      }
      use(i);
    }
  }

  /** An operation may free a buffer and make one as large in its place. */
  private void splitIfNew(int use) {
    for (Place place : placesOf(use)) {
      Open known = open.get(place);
      if (known != null
          && columns.first(known.span) < now
          && columns.tensor(known.span) != uses.tensor(use)
          && uses.isMadeHere(use)
          && !uses.hasInputAt(usesTaken, uses.address(use))) {
        columns.freed(known.span, now);
        begin(place, columns.bankBytes(known.span));
      }
    }
  }

  private void use(int use) {
    for (Place place : placesOf(use)) {
      Open known = open.get(place);
      if (known != null) {
        columns.used(known.span, now);
        if (columns.tensor(known.span) == Spans.NONE) {
          columns.holds(known.span, uses.tensor(use));
        }
      }
    }
  }

  /** A tensor of a mesh has the same address on each device. */
  private List<Place> placesOf(int use) {
    List<Place> places = new ArrayList<>(devices.size());
    for (int device : devices) {
      places.add(new Place(device, uses.type(use), uses.address(use)));
    }
    return places;
  }
}
