package dev.tilescope.tracy;

import dev.tilescope.tracy.TracyTrace.Allocation;
import dev.tilescope.tracy.TracyTrace.Context;
import dev.tilescope.tracy.TracyTrace.Message;
import dev.tilescope.tracy.TracyTrace.Point;
import dev.tilescope.tracy.TracyTrace.Pool;
import dev.tilescope.tracy.TracyTrace.Row;
import dev.tilescope.tracy.TracyTrace.Zone;
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

  private static final class Thread {
    final List<OpenZone> zones = new ArrayList<>();
    final Deque<OpenZone> open = new ArrayDeque<>();
    final List<Message> messages = new ArrayList<>();
  }

  private static final class Gpu {
    String name = "???";
    final Map<Integer, Thread> lanes = new LinkedHashMap<>();
    final Map<Integer, OpenZone> queries = new HashMap<>();
    long last = Long.MIN_VALUE / 2;
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

  private Thread current() {
    Thread found = current;
    if (found == null) {
      require(currentId != 0, "an event of no thread");
      found = threads.computeIfAbsent(currentId, _ -> new Thread());
      asking.ask(2, Integer.toUnsignedLong(currentId), 0);
      current = found;
    }
    return found;
  }

  void zoneBegin(long time, long place) {
    Thread on = current();
    OpenZone zone = new OpenZone(place, on.open.size(), nanos(time));
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
    OpenZone zone = current().open.poll();
    require(zone != null, "a zone ends twice");
    zone.end = nanos(time);
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
    Message message = new Message(nanos(time), text, bgr);
    messages.add(message);
    current().messages.add(message);
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

  void allocated(long time, int by, long address, long bytes) {
    Memory memory = takePool();
    long nanos = nanos(time);
    require(nanos >= memory.last, "an allocation before the last one");
    memory.last = nanos;
    memory.bytes += bytes;
    Allocation before = memory.live.put(address, new Allocation(address, bytes, nanos, -1, by, 0));
    require(before == null, "allocated twice: " + address);
  }

  void freed(long time, int by, long address) {
    Memory memory = takePool();
    Allocation made = memory.live.remove(address);
    require(made != null, "freed without being allocated: " + address);
    long nanos = nanos(time);
    require(nanos > made.begin() || memory.last >= nanos, "freed before it was allocated");
    memory.bytes -= made.bytes();
    memory.all.add(new Allocation(address, made.bytes(), made.begin(), nanos, made.thread(), by));
  }

  void gpuContext(ByteBuffer in) {
    long cpu = in.getLong();
    require(in.getLong() == cpu, "device clocks are those of the host");
    require(in.getInt() == 0, "a context of one thread");
    require(in.getFloat() == 1, "device ticks are nanoseconds");
    int context = in.get() & 0xFF;
    require(in.get() == 0, "no calibration");
    require(in.get() == 7, "a custom device");
    require(gpus.put(context, new Gpu()) == null, "a context that there is already");
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

  void gpuTime(long time, int query, int context) {
    Gpu gpu = gpu(context);
    OpenZone zone = gpu.queries.remove(query);
    require(zone != null, "a time for no query");
    require(time > gpu.last - OVERFLOW, "a device's clock that seems to overflow");
    gpu.last = time;
    if (zone.begin < 0) {
      zone.begin = nanos(time);
    } else {
      zone.end = nanos(time);
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
        && places.values().stream().allMatch(place -> strings.containsKey(place.file));
  }

  /** What Tracy wants before it agrees to the end. */
  void requireComplete() {
    require(single == null && second == null && pool == null && stack == null, "something is left");
    threads.values().forEach(thread -> require(thread.open.isEmpty(), "a zone is open"));
    for (Gpu gpu : gpus.values()) {
      require(gpu.queries.isEmpty(), "a query is open");
      gpu.lanes.values().forEach(lane -> require(lane.open.isEmpty(), "a device zone is open"));
    }
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
        rows(threads),
        gpus.values().stream().map(gpu -> new Context(gpu.name, rows(gpu.lanes))).toList(),
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
    of.forEach((id, thread) -> {
      String name = threadNames.getOrDefault(Integer.toUnsignedLong(id), "???");
      rows.add(new Row(id, name, thread.zones.stream().map(this::zone).toList(), thread.messages));
    });
    return rows;
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
