package dev.tilescope.internal.monitor;

import dev.tilescope.internal.track.Tracker;
import dev.tilescope.internal.watch.MonitorReader;
import dev.tilescope.internal.watch.MonitorSnapshot;
import dev.tilescope.internal.watch.MonitorSnapshot.DeviceMemory;
import dev.tilescope.internal.watch.MonitorSnapshot.ProcessMemory;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A publisher of this process in a folder of its own, under a process number of choice. */
public final class Publishing implements AutoCloseable {
  static final long PID = 4711;
  static final long START = 99;

  /** Processes as a test wants them. */
  static final class MadeProcesses implements Processes {
    final Map<Long, Long> starts = new ConcurrentHashMap<>();

    @Override
    public long startMark(long pid) {
      return starts.getOrDefault(pid, NONE);
    }

    @Override
    public long space() {
      return 7;
    }
  }

  final MadeProcesses processes = new MadeProcesses();
  final MonitorFolder folder;
  final Path file;
  final MemoryPublisher publisher;

  Publishing(Path parent) {
    folder = folder(parent);
    processes.starts.put(PID, START);
    MemoryFile made = MemoryFile.create(folder, identity(PID), "Program", 1_000);
    file = made.path();
    publisher = new MemoryPublisher(made, null);
    Tracker.add(publisher);
  }

  static MonitorFolder folder(Path parent) {
    return new MonitorFolder(parent.resolve("monitor"), MonitorFolder.userId());
  }

  static ProcessIdentity identity(long pid) {
    return new ProcessIdentity(pid, START, 7);
  }

  MonitorReader reader() {
    return new MonitorReader(folder, processes, InstantSource.system());
  }

  ProcessMemory process() {
    MonitorSnapshot snapshot = reader().snapshot();
    if (snapshot.processes().size() != 1) {
      throw new AssertionError("not one process: " + snapshot);
    }
    return snapshot.processes().getFirst();
  }

  DeviceMemory device() {
    return process().devices().getFirst();
  }

  public static TensorSpec interleaved(BufferType type, int tiles) {
    return new TensorSpec(
        Shape.of(32, 32 * tiles),
        DataType.BFLOAT16,
        Layout.TILE,
        new MemoryConfig(TensorMemoryLayout.INTERLEAVED, type, null));
  }

  /** On the first core only. */
  static TensorSpec sharded(BufferType type, int tiles) {
    return new TensorSpec(
        Shape.of(32, 32 * tiles),
        DataType.BFLOAT16,
        Layout.TILE,
        MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            type,
            new ShardSpec(CoreRangeSet.grid(1, 1), 32, 32 * tiles, ShardOrientation.ROW_MAJOR)));
  }

  @Override
  public void close() {
    publisher.end();
  }
}
