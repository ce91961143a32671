package dev.tilescope.internal.serve.overview;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.memory.Headline;
import java.util.List;

/**
 * {@code overview-memory}: whether the program fits each device, and how full its L1 and DRAM were
 * as it ran, in curves of few points.
 */
final class MemoryPeaks {
  private static final int POINTS = 200;
  private static final int MAX_DEVICES = 32;

  private MemoryPeaks() {}

  static Answer answer(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    List<Headline> peaks = MemoryLevels.peaks(report, operations.rank());
    return Answer.object(json -> {
      json.field("devices", peaks.size())
          .objects(
              "fits",
              peaks.stream().limit(MAX_DEVICES).toList(),
              device -> fit(json, device, MemoryLevels.of(report, operations, device.deviceId())));
    });
  }

  private static void fit(JsonWriter json, Headline device, MemoryLevels levels) {
    json.field("device", device.deviceId()).field("program", device.programBytes());
    MemoryLevels.write(json, device);
    points(json, "l1Points", levels.of(MemoryLevels.L1));
    points(json, "dramPoints", levels.of(MemoryLevels.DRAM));
  }

  private static void points(JsonWriter json, String name, long[] levels) {
    long[] points = new long[Math.min(POINTS, levels.length)];
    for (int i = 0; i < levels.length; i++) {
      int at = (int) ((long) i * points.length / levels.length);
      points[at] = Math.max(points[at], levels[i]);
    }
    json.name(name).longs(points);
  }
}
