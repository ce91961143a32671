package dev.tilescope.internal.serve.http;

import dev.tilescope.internal.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/** What goes back to the page. */
public sealed interface Answer {
  /** No answer is larger: whatever may be, comes in parts. */
  int MAX_BYTES = 1 << 20;

  /** Whole content, which is compressed and has a tag by which the browser's copy is recognised. */
  record Content(String type, byte[] bytes) implements Answer {}

  /** Content that may take seconds. Whoever stops waiting cancels it, which interrupts its work. */
  record Pending(Future<Content> content) implements Answer {}

  /** Begins to work on an answer, on a thread of its own. */
  static Answer pending(Callable<Content> work) {
    FutureTask<Content> task = new FutureTask<>(work);
    Thread.ofVirtual().name("answer").start(task);
    return new Pending(task);
  }

  /** Server-sent events: runs until the client goes away or the source has no more. */
  record Events(EventSource source) implements Answer {}

  /** Writes events until it returns. */
  interface EventSource {
    void run(EventSink sink) throws IOException;
  }

  /** Where events go; throws when the client is gone. */
  interface EventSink {
    void event(String name, Consumer<JsonWriter> json) throws IOException;
  }

  /** A JSON object, of which the fields are written. */
  static Content object(Consumer<JsonWriter> fields) {
    return json(json -> json.object(() -> fields.accept(json)));
  }

  /** A JSON document. */
  static Content json(Consumer<JsonWriter> document) {
    Bounded bytes = new Bounded();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      document.accept(json);
    }
    return new Content("application/json", bytes.toByteArray());
  }

  /** An endpoint that forgets to page is a mistake that must be seen, not sent. */
  final class Bounded extends ByteArrayOutputStream {
    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      if (count + length > MAX_BYTES) {
        throw Refusal.tooLarge(
            "the answer is larger than %,d bytes; ask for a smaller range or fewer rows"
                .formatted(MAX_BYTES));
      }
      super.write(bytes, offset, length);
    }
  }
}
