package dev.tilescope.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Facts on their way to the database that lack a number known only at the end of the trace: in
 * memory while they are few, else in a file that {@link #close} deletes.
 */
final class FactSpool implements AutoCloseable {
  /** Writes or reads one after the other. */
  interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  interface Reading {
    void one(DataInputStream in) throws IOException;
  }

  private static final int MEMORY_BYTES = 1 << 20;

  private final Path folder;
  private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private DataOutputStream out = new DataOutputStream(memory);
  private @Nullable Path file;
  private long count;

  FactSpool(Path folder) {
    this.folder = folder;
  }

  void add(Writing fact) {
    try {
      fact.to(out);
      count++;
      if (file == null && memory.size() > MEMORY_BYTES) {
        spill();
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void spill() throws IOException {
    Path target = Files.createTempFile(folder, ".tilescope-", ".tmp");
    file = target;
    OutputStream stream = new BufferedOutputStream(Files.newOutputStream(target), 1 << 16);
    out = new DataOutputStream(stream);
    memory.writeTo(out);
    memory.reset();
  }

  /** All facts, in their order; nothing can be added then. */
  void forEach(Reading reading) {
    try {
      out.close();
      try (DataInputStream in = new DataInputStream(stored())) {
        for (long i = 0; i < count; i++) {
          reading.one(in);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private InputStream stored() throws IOException {
    return file == null
        ? new ByteArrayInputStream(memory.toByteArray())
        : new BufferedInputStream(Files.newInputStream(file), 1 << 16);
  }

  private DatabaseFailure failed(IOException e) {
    return new DatabaseFailure(
        "cannot write a temporary file into " + folder + ": " + e.getMessage(), e);
  }

  @Override
  public void close() {
    try {
      out.close();
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }
}
