package dev.tilescope.internal.tracy;

import dev.tilescope.internal.tracy.TracyTrace.Allocation;
import dev.tilescope.internal.tracy.TracyTrace.Context;
import dev.tilescope.internal.tracy.TracyTrace.Message;
import dev.tilescope.internal.tracy.TracyTrace.Point;
import dev.tilescope.internal.tracy.TracyTrace.Pool;
import dev.tilescope.internal.tracy.TracyTrace.Ran;
import dev.tilescope.internal.tracy.TracyTrace.Row;
import dev.tilescope.internal.tracy.TracyTrace.Zone;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a {@link TracyPeer} heard, and whether it makes sense. */
final class PeerTrace {
  private static final long MOST_NANOS = 1L << 47;
  private static final long OVERFLOW = 1L << 31;

  /** Asks for what a key stands for. */
  interface Asking {
    void ask(int type, long key, int extra);
  }

  private record Place(long name, long function, long file, int line, int bgr) {}

  private static final class OpenZone {
    final long place;
    final int depth;
    long begin = -1;
    long end = -1;
    @Nullable String text;
    @Nullable String name;
    int bgr;

    OpenZone(long place, int depth, long begin) {
      this.place = place;
      this.depth = depth;
      this.begin = begin;
    }
  }

  private static sealed class Thread permits Fiber {
    final List<OpenZone> zones = new ArrayList<>();
    final Deque<OpenZone> open = new ArrayDeque<>();
    final List<Message> messages = new ArrayList<>();
    boolean isCarrier;
    @Nullable Fiber entered;
  }

  /** A thread that is where a carrier has entered it. */
  private static final class Fiber extends Thread {
    final long id;
    @Nullable Integer carrier;
    @Nullable String name;
    long firstEntered = -1;
    long notBefore;
    boolean isEntered;

    Fiber(long id) {
      this.id = id;
    }
  }

  private static final class Gpu {
    String name = "???";
    final Map<Integer, Thread> lanes = new LinkedHashMap<>();
    final Map<Integer, OpenZone> queries = new HashMap<>();
    long last;
    long ticks;
    long nanos;
    double nanosPerTick = 1;
    int calibrations;

    long nanos(long atTicks) {
      return (long) ((atTicks - ticks) * nanosPerTick + nanos);
    }
  }

  private static final class Memory {
    final Map<Long, Allocation> live = new LinkedHashMap<>();
    final List<Allocation> all = new ArrayList<>();
    long last = -1;
    long bytes;
  }

  final Map<Long, String> sources = new HashMap<>();
  final List<String> infos = new ArrayList<>();
  final List<String> stackFrames = new ArrayList<>();
  final Map<Integer, Integer> samples = new HashMap<>();
  int acknowledged;
  int zones;
  String program = "";
  private final Asking asking;
  private final Map<Long, String> strings = new HashMap<>();
  private final Map<Long, String> threadNames = new HashMap<>();
  private final Map<Long, Place> places = new HashMap<>();
  private final Map<Integer, Thread> threads = new TreeMap<>();
  private final Map<Long, Fiber> fibers = new LinkedHashMap<>();
  private final List<Message> messages = new ArrayList<>();
  private final Map<Long, List<Long>> frames = new HashMap<>();
  private final Map<Long, List<Point>> plots = new HashMap<>();
  private final Map<Integer, Gpu> gpus = new TreeMap<>();
  private final Map<Long, Memory> pools = new HashMap<>();
  private @Nullable Thread current;
  private int currentId;
  private @Nullable String single;
  private @Nullable String second;
  private @Nullable Long pool;
  private long @Nullable [] stack;
  private long begin;
  private long lastNanos;
  private long pid;
  private long seconds;
  private int flags;
  private String host = "";

  PeerTrace(Asking asking) {
    this.asking = asking;
  }

  void welcome(ByteBuffer in) {
    require(in.remaining() == 1170, "a welcome of " + in.remaining() + " bytes");
    require(in.getDouble(0) == 1, "ticks are nanoseconds");
    begin = in.getLong(8);
    require(in.getLong(16) >= begin, "the beginning ends before it begins");
    seconds = in.getLong(32);
    pid = in.getLong(48);
    flags = in.get(64);
    program = text(in, 82, 64);
    host = text(in, 146, 1024);
  }

  private static String text(ByteBuffer in, int at, int length) {
    byte[] bytes = new byte[length];
    in.get(at, bytes);
    String text = new String(bytes, StandardCharsets.UTF_8);
    require(text.indexOf('\0') >= 0, "a text without its end");
    return text.substring(0, text.indexOf('\0'));
  }

  boolean isOnDemand() {
    return (flags & 1) != 0;
  }

  private static void require(boolean isSo, String what) {
    if (!isSo) {
      throw new AssertionError(what);
    }
  }

  private long nanos(long time) {
    long nanos = time - begin;
    require(nanos >= 0 && nanos <= MOST_NANOS, "a time of " + nanos);
    lastNanos = Math.max(lastNanos, nanos);
    return nanos;
  }

  void thread(int id) {
    require(id != 0, "thread 0");
    currentId = id;
    current = null;
  }

  private Thread thread() {
    Thread found = current;
    if (found == null) {
      require(currentId != 0, "an event of no thread");
      found = notice(currentId);
      current = found;
    }
    return found;
  }

  private Thread notice(int id) {
    asking.ask(2, Integer.toUnsignedLong(id), 0);
    return threads.computeIfAbsent(id, _ -> new Thread());
  }

  /** The thread, or the fiber that is on it. Stricter than Tracy: carriers do nothing else. */
  private Thread current() {
    return actor(thread());
  }

  private static Thread actor(Thread thread) {
    require(thread.entered != null || !thread.isCarrier, "an event of a fiber that is not entered");
    return thread.entered == null ? thread : thread.entered;
  }

  /** Of a thread, or of a fiber from when it is entered. */
  private long nanos(long time, Thread on) {
    long nanos = nanos(time);
    if (on instanceof Fiber fiber) {
      require(nanos >= fiber.notBefore, "an event of a fiber before it was entered, or before");
      fiber.notBefore = nanos;
    }
    return nanos;
  }

  void fiberEnter(long time, long key, int carrier, int group) {
    require(carrier == currentId, "a fiber enters another thread than the one that is told of");
    require(key != 0 && group == 0, "a fiber without a key, or in a group");
    Thread on = thread();
    require(on.entered == null, "a fiber enters where another one is");
    require(on.zones.isEmpty() && on.messages.isEmpty(), "a carrier does something itself");
    Fiber fiber = fibers.computeIfAbsent(key, _ -> new Fiber((1L << 32) + fibers.size()));
    asking.ask(7, key, 0);
    require(!fiber.isEntered, "a fiber enters twice");
    nanos(time, fiber);
    fiber.firstEntered = fiber.firstEntered < 0 ? fiber.notBefore : fiber.firstEntered;
    fiber.isEntered = true;
    fiber.carrier = carrier;
    on.isCarrier = true;
    on.entered = fiber;
  }

  void fiberLeave(long time, int carrier) {
    require(carrier == currentId, "a fiber leaves another thread than the one that is told of");
    Thread on = thread();
    Fiber fiber = on.entered;
    require(fiber != null, "a fiber leaves where none is");
    nanos(time, fiber);
    fiber.isEntered = false;
    on.entered = null;
  }

  void fiberName(long key, String name) {
    Fiber fiber = fibers.get(key);
    require(fiber != null && fiber.name == null, "a name of no fiber, or a second one");
    fiber.name = name;
  }

  void zoneBegin(long time, long place) {
    Thread on = current();
    OpenZone zone = new OpenZone(place, on.open.size(), nanos(time, on));
    OpenZone around = on.open.peek();
    require(around == null || zone.begin >= around.begin, "a zone before the one around it");
    on.zones.add(zone);
    on.open.push(zone);
    zones++;
    askForPlace(place);
  }

  private void askForPlace(long place) {
    if (!places.containsKey(place)) {
      places.put(place, new Place(0, 0, 0, -1, 0));
      asking.ask(3, place, 0);
    }
  }

  void zoneEnd(long time) {
    Thread on = current();
    OpenZone zone = on.open.poll();
    require(zone != null, "a zone ends twice");
    zone.end = nanos(time, on);
    require(zone.end > zone.begin, "a zone that lasts " + (zone.end - zone.begin));
  }

  private OpenZone innermost() {
    OpenZone zone = current().open.peek();
    require(zone != null, "something is said of no zone");
    return zone;
  }

  void zoneText(String text) {
    OpenZone zone = innermost();
    zone.text = zone.text == null ? text : zone.text + "\n" + text;
  }

  void zoneName(String name) {
    innermost().name = name;
  }

  void zoneColour(int bgr) {
    innermost().bgr = bgr;
  }

  void message(long time, String text, int bgr) {
    Thread on = current();
    Message message = new Message(nanos(time, on), text, bgr);
    messages.add(message);
    on.messages.add(message);
  }

  void info(long time, String text) {
    nanos(time);
    infos.add(text);
  }

  void frame(long time, long name) {
    List<Long> marks = frames.computeIfAbsent(name, _ -> new ArrayList<>());
    long nanos = nanos(time);
    require(marks.isEmpty() || marks.getLast() <= nanos, "a frame before the last one");
    marks.add(nanos);
    if (name != 0) {
      asking.ask(5, name, 0);
    }
  }

  void plot(long name, long time, double value) {
    require(Double.isFinite(value), "a plot of " + value);
    plotConfig(name);
    plots.get(name).add(new Point(nanos(time), value));
  }

  void plotConfig(long name) {
    if (plots.putIfAbsent(name, new ArrayList<>()) == null) {
      asking.ask(4, name, 0);
    }
  }

  void pool(long name) {
    require(pool == null, "a pool that nobody used");
    pool = name;
    asking.ask(1, name, 0);
  }

  private Memory takePool() {
    Long name = pool;
    require(name != null, "memory of no pool");
    pool = null;
    return pools.computeIfAbsent(name, _ -> new Memory());
  }

  /** Of the thread, or of the fiber that is on it. */
  private long actor(int by) {
    return by != 0 && actor(notice(by)) instanceof Fiber fiber ? fiber.id : by;
  }

  void allocated(long time, int by, long address, long bytes) {
    Memory memory = takePool();
    long nanos = nanos(time);
    require(nanos >= memory.last, "an allocation before the last one");
    memory.last = nanos;
    memory.bytes += bytes;
    Allocation before =
        memory.live.put(address, new Allocation(address, bytes, nanos, -1, actor(by), 0));
    require(before == null, "allocated twice: " + address);
  }

  void freed(long time, int by, long address) {
    Memory memory = takePool();
    Allocation made = memory.live.remove(address);
    require(made != null, "freed without being allocated: " + address);
    long nanos = nanos(time);
    require(nanos > made.begin() || memory.last >= nanos, "freed before it was allocated");
    memory.bytes -= made.bytes();
    memory.all.add(
        new Allocation(address, made.bytes(), made.begin(), nanos, made.thread(), actor(by)));
  }

  void gpuContext(ByteBuffer in) {
    Gpu gpu = new Gpu();
    gpu.nanos = nanos(in.getLong());
    gpu.ticks = in.getLong();
    require(in.getInt() == 0, "a context of one thread");
    require(in.getFloat() == 1, "ticks that Tracy keeps whole");
    int context = in.get() & 0xFF;
    require(in.get() == 1, "a calibrated context");
    require(in.get() == 7, "a custom device");
    require(gpus.put(context, gpu) == null, "a context that there is already");
  }

  void gpuCalibration(long ticks, long time, long elapsed, int context) {
    Gpu gpu = gpu(context);
    require(ticks > gpu.ticks && elapsed > 0, "a clock that stands still");
    gpu.nanosPerTick = (double) elapsed / (ticks - gpu.ticks);
    gpu.ticks = ticks;
    gpu.nanos = time - begin;
    require(gpu.nanos >= 0 && gpu.nanos <= MOST_NANOS, "a calibration at " + gpu.nanos);
    gpu.calibrations++;
  }

  private Gpu gpu(int context) {
    Gpu gpu = gpus.get(context);
    require(gpu != null, "no context " + context);
    return gpu;
  }

  void gpuName(int context, String name) {
    gpu(context).name = name;
  }

  void gpuBegin(long time, int lane, int query, int context, long place) {
    nanos(time);
    Gpu gpu = gpu(context);
    Thread on = gpu.lanes.computeIfAbsent(lane, _ -> new Thread());
    OpenZone zone = new OpenZone(place, on.open.size(), -1);
    require(gpu.queries.put(query, zone) == null, "a query that is in use");
    on.zones.add(zone);
    on.open.push(zone);
    askForPlace(place);
  }

  void gpuEnd(long time, int lane, int query, int context) {
    nanos(time);
    Gpu gpu = gpu(context);
    Thread on = gpu.lanes.get(lane);
    require(on != null && !on.open.isEmpty(), "a device zone ends twice");
    require(gpu.queries.put(query, on.open.pop()) == null, "a query that is in use");
  }

  void gpuTime(long ticks, int query, int context) {
    Gpu gpu = gpu(context);
    OpenZone zone = gpu.queries.remove(query);
    require(zone != null, "a time for no query");
    require(gpu.calibrations > 0, "a time of a clock that nobody calibrated");
    require(ticks >= gpu.last - OVERFLOW, "a device's clock that seems to overflow");
    gpu.last = ticks;
    long nanos = nanos(begin + gpu.nanos(ticks));
    if (zone.begin < 0) {
      zone.begin = nanos;
    } else {
      zone.end = nanos;
      require(zone.end >= zone.begin, "a device zone that ends before it begins");
    }
  }

  void stack(long[] addresses) {
    require(stack == null && addresses.length > 0, "a stack that nobody used");
    stack = addresses;
  }

  void sample(int thread, long time) {
    nanos(time);
    long[] taken = stack;
    require(taken != null, "a sample without a stack");
    stack = null;
    samples.merge(thread, 1, Integer::sum);
    for (long address : taken) {
      require(address > 0 && address < 1L << 60, "an address of " + address);
      asking.ask(10, address, 0);
    }
  }

  void stackFrame(String function, String file, int line) {
    stackFrames.add(function + " " + file + ":" + line);
  }

  void single(String text) {
    require(single == null, "a text that nobody used: " + single);
    single = text;
  }

  void second(String text) {
    require(second == null, "a text that nobody used: " + second);
    second = text;
  }

  String takeSingle() {
    String taken = single;
    require(taken != null, "no text");
    single = null;
    return taken;
  }

  String takeSecond() {
    String taken = second;
    require(taken != null, "no text");
    second = null;
    return taken;
  }

  void place(long key, long name, long function, long file, int line, int bgr) {
    places.put(key, new Place(name, function, file, line, bgr));
    for (long text : new long[] {name, function, file}) {
      if (text != 0) {
        asking.ask(1, text, 0);
      }
    }
  }

  void string(long key, String text) {
    strings.put(key, text);
  }

  void threadName(long id, String name) {
    threadNames.put(id, name);
  }

  boolean hasMessage(String part) {
    return messages.stream().anyMatch(message -> message.text().contains(part));
  }

  /** Whether so many zones are there, all ended and named. */
  boolean isComplete(int count) {
    return zones == count
        && threads.values().stream().allMatch(thread -> thread.open.isEmpty())
        && fibers.values().stream().allMatch(fiber -> fiber.open.isEmpty() && fiber.name != null)
        && places.values().stream().allMatch(place -> strings.containsKey(place.file));
  }

  /** What Tracy wants before it agrees to the end. */
  void requireComplete() {
    require(single == null && second == null && pool == null && stack == null, "something is left");
    threads.values().forEach(this::requireComplete);
    fibers.values().forEach(this::requireComplete);
    for (Gpu gpu : gpus.values()) {
      require(gpu.queries.isEmpty(), "a query is open");
      gpu.lanes.values().forEach(lane -> require(lane.open.isEmpty(), "a device zone is open"));
    }
  }

  private void requireComplete(Thread thread) {
    require(thread.open.isEmpty(), "a zone is open");
    require(thread.entered == null, "a fiber has not left");
    require(!(thread instanceof Fiber fiber) || fiber.name != null, "a fiber has no name");
  }

  TracyTrace trace() {
    Map<String, List<Long>> frameTimes = new HashMap<>();
    frames.forEach((key, times) -> frameTimes.put(key == 0 ? "Frame" : name(key), times));
    Map<String, List<Point>> points = new HashMap<>();
    plots.forEach((key, list) -> points.put(name(key), list));
    Map<String, Pool> memory = new HashMap<>();
    pools.forEach((key, one) -> memory.put(name(key), pool(one)));
    return new TracyTrace(
        "",
        lastNanos,
        pid,
        seconds,
        host,
        frameTimes,
        messages,
        Stream.concat(rows(threads).stream(), fibers.values().stream().map(this::row)).toList(),
        gpus.values().stream().map(gpu -> new Context(gpu.name, true, rows(gpu.lanes))).toList(),
        points,
        memory);
  }

  private static Pool pool(Memory memory) {
    List<Allocation> all = new ArrayList<>(memory.all);
    all.addAll(memory.live.values());
    return new Pool(all, memory.bytes);
  }

  private String name(long key) {
    return strings.getOrDefault(key, "???");
  }

  private List<Row> rows(Map<Integer, Thread> of) {
    List<Row> rows = new ArrayList<>();
    of.forEach((id, thread) ->
        rows.add(new Row(id, threadName(id), false, null, zones(thread), thread.messages)));
    return rows;
  }

  private Row row(Fiber fiber) {
    Ran ran =
        fiber.zones.isEmpty()
            ? null
            : new Ran(fiber.firstEntered, fiber.notBefore, threadName(fiber.carrier));
    return new Row(fiber.id, fiber.name, true, ran, zones(fiber), fiber.messages);
  }

  private String threadName(int id) {
    return threadNames.getOrDefault(Integer.toUnsignedLong(id), "???");
  }

  private List<Zone> zones(Thread of) {
    return of.zones.stream().map(this::zone).toList();
  }

  private Zone zone(OpenZone zone) {
    Place place = places.getOrDefault(zone.place, new Place(0, 0, 0, 0, 0));
    return new Zone(
        zone.depth,
        name(place.name),
        name(place.function),
        name(place.file),
        place.line,
        zone.begin,
        zone.end,
        zone.text,
        zone.name,
        zone.bgr);
  }
}
