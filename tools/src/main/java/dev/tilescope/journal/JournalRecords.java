package dev.tilescope.journal;

import dev.tilescope.journal.ByteSource.Malformed;
import dev.tilescope.model.Codes;
import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.MemoryPool;
import dev.tilescope.profile.OperationDescription;
import dev.tilescope.profile.ProfilerCost;
import dev.tilescope.profile.RecordKind;
import dev.tilescope.profile.SourceSite;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From the records of a journal to calls of a visitor; holds the threads and sites of now. */
final class JournalRecords {
  private static final Codes<RecordKind> KINDS = Codes.of(RecordKind.values());
  private static final Codes<HostThread.Kind> THREAD_KINDS = Codes.of(HostThread.Kind.values());

  private final HostEvents events;
  private final Map<Integer, Running> threads = new HashMap<>();
  private @Nullable SourceSite[] sites = new SourceSite[64];
  private final Map<Integer, OperationDescription> programs = new HashMap<>();
  private final Map<ProgramOnChip, OperationDescription> described = new HashMap<>();
  private boolean describesAll;
  private boolean hasEnded;

  private record ProgramOnChip(int chip, long hash) {}

  private static final class Running {
    final HostThread thread;
    int depth;
    long lastNanos;

    Running(HostThread thread) {
      this.thread = thread;
    }
  }

  /** Whose records these are, and when. */
  private @Nullable Running current;

  private long nanos;
  private ByteSource in = new ByteSource(new byte[0]);

  JournalRecords(HostEvents events) {
    this.events = events;
  }

  boolean hasEnded() {
    return hasEnded;
  }

  void read(ByteSource block) throws Malformed {
    in = block;
    current = null;
    nanos = 0;
    while (block.hasMore()) {
      record(block.number());
    }
  }

  private void record(long head) throws Malformed {
    nanos += head >>> JournalFormat.FORM_BITS;
    switch ((int) head & (1 << JournalFormat.FORM_BITS) - 1) {
      case JournalFormat.BEGIN -> begin();
      case JournalFormat.END -> end();
      case JournalFormat.OTHER -> other(in.coded("kind of record", KINDS));
      default -> throw new Malformed("a record is of no known form");
    }
  }

  private Running current() throws Malformed {
    if (current == null) {
      throw new Malformed("an event is of no thread");
    }
    current.lastNanos = nanos;
    return current;
  }

  private void begin() throws Malformed {
    Running on = current();
    on.depth++;
    events.zoneBegin(on.thread, nanos, site());
  }

  private void end() throws Malformed {
    Running on = current();
    if (on.depth == 0) {
      throw new Malformed("a zone ends that never began");
    }
    on.depth--;
    events.zoneEnd(on.thread, nanos);
  }

  private void other(RecordKind kind) throws Malformed {
    switch (kind) {
      case RUN -> run();
      case THREAD -> threadStarted();
      case THREAD_END -> threadEnded();
      case SITE -> defineSite();
      case ON -> switchThread();
      case TEXT -> events.zoneText(zone(), in.text());
      case NAME -> events.zoneName(zone(), in.text());
      case COLOUR -> events.zoneColour(zone(), (int) in.number());
      case VALUE -> events.zoneValue(zone(), in.signed());
      case MESSAGE -> events.message(current().thread, nanos, in.text(), (int) in.number());
      case FRAME -> events.frameMark(current().thread, nanos, in.text());
      case PLOT ->
          events.plot(current().thread, nanos, site().name(), Double.longBitsToDouble(in.number()));
      case ALLOCATE ->
          events.memoryAllocated(current().thread, nanos, pool(), in.number(), in.number());
      case FREE -> events.memoryFreed(current().thread, nanos, pool(), in.number());
      case PROGRAM -> programs.put(in.index(Integer.MAX_VALUE), DescriptionSource.read(in));
      case OPERATION -> operation();
      case JVM_ZONE -> jvmZone();
      case LOST -> events.lost(thread().thread, in.number());
      case DRAINED -> events.drained(in.number());
      case ENDED -> {
        hasEnded = true;
        events.ended(in.number());
      }
      case COST -> events.cost(cost());
    }
  }

  /** The thread of now, which must have a zone open. */
  private HostThread zone() throws Malformed {
    Running on = current();
    if (on.depth == 0) {
      throw new Malformed("something is said of a zone where none is open");
    }
    return on.thread;
  }

  private void run() throws Malformed {
    HostRun run = new HostRun(in.text(), in.signed(), in.signed(), in.number(), in.number() == 1);
    describesAll = run.fullOperationInfo();
    events.run(run);
  }

  /** Its program is described in full where the device has not heard of it. */
  private void operation() throws Malformed {
    HostThread on = zone();
    int number = in.index(Integer.MAX_VALUE);
    OperationDescription program = programs.get(number);
    if (program == null) {
      throw new Malformed("program " + number + " is not defined");
    }
    int chip = in.index(JournalFormat.MOST_NUMBERED);
    long numberAndHit = in.number();
    OperationText text =
        new OperationText(program, numberAndHit >>> 1, chip, (numberAndHit & 1) != 0);
    OperationDescription before = described.put(new ProgramOnChip(chip, program.hash()), program);
    events.zoneText(on, text.zoneText());
    String message = describesAll || before != program ? text.full() : text.brief();
    events.message(on, nanos, message, JournalFormat.DEFAULT_COLOUR);
  }

  private void threadStarted() throws Malformed {
    HostThread thread =
        new HostThread(
            in.index(Integer.MAX_VALUE), in.text(), in.coded("kind of thread", THREAD_KINDS));
    threads.put(thread.number(), new Running(thread));
    events.threadStarted(thread);
  }

  private Running thread() throws Malformed {
    int number = in.index(Integer.MAX_VALUE);
    Running found = threads.get(number);
    if (found == null) {
      throw new Malformed("thread " + number + " is not defined");
    }
    return found;
  }

  private void threadEnded() throws Malformed {
    Running ended = thread();
    endOpenZones(ended);
    threads.remove(ended.thread.number());
    events.threadEnded(ended.thread);
  }

  private ProfilerCost cost() throws Malformed {
    return new ProfilerCost(
        in.number(), Double.longBitsToDouble(in.number()), in.number(), in.signed(), in.number());
  }

  private void switchThread() throws Malformed {
    Running next = thread();
    current = next;
    nanos = in.number();
  }

  private void defineSite() throws Malformed {
    SourceSite site =
        new SourceSite(
            in.index(JournalFormat.MOST_NUMBERED),
            in.text(),
            in.text(),
            in.text(),
            in.index(Integer.MAX_VALUE));
    if (site.id() >= sites.length) {
      sites = Arrays.copyOf(sites, Math.max(site.id() + 1, 2 * sites.length));
    }
    sites[site.id()] = site;
  }

  private SourceSite site() throws Malformed {
    int id = in.index(JournalFormat.MOST_NUMBERED);
    SourceSite site = id < sites.length ? sites[id] : null;
    if (site == null) {
      throw new Malformed("site " + id + " is not defined");
    }
    return site;
  }

  private String pool() throws Malformed {
    return MemoryPool.name(in.index(JournalFormat.MOST_NUMBERED));
  }

  private void jvmZone() throws Malformed {
    HostThread on = thread().thread;
    SourceSite site = site();
    long begin = in.signed();
    long length = in.number();
    events.zoneBegin(on, begin, site);
    events.zoneText(on, in.text());
    events.zoneEnd(on, begin + length);
  }

  /** Zones of a program that was killed end with the last event of their thread. */
  void endOpenZones() {
    threads.values().forEach(this::endOpenZones);
  }

  private void endOpenZones(Running on) {
    while (on.depth > 0) {
      on.depth--;
      events.zoneEnd(on.thread, on.lastNanos);
    }
  }
}
