package dev.tilescope.internal.serve.time;

import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.OperationsOnBoard;
import dev.tilescope.internal.timeline.TimelineEvents.ZoneNotes;
import dev.tilescope.internal.timeline.columns.TimelineBuilder;
import dev.tilescope.internal.timeline.columns.TimelineColumns;
import dev.tilescope.internal.timeline.columns.TimelineColumns.Origin;

/**
 * A timeline of a report that has no profiled run. A report says how long operations took and in
 * which order they came, but not when: they follow one another without gaps. So do programs of
 * devices, whose times are modelled, on an axis of their own.
 */
final class ReportTimeline {
  private static final Lane.Group HOST = new Lane.Group(1, "Host");
  private static final Lane OPERATIONS = new Lane(1, HOST, "", "Operations");
  private static final Lane PROGRAMS =
      new Lane(2, new Lane.Group(10, "Devices (modelled)"), "", Lane.PROGRAMS);
  private static final int MAX_NAME = 300;

  private final OperationColumns operations;
  private final TimelineBuilder builder;
  private final OperationsOnBoard events;
  private long hostNanos;
  private long operationNanos;
  private long innerNanos;
  private long programNanos;
  private long programs;
  private int open = -1;
  private int next;

  private ReportTimeline(OperationColumns operations, TimeBands bands) {
    this.operations = operations;
    this.builder = new TimelineBuilder(Origin.REPORT, bands);
    this.events = new OperationsOnBoard(builder);
  }

  static TimelineColumns of(OpenReport report, int rank) {
    OperationColumns operations = OperationColumns.of(report, rank);
    return report.keepOfRank(
        ReportTimeline.class,
        rank,
        database -> new ReportTimeline(operations, database.timeBands()).read(database));
  }

  private TimelineColumns read(ReadOnlyDatabase database) {
    events.lane(OPERATIONS);
    events.lane(PROGRAMS);
    database.forEach(
        "SELECT operation_id, substr(name, 1, ?), duration, modelled_nanos"
            + " FROM tilescope_device_operations WHERE rank = ?"
            + " ORDER BY operation_id, device_operation_index",
        row -> {
          String name = String.valueOf(row.getString(2));
          deviceOperation(row.getInt(1), name, nanosOf(row.getDouble(3)), row.getLong(4));
        },
        MAX_NAME,
        operations.rank());
    while (next < operations.size()) {
      begin();
    }
    end();
    events.finish();
    return builder.build();
  }

  private static long nanosOf(double seconds) {
    return seconds > 0 && seconds < 1e9 ? Math.round(seconds * 1e9) : 0;
  }

  private void begin() {
    end();
    open = next++;
    operationNanos = Math.max(0, operations.nanos(open));
    innerNanos = hostNanos;
    events.zoneBegin(OPERATIONS, hostNanos, operations.name(open), "", 0);
  }

  private void end() {
    if (open >= 0) {
      hostNanos = Math.max(innerNanos, hostNanos + operationNanos);
      events.zoneEnd(OPERATIONS, hostNanos, of(operations.id(open)));
      open = -1;
    }
  }

  private static ZoneNotes of(int operation) {
    return new ZoneNotes(null, null, (long) operation, 0);
  }

  private void deviceOperation(int operation, String name, long nanos, long modelledNanos) {
    while (next < operations.size() && operations.id(next) <= operation) {
      begin();
    }
    if (open < 0 || operations.id(open) != operation) {
      return;
    }
    ZoneNotes notes = of(operation);
    if (nanos > 0) {
      events.zoneBegin(OPERATIONS, innerNanos, name, "", 0);
      innerNanos += nanos;
      events.zoneEnd(OPERATIONS, innerNanos, notes);
    }
    if (modelledNanos > 0) {
      events.dispatched(OPERATIONS, hostNanos, ++programs);
      events.startedBy(PROGRAMS, programs);
      events.zoneBegin(PROGRAMS, programNanos, name, "", 0);
      programNanos += Math.min(modelledNanos, Long.MAX_VALUE / 1_000_000);
      events.zoneEnd(PROGRAMS, programNanos, notes);
    }
  }
}
