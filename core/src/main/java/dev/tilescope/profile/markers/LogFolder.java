package dev.tilescope.profile.markers;

import dev.tilescope.io.AtomicFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * A folder of logs. Those that grow with every read are appended to, and begin with their header;
 * others are written whole.
 */
record LogFolder(Path path) {
  OutputStream appendTo(String name, String head) throws IOException {
    Path file = path.resolve(name);
    boolean isNew = !Files.exists(file);
    OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (isNew) {
      out.write(head.getBytes(StandardCharsets.UTF_8));
    }
    return out;
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
