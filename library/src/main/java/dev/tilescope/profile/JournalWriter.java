package dev.tilescope.profile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.BitSet;
import java.util.zip.CRC32C;

/**
 * Appends the events of a run to its journal, in blocks that are written whole: a program that is
 * killed leaves every block before its last moments. Used by one thread.
 *
 * <pre>
 * Journal --> "TSHOST01", Block*
 * Block   --> bytes i32, CRC-32C of the content i32, content        both little-endian
 * content --> Record*
 * Record  --> head, fields          number: LEB128; signed: zigzag; text: bytes, UTF-8
 * head    --> number: elapsed << 2 | form
 *             elapsed: nanoseconds since the record before it on the same thread in this block
 *             form 0: a zone begins; field: number of its site
 *             form 1: the innermost zone ends
 *             form 2: another record; the number of its {@link RecordKind} follows, then its fields
 *
 * RUN         id text, wall clock signed, nanoTime signed, pid, full operation info 0 or 1
 * THREAD      number, name text, kind
 * THREAD_END  number
 * SITE        number, name text, function text, file text, line
 * ON          thread, nanoseconds since the start of the run: what follows is this thread's
 * TEXT, NAME  text                     of the innermost zone
 * COLOUR      rgb                      of the innermost zone
 * VALUE       signed                   of the innermost zone
 * MESSAGE     text, rgb
 * FRAME       name text
 * PLOT        site, bits of a double
 * ALLOCATE    pool as in {@link MemoryPool}, address, bytes
 * FREE        pool, address
 * PROGRAM     number, name text, hash, attributes: count and pairs of texts, inputs: count there
 *             were, count and tensors, outputs: likewise, data movement kernels, compute kernels,
 *             math fidelity text, ideal compute nanoseconds, ideal bandwidth nanoseconds
 *             a tensor is four texts of its shape, layout, dtype, buffer type and memory layout
 *             texts, and bytes; programs that are not referred to again have number 0
 * OPERATION   program, chip, number of the launch << 1 | cache hit
 * JVM_ZONE    thread, site, begin signed, nanoseconds, text
 * LOST        thread, events dropped so far
 * DRAINED     nanoseconds since the start of the run
 * ENDED       nanoseconds since the start of the run
 * COST        fields of {@link ProfilerCost}: events, bits of a double, nanoseconds, signed, bytes
 * </pre>
 *
 * <p>Threads and sites come before what refers to them. Another version has another magic. A little
 * over 300 lines, since it has a method for each record.
 */
final class JournalWriter implements AutoCloseable {
  /** A block ends with the first record beyond this. */
  private static final int BLOCK_BYTES = 1 << 18;

  private static final int NOBODY = 0;

  private final FileChannel channel;
  private final ByteSink definitions = new ByteSink();
  private final ByteSink events = new ByteSink();
  private final BitSet definedSites = new BitSet();
  private final CRC32C checksum = new CRC32C();
  private int thread = NOBODY;
  private long lastNanos;
  private int programs;
  private long writtenBytes;
  private ByteBuffer block = ByteBuffer.allocateDirect(2 * BLOCK_BYTES);

  /**
   * @param channel at the beginning of an empty file
   */
  JournalWriter(FileChannel channel) throws IOException {
    this.channel = channel;
    write(ByteBuffer.wrap(JournalFormat.MARK.bytes()));
  }

  void run(HostRun run) {
    define(RecordKind.RUN);
    definitions.text(run.id());
    definitions.signed(run.wallClockNanos());
    definitions.signed(run.nanoTime());
    definitions.number(run.pid());
    definitions.number(run.fullOperationInfo() ? 1 : 0);
  }

  void thread(HostThread started) {
    define(RecordKind.THREAD);
    definitions.number(started.number());
    definitions.text(started.name());
    definitions.number(started.kind().code());
  }

  void threadEnd(int number) {
    begin(RecordKind.THREAD_END);
    events.number(number);
  }

  private void site(SourceSite site) {
    if (definedSites.get(site.id())) {
      return;
    }
    definedSites.set(site.id());
    define(RecordKind.SITE);
    definitions.number(site.id());
    definitions.text(site.name());
    definitions.text(site.function());
    definitions.text(site.file());
    definitions.number(site.line());
  }

  /** What follows is of this thread; times are not before this one. */
  void on(int number, long nanos) {
    if (number != thread) {
      begin(RecordKind.ON);
      events.number(number);
      events.number(nanos);
      thread = number;
      lastNanos = nanos;
    }
  }

  void zoneBegin(long nanos, SourceSite site) {
    site(site);
    head(nanos, JournalFormat.BEGIN);
    events.number(site.id());
  }

  void zoneEnd(long nanos) {
    head(nanos, JournalFormat.END);
  }

  /** TEXT or NAME. */
  void text(RecordKind kind, String text) {
    begin(kind);
    events.text(text);
  }

  void colour(int rgb) {
    begin(RecordKind.COLOUR);
    events.number(rgb);
  }

  void value(long value) {
    begin(RecordKind.VALUE);
    events.signed(value);
  }

  void message(long nanos, String text, int rgb) {
    begin(RecordKind.MESSAGE, nanos);
    events.text(text);
    events.number(rgb);
  }

  void frame(long nanos, String name) {
    begin(RecordKind.FRAME, nanos);
    events.text(name);
  }

  void plot(long nanos, SourceSite site, double value) {
    site(site);
    begin(RecordKind.PLOT, nanos);
    events.number(site.id());
    events.number(Double.doubleToRawLongBits(value));
  }

  void allocate(long nanos, int pool, long address, long bytes) {
    begin(RecordKind.ALLOCATE, nanos);
    events.number(pool);
    events.number(address);
    events.number(bytes);
  }

  void free(long nanos, int pool, long address) {
    begin(RecordKind.FREE, nanos);
    events.number(pool);
    events.number(address);
  }

  void operation(long nanos, SeenProgram seen, int chip, long numberAndHit) {
    int program = program(seen);
    begin(RecordKind.OPERATION, nanos);
    events.number(program);
    events.number(chip);
    events.number(numberAndHit);
  }

  private int program(SeenProgram seen) {
    if (seen.number == SeenProgram.UNNUMBERED) {
      seen.number = seen.isKept ? ++programs : 0;
      begin(RecordKind.PROGRAM);
      events.number(seen.number);
      DescriptionCode.write(seen.describe(), events);
    }
    return seen.number;
  }

  void jvmZone(int number, JvmZones.JvmZone zone) {
    SourceSite site = SourceSites.get(SourceSites.of(zone.name(), "", "", 0));
    site(site);
    begin(RecordKind.JVM_ZONE);
    events.number(number);
    events.number(site.id());
    events.signed(zone.beginNanos());
    events.number(zone.nanos());
    events.text(zone.text());
  }

  void lost(int number, long count) {
    begin(RecordKind.LOST);
    events.number(number);
    events.number(count);
  }

  void drained(long nanos) {
    begin(RecordKind.DRAINED);
    events.number(nanos);
  }

  void ended(long nanos) {
    begin(RecordKind.ENDED);
    events.number(nanos);
  }

  void cost(ProfilerCost cost) {
    begin(RecordKind.COST);
    events.number(cost.events());
    events.number(Double.doubleToRawLongBits(cost.nanosPerEvent()));
    events.number(cost.deviceNanos());
    events.signed(cost.writerNanos());
    events.number(cost.journalBytes());
  }

  private void define(RecordKind kind) {
    definitions.number(JournalFormat.OTHER);
    definitions.number(kind.code());
  }

  private void begin(RecordKind kind) {
    begin(kind, lastNanos);
  }

  private void begin(RecordKind kind, long nanos) {
    head(nanos, JournalFormat.OTHER);
    events.number(kind.code());
  }

  /** A time before the last one, which no clock gives, counts as the last one. */
  private void head(long nanos, int form) {
    long elapsed = Math.max(0, nanos - lastNanos);
    lastNanos += elapsed;
    events.number(elapsed << JournalFormat.FORM_BITS | form);
  }

  boolean isBlockFull() {
    return events.size() + definitions.size() >= BLOCK_BYTES;
  }

  boolean hasContent() {
    return events.size() + definitions.size() > 0;
  }

  /** Ends the block. */
  void flush() throws IOException {
    int length = definitions.size() + events.size();
    if (length == 0) {
      return;
    }
    definitions.raw(events.bytes(), events.size());
    checksum.reset();
    checksum.update(definitions.bytes(), 0, length);
    if (block.capacity() < JournalFormat.BLOCK_HEADER_BYTES + length) {
      block = ByteBuffer.allocateDirect(2 * (JournalFormat.BLOCK_HEADER_BYTES + length));
    }
    block.clear().order(ByteOrder.LITTLE_ENDIAN);
    block.putInt(length).putInt((int) checksum.getValue());
    block.put(definitions.bytes(), 0, length).flip();
    definitions.clear();
    events.clear();
    thread = NOBODY;
    lastNanos = 0;
    write(block);
  }

  /** How much of the file is there, in whole blocks. */
  long writtenBytes() {
    return writtenBytes;
  }

  private void write(ByteBuffer bytes) throws IOException {
    writtenBytes += bytes.remaining();
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
