package dev.tilescope.internal.serve.live;

import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.watch.MonitorSnapshot;
import dev.tilescope.internal.watch.SnapshotJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Tells one who watches what has changed: {@code snapshot}, as {@link SnapshotJson} writes it, and
 * now and then {@code beat} with the time, by which also a client that has gone is noticed.
 */
final class LiveEvents implements Answer.EventSource {
  private static final long MILLIS_BETWEEN = 250;
  private static final int LOOKS_PER_BEAT = 8;

  private final LiveMemory memory;

  LiveEvents(LiveMemory memory) {
    this.memory = memory;
  }

  @Override
  public void run(Answer.EventSink sink) throws IOException {
    MonitorSnapshot told = null;
    for (long look = 0; ; look++) {
      MonitorSnapshot now = memory.snapshot();
      if (told == null || differs(told, now)) {
        byte[] json = SnapshotJson.of(now).getBytes(StandardCharsets.UTF_8);
        sink.event("snapshot", to -> to.rawValue(out -> write(out, json)));
        told = now;
      } else if (look % LOOKS_PER_BEAT == 0) {
        sink.event("beat", to -> to.beginObject().field("time_ms", now.epochMillis()).endObject());
      }
      try {
        Thread.sleep(MILLIS_BETWEEN);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static void write(OutputStream out, byte[] json) {
    try {
      out.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean differs(@Nullable MonitorSnapshot before, MonitorSnapshot now) {
    return before == null
        || !before.processes().equals(now.processes())
        || !before.problems().equals(now.problems());
  }
}
