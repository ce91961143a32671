package dev.tilescope.tracy.live;

import dev.tilescope.journal.JournalTail;
import dev.tilescope.profile.internal.markers.DeviceRead;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * One connection to Tracy, from the welcome to its end. One thread reads the journal, sends what is
 * in it and answers questions; others only hand over what devices told.
 */
final class LiveCapture {
  private static final long IDLE_NANOS = 20_000_000;
  private static final long HEAP_PERIOD_NANOS = 100_000_000;

  /** What devices told and is not sent yet. */
  private static final long MOST_BYTES = Math.min(128L << 20, Runtime.getRuntime().maxMemory() / 8);

  private final Peer peer;
  private final LiveRun run;
  private final LiveOptions options;
  private final long fromNanos;
  private final long fromBytes;
  private final long idleNanos;
  private final Names names = new Names();
  private final EventStream stream;
  private final HostEncoder host;
  private final DeviceEncoder devices;
  private final Answers answers;
  private final StackSampler sampler;
  private final Queue<DeviceRead> reads = new ArrayDeque<>();
  private long readBytes;
  private int lostReads;
  private long nextHeapNanos;
  private boolean isFarBehind;
  private volatile boolean holdsBack;
  private boolean isOver;
  private boolean isTaken;

  LiveCapture(Peer peer, Dialect dialect, LiveRun run, LiveOptions options) {
    this.peer = peer;
    this.run = run;
    this.options = options;
    this.fromNanos = options.isOnDemand() ? run.nanos() : Long.MIN_VALUE;
    this.fromBytes = run.writtenBytes();
    this.stream = new EventStream(dialect, new Frame(peer));
    this.host = new HostEncoder(stream, names, fromNanos);
    this.devices = new DeviceEncoder(stream, names, run.run().nanoTime());
    this.answers = new Answers(stream, names, options.sources());
    long samplingNanos = options.samplingNanos();
    this.idleNanos = samplingNanos == 0 ? IDLE_NANOS : Math.min(IDLE_NANOS, samplingNanos);
    this.sampler = new StackSampler(stream, names, samplingNanos);
  }

  /** A device was read; from any thread. */
  synchronized void add(DeviceRead read) {
    if (readBytes + read.bytes() > MOST_BYTES) {
      lostReads++;
    } else {
      readBytes += read.bytes();
      reads.add(read);
    }
  }

  /** The reads of the past. */
  void addAll(List<DeviceRead> earlier) {
    earlier.forEach(this::add);
  }

  /** There is more in the journal, or nothing will follow; from any thread. */
  void wake() {
    peer.wake();
  }

  /** The peer is not served any longer; from any thread. */
  void hangUp() {
    peer.hangUp();
  }

  /** Whether the program is to wait for the peer; for any thread. */
  boolean holdsBack() {
    return holdsBack;
  }

  /** Returns when the peer has everything, and knows it, or is gone. */
  void serve() throws IOException {
    Handshake.welcome(peer, run.run(), options, fromNanos);
    long heap = names.text("Java heap");
    stream.plotIsMemory(heap);
    try (JournalTail tail = JournalTail.open(run.journal(), host)) {
      while (!isOver && !peer.hasEnded()) {
        answer();
        if (!step(tail) && !isOver) {
          idle(heap);
        }
      }
    } finally {
      holdsBack = false;
    }
  }

  /** Sends the next piece; false if there is none yet. */
  private boolean step(JournalTail tail) throws IOException {
    boolean hasEnded = run.hasEnded(); // before the question how much there is
    limit(run.writtenBytes() - Math.max(fromBytes, tail.position()));
    boolean hasMore = tail.next(run.writtenBytes());
    tellDevices(hasMore || !hasEnded ? run.run().nanoTime() + host.drainedNanos() : Long.MAX_VALUE);
    if (!hasMore && hasEnded) {
      tail.endOpenZones();
      finish();
    }
    return hasMore;
  }

  /** Keeps the peer from falling behind without end; it may be long before it has the past. */
  private void limit(long behindBytes) {
    long mostBytes = isFarBehind ? options.backlogBytes() / 2 : options.backlogBytes();
    isFarBehind = behindBytes > mostBytes;
    switch (options.backlog()) {
      case KEEP -> {}
      case DROP -> host.drop(isFarBehind);
      case WAIT -> holdsBack = isFarBehind;
    }
  }

  /** Operations must have been heard of before devices are told that ran them. */
  private void tellDevices(long upToHostNanos) {
    for (DeviceRead read = next(upToHostNanos); read != null; read = next(upToHostNanos)) {
      if (read.hostNanos() - run.run().nanoTime() >= fromNanos) {
        devices.tell(read, host.operations().byNumber());
      }
    }
  }

  private synchronized @Nullable DeviceRead next(long upToHostNanos) {
    DeviceRead read = reads.peek();
    if (read == null || read.hostNanos() > upToHostNanos) {
      return null;
    }
    readBytes -= read.bytes();
    return reads.remove();
  }

  /** Answers what was asked so far: one that asks without end is still told of the run. */
  private void answer() throws IOException {
    peer.receive();
    for (int left = peer.queries(); left > 0 && !isOver; left--) {
      Query query = Objects.requireNonNull(peer.nextQuery());
      switch (query.type()) {
        case Query.TERMINATE -> taken();
        case Query.DISCONNECT -> finish();
        default -> answers.answer(query);
      }
    }
  }

  private void idle(long heap) throws IOException {
    long nanos = run.nanos();
    if (nanos >= nextHeapNanos) {
      nextHeapNanos = nanos + HEAP_PERIOD_NANOS;
      Runtime runtime = Runtime.getRuntime();
      stream.onThread(HostEncoder.OWN_THREAD);
      stream.plot(nanos, heap, (double) (runtime.totalMemory() - runtime.freeMemory()));
    }
    sampler.sampleIfDue(nanos, host.threadsByName());
    stream.frame().flush();
    peer.await(idleNanos);
  }

  /** Everything was told: the peer asks for what it still lacks, and then says that it is done. */
  private void finish() throws IOException {
    peer.leaveWithin(options.farewell());
    host.finish();
    int lost = lostReads();
    if (lost > 0) {
      stream.appInfo("%,d reads of devices are not here: they found no room".formatted(lost));
    }
    stream.event(Event.TERMINATE, 1);
    stream.frame().flush();
    while (!isOver && !peer.hasEnded() && !peer.isOverdue()) {
      Query query = peer.nextQuery();
      if (query == null) {
        stream.frame().flush();
        peer.await(IDLE_NANOS);
      } else if (query.type() == Query.TERMINATE) {
        taken();
      } else {
        answers.answer(query);
      }
    }
    isOver = true;
  }

  /** The peer says that it has everything. */
  private void taken() {
    isTaken = true;
    isOver = true;
  }

  /** Whether the peer's time ended before it had said so; for the thread that served it. */
  boolean isLate() {
    return !isTaken && peer.isOverdue();
  }

  private synchronized int lostReads() {
    return lostReads + run.readsNotKept();
  }
}
