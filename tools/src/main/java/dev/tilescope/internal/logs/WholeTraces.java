package dev.tilescope.internal.logs;

import dev.tilescope.model.TilescopeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A device log of whole replays: its runs are numbered as the replays of their device are, and have
 * nothing to do with operations. The host's messages say which traces they were of.
 */
final class WholeTraces {
  private static final String RISC = "TENSIX_RISC_AGG";
  private static final int RISC_COLUMN = 3;
  private static final int HEADER_ROWS = 2;

  /** The low bits of an id are its device, the others count replays from 1. */
  private static final int DEVICE_BITS = 10;

  private record Replay(long nanos, long traceId, long session) {}

  private final Map<Long, List<Replay>> byDevice = new HashMap<>();

  WholeTraces(HostLog host) {
    host.replayNanos.forEach((trace, times) -> {
      List<Replay> replays = byDevice.computeIfAbsent(trace.device(), _ -> new ArrayList<>());
      for (int i = 0; i < times.size(); i++) {
        replays.add(new Replay(times.get(i), trace.traceId(), i + 1L));
      }
    });
    byDevice.values().forEach(replays -> replays.sort(Comparator.comparingLong(Replay::nanos)));
  }

  /** Whether a log is of this kind, by its first row: cores that run programs come first. */
  static boolean isIn(Path deviceLog) {
    try (BufferedReader in = Files.newBufferedReader(deviceLog, StandardCharsets.ISO_8859_1)) {
      return in.lines()
          .skip(HEADER_ROWS)
          .findFirst()
          .map(row -> row.split(",", RISC_COLUMN + 2))
          .filter(cells -> cells.length > RISC_COLUMN && cells[RISC_COLUMN].equals(RISC))
          .isPresent();
    } catch (IOException e) {
      throw new TilescopeException("cannot read " + deviceLog + ": " + e, e);
    }
  }

  /** With its trace, if the host named it. */
  DeviceRecord named(DeviceRecord record) {
    RunKey key = record.key();
    List<Replay> replays = byDevice.getOrDefault((long) key.device(), List.of());
    long number = key.id() >> DEVICE_BITS;
    if (number < 1 || number > replays.size()) {
      return record;
    }
    Replay replay = replays.get((int) number - 1);
    return record.withKey(new RunKey(key.device(), key.id(), replay.traceId, replay.session));
  }
}
