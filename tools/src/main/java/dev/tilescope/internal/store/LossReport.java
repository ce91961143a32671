package dev.tilescope.internal.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that an import left out.
 *
 * @param skipped whole files, with the reason
 * @param dropped number of parts of other files
 * @param problems the first of these parts, and doubts about the files, in words
 */
record LossReport(List<String> skipped, long dropped, List<String> problems) {
  static LossReport of(
      List<String> doubts, List<String> skipped, Losses losses, RejectedRows rejected) {
    List<String> problems = new ArrayList<>(doubts);
    problems.addAll(losses.told());
    problems.addAll(rejected.told());
    long dropped = doubts.size() + losses.count() + rejected.count();
    return new LossReport(List.copyOf(skipped), dropped, List.copyOf(problems));
  }

  /** What the database says about it; nothing if all is there. */
  RowBatch metadata() {
    Map<String, String> entries = new LinkedHashMap<>();
    if (!skipped.isEmpty()) {
      entries.put("tilescope_skipped_files", Integer.toString(skipped.size()));
      entries.put("tilescope_skipped", String.join("\n", skipped));
    }
    if (dropped > 0) {
      entries.put("tilescope_dropped_parts", Long.toString(dropped));
      entries.put("tilescope_dropped", String.join("\n", problems));
    }
    RowBatch batch = noMetadata();
    entries.forEach((key, value) -> batch.add(key).add(value));
    return batch;
  }

  /** Upstream has no such rows. */
  RowBatch noMetadata() {
    return new RowBatch(Table.REPORT_METADATA, Table.REPORT_METADATA.width(false), "");
  }
}
