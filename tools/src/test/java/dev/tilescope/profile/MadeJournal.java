package dev.tilescope.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** A journal of events that a test makes up. */
public final class MadeJournal implements AutoCloseable {
  private final JournalWriter writer;

  private MadeJournal(JournalWriter writer) {
    this.writer = writer;
  }

  /** In a folder of logs. */
  public static MadeJournal in(Path logs, HostRun run) throws IOException {
    Files.createDirectories(logs);
    MadeJournal made =
        new MadeJournal(
            new JournalWriter(
                FileChannel.open(
                    JournalFormat.in(logs),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE)));
    made.writer.run(run);
    return made;
  }

  /** A description as a journal holds it. */
  public static byte[] bytes(OperationDescription description) {
    ByteSink bytes = new ByteSink();
    DescriptionCode.write(description, bytes);
    return Arrays.copyOf(bytes.bytes(), bytes.size());
  }

  public void thread(HostThread thread) {
    writer.thread(thread);
  }

  public void threadEnd(int thread) {
    writer.threadEnd(thread);
  }

  public void begin(int thread, long nanos, SourceSite site) {
    on(thread, nanos);
    writer.zoneBegin(nanos, site);
  }

  public void end(int thread, long nanos) {
    on(thread, nanos);
    writer.zoneEnd(nanos);
  }

  public void text(String text) {
    writer.text(RecordKind.TEXT, text);
  }

  public void name(String name) {
    writer.text(RecordKind.NAME, name);
  }

  public void colour(int rgb) {
    writer.colour(rgb);
  }

  public void value(long value) {
    writer.value(value);
  }

  public void message(int thread, long nanos, String text, int rgb) {
    on(thread, nanos);
    writer.message(nanos, text, rgb);
  }

  public void frame(int thread, long nanos, String name) {
    on(thread, nanos);
    writer.frame(nanos, name);
  }

  public void plot(int thread, long nanos, SourceSite site, double value) {
    on(thread, nanos);
    writer.plot(nanos, site, value);
  }

  public void allocate(int thread, long nanos, int pool, long address, long bytes) {
    on(thread, nanos);
    writer.allocate(nanos, pool, address, bytes);
  }

  public void free(int thread, long nanos, int pool, long address) {
    on(thread, nanos);
    writer.free(nanos, pool, address);
  }

  public void lost(int thread, long events) {
    writer.lost(thread, events);
  }

  public void jvmZone(int thread, String name, String text, long begin, long nanos) {
    writer.jvmZone(thread, new JvmZones.JvmZone("", name, text, begin, nanos));
  }

  public void drained(long nanos) {
    writer.drained(nanos);
  }

  public void flush() throws IOException {
    writer.flush();
  }

  public void ended(long nanos) {
    writer.ended(nanos);
  }

  private void on(int thread, long nanos) {
    try {
      if (writer.isBlockFull()) {
        writer.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    writer.on(thread, nanos);
  }

  @Override
  public void close() throws IOException {
    writer.flush();
    writer.close();
  }
}
