package dev.tilescope.tracy.live;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Answers a peer: each question has one answer, and answers come in the order of questions. One
 * that nobody understands is acknowledged, or the peer would wait for ever.
 */
final class Answers {
  private static final int MOST_SOURCE_BYTES = Frame.MOST_BYTES - 64;

  /** Longer than any path. */
  private static final int MOST_DATA_BYTES = 1 << 16;

  private final EventStream stream;
  private final Names names;
  private final List<Path> sources;
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private long expectedBytes;

  Answers(EventStream stream, Names names, List<Path> sources) {
    this.stream = stream;
    this.names = names;
    this.sources = sources;
  }

  /** All but those that end the connection. */
  void answer(Query query) {
    long key = query.key();
    switch (query.type()) {
      case Query.STRING -> stream.reply(Event.STRING_DATA, key, names.text(key));
      case Query.THREAD_NAME -> stream.reply(Event.THREAD_NAME, key, names.thread(key));
      case Query.SOURCE_LOCATION -> place(names.place(key));
      case Query.PLOT_NAME -> stream.reply(Event.PLOT_NAME, key, names.text(key));
      case Query.FRAME_NAME -> stream.reply(Event.FRAME_NAME, key, names.text(key));
      case Query.FIBER_NAME -> stream.reply(Event.FIBER_NAME, key, names.fiber(key));
      case Query.EXTERNAL_NAME -> {
        stream.reply(Event.EXTERNAL_THREAD_NAME, key, "???");
        stream.reply(Event.EXTERNAL_NAME, key, "???");
      }
      case Query.CALLSTACK_FRAME -> stackFrame(key);
      case Query.SYMBOL -> symbol(key);
      case Query.SYMBOL_CODE -> stream.event(Event.ACK_NO_SYMBOL_CODE, 1);
      case Query.SOURCE_CODE -> source((int) key);
      case Query.DATA -> beginData(key);
      case Query.DATA_PART -> addData(key, query.extra());
      default -> acknowledge();
    }
  }

  private void acknowledge() {
    stream.event(Event.ACK_QUERY, 1);
  }

  private void place(Names.Place place) {
    long name = names.text(place.name());
    long function = names.text(place.function());
    long file = names.text(place.file());
    stream.event(Event.SOURCE_LOCATION, 32);
    stream.frame().put64(name);
    stream.frame().put64(function);
    stream.frame().put64(file);
    stream.frame().put32(place.line());
    stream.frame().putColour(0);
  }

  private static String file(StackTraceElement frame) {
    return frame.getFileName() == null ? "" : frame.getFileName();
  }

  private void stackFrame(long key) {
    StackTraceElement frame = names.stackFrame(key);
    stream.single(frame.getModuleName() == null ? "java" : frame.getModuleName());
    stream.event(Event.CALLSTACK_FRAME_SIZE, 10);
    stream.frame().put64(key);
    stream.frame().put8(1);
    stream.single(frame.getClassName() + "." + frame.getMethodName());
    stream.second(file(frame));
    stream.event(Event.CALLSTACK_FRAME, 17);
    stream.frame().put32(Math.max(0, frame.getLineNumber()));
    stream.frame().put64(key);
    stream.frame().put32(1);
  }

  private void symbol(long key) {
    StackTraceElement frame = names.stackFrame(key);
    stream.single(file(frame));
    stream.event(Event.SYMBOL_INFORMATION, 13);
    stream.frame().put32(Math.max(0, frame.getLineNumber()));
    stream.frame().put64(key);
  }

  private void beginData(long bytes) {
    data.reset();
    expectedBytes = Math.clamp(bytes, 0, MOST_DATA_BYTES);
    acknowledge();
  }

  private void addData(long first, int second) {
    byte[] part =
        ByteBuffer.allocate(12)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(first)
            .putInt(second)
            .array();
    data.write(part, 0, (int) Math.min(part.length, expectedBytes - data.size()));
    acknowledge();
  }

  private void source(int request) {
    byte[] text = source(data.toString(StandardCharsets.UTF_8).replace("\0", ""));
    if (text.length == 0) {
      stream.event(Event.ACK_NO_SOURCE_CODE, 5);
      stream.frame().put32(request);
    } else {
      stream.event(Event.SOURCE_CODE, 13 + text.length);
      stream.frame().put64(request);
      stream.frame().put32(text.length);
      stream.frame().put(text);
    }
  }

  /** Only files that zones of the program are in, and only below the folders that were named. */
  private byte[] source(String file) {
    for (Path folder : names.isFile(file) ? sources : List.<Path>of()) {
      Path path = folder.resolve(file).normalize();
      try {
        if (path.startsWith(folder)
            && Files.isRegularFile(path)
            && Files.size(path) <= MOST_SOURCE_BYTES) {
          return Files.readAllBytes(path);
        }
      } catch (IOException e) {
        // As good as not there.
      }
    }
    return new byte[0];
  }
}
