package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.DeviceNumbers;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of captured metal traces and of the operations in them. */
final class MetalTraces {
  private static final List<String> FACTS =
      List.of(
          "architecture",
          "address",
          "page_size",
          "buffer_size",
          "commands_size",
          "region_size",
          "traces_size");

  private MetalTraces() {}

  static void write(
      @Nullable Object traces, DeviceNumbers devices, RowSink rows, long rank, Losses losses) {
    if (traces instanceof List<?> list) {
      list.forEach(
          trace -> losses.attempt(() -> write(object(trace), devices, rows, rank, losses)));
    } else if (traces != null) {
      losses.found(() -> new TilescopeException("metal_traces is not a list"));
    }
  }

  private static void write(
      Map<?, ?> trace, DeviceNumbers devices, RowSink rows, long rank, Losses losses) {
    Object id = RowSink.orNull(trace, "trace_id");
    Object device = RowSink.scalar(devices.of(trace.get("device_id")), "device_id");
    RowBatch batch = rows.row(Table.METAL_TRACES).add(id).add(device);
    FACTS.forEach(fact -> batch.add(RowSink.orNull(trace, fact)));
    batch.add(rank);
    int index = 0;
    for (Object operation : trace.get("operations") instanceof List<?> list ? list : List.of()) {
      long position = index++;
      losses.attempt(() -> write(object(operation), id, device, position, rows, rank));
    }
  }

  private static void write(
      Map<?, ?> operation, Object id, Object device, long position, RowSink rows, long rank) {
    RowBatch row = rows.row(Table.METAL_TRACE_OPERATIONS).add(id).add(device).add(position);
    row.add(RowSink.orNull(operation, "program_id")).add(RowSink.orNull(operation, "name"));
    row.add(RowSink.orNull(operation, "offset")).add(RowSink.orNull(operation, "size")).add(rank);
  }

  private static Map<?, ?> object(@Nullable Object value) {
    if (value instanceof Map<?, ?> fields) {
      return fields;
    }
    throw new TilescopeException("a metal trace, or an operation of one, is not an object");
  }
}
