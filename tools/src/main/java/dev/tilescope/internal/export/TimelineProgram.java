package dev.tilescope.internal.export;

import java.util.ArrayList;
import java.util.List;

/** How exports call the program that a timeline is of. */
final class TimelineProgram {
  private TimelineProgram() {}

  /**
   * @param processId 0 if it is not known
   * @param runId empty if it is not known, or not to be said
   */
  static String label(String name, long processId, String runId) {
    List<String> remarks = new ArrayList<>();
    String process = "pid " + processId;
    if (processId != 0 && !name.equals(process)) {
      remarks.add(process);
    }
    if (!runId.isEmpty()) {
      remarks.add("run " + runId);
    }
    return remarks.isEmpty() ? name : name + " (" + String.join(", ", remarks) + ")";
  }
}
