package dev.tilescope.tracy.live;

/**
 * Writes events in the dialect of a peer. Times are nanoseconds since the run began.
 *
 * <p>Most times go over the wire as the difference to a reference, which then is that time. Each
 * kind of event has one of four: {@code thread}, which every change of the thread sets to 0, {@code
 * serial} for memory and device zones, {@code gpu} for the times of devices, which {@link
 * DeviceStream} has, {@code samples} for call stacks. A text goes ahead of the event that it
 * belongs to.
 */
final class EventStream {
  /** What the start of a run is on the wire: 0 has a meaning of its own in some places. */
  static final long START = 1;

  /** Behind the last time that Tracy has room for, and some more. */
  static final long MOST_NANOS = (1L << 47) - (1L << 20);

  private static final int LONG_TEXT = 256;
  private static final long NARROW_16 = 1L << 16;
  private static final long NARROW_32 = NARROW_16 + (1L << 32);

  /** A message for the user, of the user's program. */
  private static final int USER_INFO = 0x20;

  private final Dialect dialect;
  private final Frame frame;
  private int thread;
  private long threadTime;
  private long serialTime;
  private long sampleTime;

  EventStream(Dialect dialect, Frame frame) {
    this.dialect = dialect;
    this.frame = frame;
  }

  Frame frame() {
    return frame;
  }

  /** Starts an event of so many bytes, its number included. */
  void event(Event event, int bytes) {
    frame.event(bytes);
    frame.put8(dialect.number(event));
  }

  /** What follows is of this thread. */
  void onThread(int id) {
    if (id != thread) {
      event(Event.THREAD_CONTEXT, 5);
      frame.put32(id);
      thread = id;
      threadTime = 0;
    }
  }

  /** What follows of the carrier is of the fiber. The protocol has room for a group of fibers. */
  void fiberEnter(long nanos, long fiber, int carrier) {
    event(Event.FIBER_ENTER, 25);
    frame.put64(sinceThread(nanos));
    frame.put64(fiber);
    frame.put32(carrier);
    frame.put32(0);
  }

  void fiberLeave(long nanos, int carrier) {
    event(Event.FIBER_LEAVE, 13);
    frame.put64(sinceThread(nanos));
    frame.put32(carrier);
  }

  /** A time of the thread that is turned to, as it goes over the wire. */
  private long sinceThread(long nanos) {
    long time = START + nanos;
    long elapsed = time - threadTime;
    threadTime = time;
    return elapsed;
  }

  void zoneBegin(long nanos, long place) {
    zoneTime(Event.ZONE_BEGIN, Event.ZONE_BEGIN_32, Event.ZONE_BEGIN_16, nanos, Long.BYTES);
    frame.put64(place);
  }

  void zoneEnd(long nanos) {
    zoneTime(Event.ZONE_END, Event.ZONE_END_32, Event.ZONE_END_16, nanos, 0);
  }

  /**
   * Starts an event in the narrowest form that its time fits.
   *
   * @param more bytes that follow
   */
  private void zoneTime(Event wide, Event in32, Event in16, long nanos, int more) {
    long elapsed = sinceThread(nanos);
    if (!dialect.isCompact()) {
      event(wide, 9 + more);
      frame.put64(elapsed);
    } else if (elapsed >= 0 && elapsed < NARROW_16) {
      event(in16, 3 + more);
      frame.put16((int) elapsed);
    } else if (elapsed >= 0 && elapsed < NARROW_32) {
      event(in32, 5 + more);
      frame.put32((int) (elapsed - NARROW_16));
    } else {
      event(wide, 9 + more);
      frame.put64(wide(elapsed));
    }
  }

  /** The widest form counts from where the others end, but for what is negative. */
  private static long wide(long elapsed) {
    return elapsed < 0 ? elapsed : elapsed - NARROW_32;
  }

  void zoneText(String text) {
    single(text);
    event(Event.ZONE_TEXT, 1);
  }

  void zoneName(String name) {
    single(name);
    event(Event.ZONE_NAME, 1);
  }

  void zoneColour(int rgb) {
    event(Event.ZONE_COLOUR, 4);
    frame.putColour(rgb);
  }

  void zoneValue(long value) {
    event(Event.ZONE_VALUE, 9);
    frame.put64(value);
  }

  void message(long nanos, String text, int rgb) {
    single(text);
    event(Event.MESSAGE_COLOUR, 13);
    frame.put64(START + nanos);
    frame.putColour(rgb);
    if (dialect.isCompact()) {
      frame.put8(USER_INFO);
    }
  }

  void appInfo(String text) {
    single(text);
    event(Event.APP_INFO, 9);
    frame.put64(START);
  }

  /**
   * @param name the key of its name, or 0 for the main frame
   */
  void frameMark(long nanos, long name) {
    event(Event.FRAME_MARK, 17);
    frame.put64(START + nanos);
    frame.put64(name);
  }

  void plot(long nanos, long name, double value) {
    event(Event.PLOT_DOUBLE, 25);
    frame.put64(name);
    frame.put64(sinceThread(nanos));
    frame.put64(Double.doubleToRawLongBits(value));
  }

  /** The values of a plot are bytes of memory. */
  void plotIsMemory(long name) {
    event(Event.PLOT_CONFIG, 16);
    frame.put64(name);
    frame.put8(1); // shown as memory
    frame.put8(1); // in steps
    frame.put8(1); // filled
    frame.put32(0); // in a colour of Tracy's choice
  }

  void allocated(long nanos, int by, long pool, long address, long bytes) {
    memory(Event.MEMORY_ALLOCATED_NAMED, 27, nanos, by, pool, address);
    frame.put32((int) bytes);
    frame.put16((int) (bytes >>> Integer.SIZE));
  }

  void freed(long nanos, int by, long pool, long address) {
    memory(Event.MEMORY_FREED_NAMED, 21, nanos, by, pool, address);
  }

  private void memory(Event event, int bytes, long nanos, int by, long pool, long address) {
    event(Event.MEMORY_NAME, 9);
    frame.put64(pool);
    event(event, bytes);
    frame.put64(serial(nanos));
    frame.put32(by);
    frame.put64(address);
  }

  /** A time in the order of all threads, as it goes over the wire. */
  long serial(long nanos) {
    long time = START + nanos;
    long elapsed = time - serialTime;
    serialTime = time;
    return elapsed;
  }

  /** A call stack of a thread, the innermost frame first. */
  void sample(long nanos, int of, long[] addresses) {
    int bytes = Long.BYTES * addresses.length;
    event(Event.CALLSTACK, 11 + bytes);
    frame.put64(0);
    frame.put16(bytes);
    for (long address : addresses) {
      frame.put64(address);
    }
    long time = START + nanos;
    long elapsed = time - sampleTime;
    sampleTime = time;
    sampleTime(of, elapsed);
  }

  private void sampleTime(int of, long elapsed) {
    if (!dialect.isCompact()) {
      event(Event.CALLSTACK_SAMPLE, 13);
      frame.put64(elapsed);
      frame.put32(of);
    } else if (elapsed >= 0 && elapsed < NARROW_16) {
      event(Event.CALLSTACK_SAMPLE_16, 7);
      frame.put32(of);
      frame.put16((int) elapsed);
    } else if (elapsed >= 0 && elapsed < NARROW_32) {
      event(Event.CALLSTACK_SAMPLE_32, 9);
      frame.put32(of);
      frame.put32((int) (elapsed - NARROW_16));
    } else {
      event(Event.CALLSTACK_SAMPLE, 13);
      frame.put32(of);
      frame.put64(wide(elapsed));
    }
  }

  void single(String text) {
    string(Event.SINGLE_STRING, Event.SINGLE_STRING_8, text);
  }

  void second(String text) {
    string(Event.SECOND_STRING, Event.SECOND_STRING_8, text);
  }

  private void string(Event event, Event ofShort, String text) {
    byte[] utf8 = WireText.utf8(text);
    if (dialect.isCompact() && utf8.length < LONG_TEXT) {
      event(ofShort, 2 + utf8.length);
      frame.put8(utf8.length);
    } else {
      event(event, 3 + utf8.length);
      frame.put16(utf8.length - (dialect.isCompact() ? LONG_TEXT : 0));
    }
    frame.put(utf8);
  }

  /** Says what a key stands for. */
  void reply(Event event, long key, String text) {
    byte[] utf8 = WireText.utf8(text);
    event(event, 11 + utf8.length);
    frame.put64(key);
    frame.put16(utf8.length);
    frame.put(utf8);
  }
}
