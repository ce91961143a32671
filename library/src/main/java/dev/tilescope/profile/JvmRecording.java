package dev.tilescope.profile;

import dev.tilescope.profile.JvmZones.JvmZone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
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
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * What Flight Recorder tells of collections, safepoints, and compilations of more than a
 * millisecond, as zones on the clock of the program.
 *
 * <p>It is recorded to a file and read when the session ends. A stream of events would tell them as
 * they happen, but takes up to a second to end, and its thread keeps a program alive.
 *
 * <p>Flight Recorder has a clock of its own. {@link NanoTimeEvent} is recorded with the first
 * events and then every second: others are moved by the difference between the two times of the
 * last one before them.
 */
final class JvmRecording implements AutoCloseable {
  private static final Duration SHORTEST_COMPILATION = Duration.ofMillis(1);
  private static final Duration MOST_WAIT = Duration.ofSeconds(3);
  private static final String COMPILATION = "jdk.Compilation";

  private interface Handler {
    void hear(RecordedEvent event);
  }

  private final JvmZones zones;
  private final long startNanos;
  private final Path file;
  private final Recording recording = new Recording();
  private final Runnable periodic = NanoTimeEvent::record;
  private final Map<String, Handler> handlers = new HashMap<>();
  private final List<JvmZone> untimed = new ArrayList<>();
  private final Map<Long, OpenSafepoint> safepoints = new HashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable Long offsetNanos;

  private record OpenSafepoint(long beginNanos, String operation) {}

  /**
   * @param startNanos of the run
   * @param file where events are kept until the end
   */
  JvmRecording(JvmZones zones, long startNanos, Path file) {
    this.zones = zones;
    this.startNanos = startNanos;
    this.file = file;
    listen("jdk.GCPhasePause", event -> add(event, "JVM GC", text(event, "name"), ""));
    listen("jdk.SafepointBegin", this::safepointBegins);
    listen("jdk.ExecuteVMOperation", this::safepointDoes);
    listen("jdk.SafepointEnd", this::safepointEnds);
    recording.enable(COMPILATION).withThreshold(SHORTEST_COMPILATION).withoutStackTrace();
    handlers.put(COMPILATION, this::compiled);
    recording.enable(NanoTimeEvent.class).withPeriod(Duration.ofSeconds(1)).withoutStackTrace();
    handlers.put(NanoTimeEvent.NAME, this::synchronise);
  }

  private void listen(String name, Handler handler) {
    recording.enable(name).withoutThreshold().withoutStackTrace();
    handlers.put(name, handler);
  }

  /**
   * Returns when the recording runs. If the program ends, Flight Recorder may end before us: then
   * it leaves the file itself.
   */
  void start() throws IOException {
    recording.setDestination(file);
    recording.setDumpOnExit(true);
    recording.start();
    FlightRecorder.addPeriodicEvent(NanoTimeEvent.class, periodic);
    NanoTimeEvent.record();
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
    add(event, "JVM compiler", /* name= */ text(event, "compiler"), /* text= */ name);
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

  @Override
  public void close() {
    FlightRecorder.removePeriodicEvent(periodic);
    if (isProgramEnding()) {
      awaitFlightRecorder();
    } else {
      stop();
    }
    try {
      if (Files.isRegularFile(file)) {
        read();
        Files.delete(file);
      }
    } catch (IOException e) {
      // Nothing but these events is missing then.
    }
  }

  private void stop() {
    try (recording) {
      // Stopping writes the file, since it has a destination.
      recording.stop();
    } catch (IllegalStateException e) {
      // Somebody else stopped it.
    }
  }

  /** No hook can be added once hooks run. */
  private static boolean isProgramEnding() {
    Thread hook = Thread.ofPlatform().unstarted(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      return !Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return true;
    }
  }

  /**
   * Flight Recorder's own hook, which runs beside ours, writes the file and then removes what it is
   * made from. Stopping the recording here at the same time would find that gone, and complain on
   * standard error.
   */
  private void awaitFlightRecorder() {
    FlightRecorder.addListener(
        new FlightRecorderListener() {
          @Override
          public void recordingStateChanged(Recording changed) {
            if (changed.getId() == recording.getId()
                && changed.getState() == RecordingState.CLOSED) {
              closed.countDown();
            }
          }
        });
    try {
      if (recording.getState() != RecordingState.CLOSED) {
        closed.await(MOST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Flight Recorder writes thread by thread; what is told here is in the order of time. */
  private void read() throws IOException {
    List<RecordedEvent> events = new ArrayList<>();
    try (RecordingFile recorded = new RecordingFile(file)) {
      while (recorded.hasMoreEvents()) {
        events.add(recorded.readEvent());
      }
    }
    events.sort(Comparator.comparing(RecordedEvent::getEndTime));
    for (RecordedEvent event : events) {
      Handler handler = handlers.get(event.getEventType().getName());
      if (handler != null) {
        handler.hear(event);
      }
    }
  }
}
