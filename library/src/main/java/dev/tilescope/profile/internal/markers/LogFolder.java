package dev.tilescope.profile.internal.markers;

import dev.tilescope.internal.io.AtomicFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A folder of logs. Those that grow with every read are appended to, a whole read at a time, and
 * begin with their header; others are written whole.
 */
record LogFolder(Path path) {
  OutputStream appendTo(String name, String head) throws IOException {
    return WholeAppend.to(path.resolve(name), head.getBytes(StandardCharsets.UTF_8));
  }

  void append(String name, String head, CharSequence text) throws IOException {
    try (OutputStream out = appendTo(name, head)) {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  void write(String name, Consumer<OutputStream> content) throws IOException {
    try (AtomicFiles files = new AtomicFiles()) {
      files.stage(path.resolve(name), content);
      files.publish();
    }
  }

  void write(String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    write(
        name,
        out -> {
          try {
            out.write(bytes);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
