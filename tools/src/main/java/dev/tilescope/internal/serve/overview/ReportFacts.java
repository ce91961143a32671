package dev.tilescope.internal.serve.overview;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts and facts of a report.
 *
 * @param metadata of the report, long values cut
 * @param devices of the rank
 * @param cores for computing, of the first device
 * @param buffers allocated ones, or rows of snapshots if {@code allocationsKnown} is false
 * @param unfinished operations that began and never ended
 * @param deviceOperations -1 if the database does not know
 */
record ReportFacts(
    Map<String, String> metadata,
    long devices,
    long cores,
    long buffers,
    boolean allocationsKnown,
    long deviceOperations,
    long stacks,
    long errors,
    long unfinished) {

  private static final int MOST_METADATA = 200;

  static ReportFacts read(ReadOnlyDatabase database, int rank) {
    boolean allocations = database.hasRows("tilescope_allocations", rank);
    return new ReportFacts(
        metadata(database),
        database.number("SELECT count(*) FROM devices WHERE rank = ?", rank),
        database.number(
            "SELECT coalesce(max(num_x_compute_cores * num_y_compute_cores), 0) FROM devices"
                + " WHERE rank = ?",
            rank),
        database.number(
            "SELECT count(*) FROM " + (allocations ? "tilescope_allocations" : "buffers")),
        allocations,
        database.hasRows("tilescope_operation_facts", rank)
            ? database.number(
                "SELECT count(*) FROM tilescope_device_operations WHERE rank = ?", rank)
            : -1,
        database.number("SELECT count(*) FROM stack_traces"),
        database.number("SELECT count(*) FROM errors WHERE rank = ?", rank),
        database.number(
            "SELECT count(*) FROM errors WHERE rank = ? AND error_type = 'incomplete_operation'",
            rank));
  }

  private static Map<String, String> metadata(ReadOnlyDatabase database) {
    Map<String, String> found = new LinkedHashMap<>();
    database.forEach(
        "SELECT substr(key, 1, 100), substr(value, 1, 6000) FROM report_metadata LIMIT "
            + MOST_METADATA,
        row -> found.put(String.valueOf(row.getString(1)), String.valueOf(row.getString(2))));
    return found;
  }

  /** Whether TT-NN wrote it, and not Tilescope, whose reports say of which run they are. */
  boolean isOfTtnn() {
    return !metadata.containsKey("run_id");
  }

  /** A number of the metadata; -1 if it is none. */
  long number(String key) {
    try {
      return Long.parseLong(metadata.getOrDefault(key, "-1").strip());
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  String text(String key) {
    return metadata.getOrDefault(key, "");
  }

  void write(JsonWriter json) {
    json.field("capturedNanos", number("capture_timestamp_ns"))
        .field("totalNanos", number("total_duration_ns"))
        .field("worldSize", number("world_size"))
        .field("gitUrl", text("git_url"))
        .field("gitSha", text("git_sha"))
        .field("devices", devices)
        .field("cores", cores)
        .field("buffers", buffers)
        .field("allocationsKnown", allocationsKnown)
        .field("deviceOperations", deviceOperations)
        .field("errorCount", errors);
  }
}
