package dev.tilescope.profile;

import dev.tilescope.profile.JvmZones.JvmZone;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * What Flight Recorder tells of collections, safepoints, and compilations of more than a
 * millisecond, as zones on the clock of the program.
 *
 * <p>Flight Recorder has a clock of its own. {@link ClockSync} is recorded with the first events
 * and then every second: others are moved by the difference between the two times of the last one
 * heard.
 */
final class JvmStream implements AutoCloseable {
  private static final Duration SHORTEST_COMPILATION = Duration.ofMillis(1);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final JvmZones zones;
  private final long startNanos;
  private final RecordingStream stream = new RecordingStream();
  private final Runnable periodic = ClockSync::record;
  private final List<JvmZone> untimed = new ArrayList<>();
  private final Map<Long, OpenSafepoint> safepoints = new HashMap<>();
  private @Nullable Long offsetNanos;

  private record OpenSafepoint(long beginNanos, String operation) {}

  /**
   * @param startNanos of the run
   */
  JvmStream(JvmZones zones, long startNanos) {
    this.zones = zones;
    this.startNanos = startNanos;
    listen("jdk.GCPhasePause", event -> add(event, "JVM GC", text(event, "name"), ""));
    listen("jdk.SafepointBegin", this::safepointBegins);
    listen("jdk.ExecuteVMOperation", this::safepointDoes);
    listen("jdk.SafepointEnd", this::safepointEnds);
    stream.enable("jdk.Compilation").withThreshold(SHORTEST_COMPILATION).withoutStackTrace();
    stream.onEvent("jdk.Compilation", this::compiled);
    stream.enable(ClockSync.class).withPeriod(Duration.ofSeconds(1)).withoutStackTrace();
    stream.onEvent(ClockSync.NAME, this::synchronise);
  }

  private interface Handler {
    void hear(RecordedEvent event);
  }

  private void listen(String name, Handler handler) {
    stream.enable(name).withoutThreshold().withoutStackTrace();
    stream.onEvent(name, handler::hear);
  }

  /** Returns when the recording runs. */
  void start() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    FlightRecorderListener listener = new RunningListener(running);
    FlightRecorder.addListener(listener);
    // The thread of startAsync() would keep a program alive whose own threads have ended.
    Thread.ofPlatform().daemon().name("tilescope-jvm-stream").start(() -> run(running));
    boolean _ = running.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    FlightRecorder.removeListener(listener);
    FlightRecorder.addPeriodicEvent(ClockSync.class, periodic);
    ClockSync.record();
  }

  private record RunningListener(CountDownLatch running) implements FlightRecorderListener {
    @Override
    public void recordingStateChanged(Recording recording) {
      if (recording.getState() == RecordingState.RUNNING) {
        running.countDown();
      }
    }
  }

  private void run(CountDownLatch running) {
    try {
      stream.start();
    } catch (RuntimeException e) {
      // Flight Recorder is switched off, or ends with the program.
    } finally {
      running.countDown();
    }
  }

  private void synchronise(RecordedEvent event) {
    offsetNanos = event.getLong("nanoTime") - nanos(event.getStartTime());
    List<JvmZone> waiting = List.copyOf(untimed);
    untimed.clear();
    waiting.forEach(this::add);
  }

  private void safepointBegins(RecordedEvent event) {
    safepoints.put(
        event.getLong("safepointId"), new OpenSafepoint(nanos(event.getStartTime()), ""));
  }

  private void safepointDoes(RecordedEvent event) {
    safepoints.computeIfPresent(
        event.getLong("safepointId"),
        (_, open) -> new OpenSafepoint(open.beginNanos, text(event, "operation")));
  }

  private void safepointEnds(RecordedEvent event) {
    OpenSafepoint open = safepoints.remove(event.getLong("safepointId"));
    safepoints.clear();
    if (open != null) {
      long length = nanos(event.getEndTime()) - open.beginNanos;
      add(new JvmZone("JVM safepoints", "Safepoint", open.operation, open.beginNanos, length));
    }
  }

  private void compiled(RecordedEvent event) {
    RecordedMethod method = event.getValue("method");
    String name = method == null ? "" : method.getType().getName() + "." + method.getName();
    add(event, "JVM compiler", text(event, "compiler"), name);
  }

  private static String text(RecordedEvent event, String field) {
    String text = event.getString(field);
    return text == null ? "" : text;
  }

  private void add(RecordedEvent event, String thread, String name, String text) {
    add(
        new JvmZone(
            thread, name, text, nanos(event.getStartTime()), event.getDuration().toNanos()));
  }

  /**
   * @param zone on the clock of Flight Recorder
   */
  private void add(JvmZone zone) {
    if (offsetNanos == null) {
      untimed.add(zone);
      return;
    }
    long begin = zone.beginNanos() + offsetNanos - startNanos;
    if (begin >= 0) {
      zones.add(new JvmZone(zone.thread(), zone.name(), zone.text(), begin, zone.nanos()));
    }
  }

  private static long nanos(Instant time) {
    return time.getEpochSecond() * 1_000_000_000L + time.getNano();
  }

  /** When the program ends, Flight Recorder may be ending too: then nobody waits for long. */
  @Override
  public void close() {
    FlightRecorder.removePeriodicEvent(periodic);
    Thread closing =
        Thread.ofPlatform().daemon().name("tilescope-jvm-events-end").start(this::stop);
    try {
      closing.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stop() {
    try (stream) {
      stream.stop();
    } catch (RuntimeException e) {
      // It ended by itself; what it told is there.
    }
  }
}
