package dev.tilescope.internal.tracy;

import com.github.luben.zstd.ZstdDecompressCtx;
import dev.tilescope.internal.tracy.TracyTrace.Allocation;
import dev.tilescope.internal.tracy.TracyTrace.Context;
import dev.tilescope.internal.tracy.TracyTrace.Message;
import dev.tilescope.internal.tracy.TracyTrace.Point;
import dev.tilescope.internal.tracy.TracyTrace.Pool;
import dev.tilescope.internal.tracy.TracyTrace.Ran;
import dev.tilescope.internal.tracy.TracyTrace.Row;
import dev.tilescope.internal.tracy.TracyTrace.Zone;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code .tracy} file as Tracy does, but believes nothing: every count, order and reference
 * is checked, where Tracy would go on with whatever lies in its memory. Written from the format's
 * description, not from the writer; long, as the format is one sequence of some thirty lists.
 */
final class TracyReader {
  private static final int BLOCK = 65_536;
  private static final long LIMIT = 1L << 47;

  private final ByteBuffer in;
  private int minor;
  private int patch;
  private long lastNanos;
  private final List<String> strings = new ArrayList<>();
  private final Map<Long, String> byPointer = new HashMap<>();
  private final Map<Long, String> byKey = new HashMap<>();
  private final Map<Long, String> threadNames = new HashMap<>();
  private final List<Long> threadTable = new ArrayList<>();
  private final Set<Long> inTable = new HashSet<>();

  private record Place(String name, String function, String file, int line) {}

  private final List<Place> places = new ArrayList<>();
  private Map<Integer, Long> expectedByPlace = Map.of();
  private final Map<Integer, Long> seenByPlace = new HashMap<>();
  private final Map<Long, Message> messages = new LinkedHashMap<>();

  private record Extra(@Nullable String text, @Nullable String name, int bgr) {}

  private final List<Extra> extras = new ArrayList<>();
  private final Set<Long> usedExtras = new HashSet<>();
  private long zones;
  private long parents;
  private long reference;
  private long gpuReference;

  private TracyReader(byte[] payload) {
    this.in = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
  }

  static TracyTrace read(Path file) throws IOException {
    return new TracyReader(unpack(Files.readAllBytes(file))).trace();
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new AssertionError(rule);
    }
  }

  /** Each block must unpack with one call, to 64 KiB but for the last. */
  static byte[] unpack(byte[] packed) {
    ByteBuffer file = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN);
    require(file.getInt() == 0x50FD7274, "magic");
    require(file.get() == 1, "zstd");
    int n = file.get() & 0xFF;
    require(n > 0, "at least one stream");
    ZstdDecompressCtx[] streams = new ZstdDecompressCtx[n];
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    for (int i = 0; file.hasRemaining(); i = (i + 1) % n) {
      require(payload.size() % BLOCK == 0, "only the last block is short");
      int size = file.getInt();
      require(size > 0 && size <= file.remaining(), "size of a block");
      ByteBuffer source = ByteBuffer.wrap(packed, file.position(), size);
      file.position(file.position() + size);
      if (streams[i] == null) {
        streams[i] = new ZstdDecompressCtx();
      }
      block.clear();
      require(!streams[i].decompressByteBufferStream(block, source), "the frame never ends");
      require(!source.hasRemaining(), "one call takes all of a block");
      require(block.position() > 0, "no block is empty");
      payload.write(block.array(), 0, block.position());
    }
    for (ZstdDecompressCtx stream : streams) {
      if (stream != null) {
        stream.close();
      }
    }
    return payload.toByteArray();
  }

  private TracyTrace trace() {
    byte[] word = new byte[5];
    in.get(word);
    require(new String(word, StandardCharsets.US_ASCII).equals("tracy"), "header");
    require(in.get() == 0, "major version");
    minor = in.get();
    patch = in.get();
    require(in.getLong() > 0, "resolution");
    require(in.getDouble() == 1, "nanoseconds in a unit of time");
    lastNanos = time(in.getLong());
    require(in.getLong() == 0, "frame offset");
    long pid = in.getLong();
    require(in.getLong() == 0, "sampling period");
    require(in.get() == 0 && in.getInt() == 0, "processor");
    skip(12);
    require(in.get() == 0, "not on demand");
    shortText();
    shortText();
    long seconds = in.getLong();
    in.getLong();
    String hostInfo = shortText();
    none("processors");
    zeros(28, "crash");
    List<Map.Entry<Long, List<Long>>> frames = frames();
    if (minor >= 14) {
      none("sections");
      none("descriptions of sections");
    }
    strings();
    keys();
    threadTables();
    places();
    expectedByPlace = counts();
    Map<Integer, Long> deviceZonesByPlace = counts();
    none("locks");
    messages();
    extras();
    List<Row> withoutSwitches = threads();
    require(expectedByPlace.equals(seenByPlace), "zones by place");
    require(usedExtras.size() == extras.size() - 1, "every note is of a zone");
    seenByPlace.clear();
    expectedByPlace = deviceZonesByPlace;
    List<Context> contexts = contexts();
    require(expectedByPlace.equals(seenByPlace), "device zones by place");
    Map<String, List<Point>> plots = plots();
    Map<String, Pool> pools = pools();
    List<Row> threads = rest(withoutSwitches);
    Map<String, List<Long>> named = new LinkedHashMap<>();
    frames.forEach(set -> named.put(keyed(set.getKey()), set.getValue()));
    return new TracyTrace(
        "0." + minor + "." + patch,
        lastNanos,
        pid,
        seconds,
        hostInfo,
        named,
        List.copyOf(messages.values()),
        threads,
        contexts,
        plots,
        pools);
  }

  private long time(long nanos) {
    require(nanos >= 0 && nanos < LIMIT, "time within 47 bits: " + nanos);
    return nanos;
  }

  private long past(long nanos) {
    require(time(nanos) <= lastNanos, "no time after the last: " + nanos + " > " + lastNanos);
    return nanos;
  }

  private int count() {
    long count = in.getLong();
    require(count >= 0 && count <= in.remaining(), "count " + count + " at " + in.position());
    return (int) count;
  }

  private void none(String list) {
    require(in.getLong() == 0, "no " + list + ", at " + in.position());
  }

  private void zeros(int bytes, String what) {
    for (int i = 0; i < bytes; i++) {
      require(in.get() == 0, "no " + what + ", at " + in.position());
    }
  }

  private void skip(int bytes) {
    in.position(in.position() + bytes);
  }

  private int int24() {
    return in.getShort() & 0xFFFF | (in.get() & 0xFF) << 16;
  }

  private String text() {
    byte[] bytes = new byte[count()];
    in.get(bytes);
    for (byte part : bytes) {
      require(part != 0, "no zero in a text");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String shortText() {
    String text = text();
    require(text.getBytes(StandardCharsets.UTF_8).length < 1024, "a short text");
    return text;
  }

  private @Nullable String stringIndex() {
    int index = int24();
    return index == 0 ? null : strings.get(index - 1);
  }

  private String stringReference() {
    long value = in.getLong();
    require(in.get() == 3, "reference by index");
    return strings.get(Math.toIntExact(value));
  }

  private String keyed(long key) {
    String name = byKey.get(key);
    require(name != null, "key " + key + " has a name");
    return name == null ? "" : name;
  }

  private List<Map.Entry<Long, List<Long>>> frames() {
    int sets = count();
    require(sets >= 1, "the default set of frames");
    List<Map.Entry<Long, List<Long>>> all = new ArrayList<>();
    Set<Long> keys = new HashSet<>();
    for (int i = 0; i < sets; i++) {
      long key = in.getLong();
      require(keys.add(key), "a set of frames is there once");
      require(i > 0 || key == 0, "the default set comes first");
      require(in.get() == 1, "continuous");
      List<Long> times = new ArrayList<>();
      int count = count();
      require(count > 0, "a set has frames");
      long nanos = 0;
      for (int j = 0; j < count; j++) {
        long step = in.getLong();
        require(step >= 0, "frames are in order");
        nanos += step;
        times.add(past(nanos));
        require(in.getInt() == -1, "no image");
      }
      require(i > 0 || times.getFirst() == 0, "the first frame begins at 0");
      all.add(Map.entry(key, times));
    }
    return all;
  }

  private void strings() {
    int count = count();
    require(count < 1 << 24, "strings have 24 bits");
    for (int i = 0; i < count; i++) {
      long pointer = in.getLong();
      strings.add(text());
      require(pointer != 0, "a pointer is not 0");
      require(byPointer.put(pointer, strings.getLast()) == null, "pointers are unique");
    }
  }

  private String pointed() {
    String text = byPointer.get(in.getLong());
    require(text != null, "a pointer to a string");
    return text == null ? "" : text;
  }

  private void keys() {
    int count = count();
    for (int i = 0; i < count; i++) {
      require(byKey.put(in.getLong(), pointed()) == null, "keys are unique");
    }
    require(keyed(0).equals("Frame"), "the name of frames");
  }

  private void threadTables() {
    int names = count();
    for (int i = 0; i < names; i++) {
      require(threadNames.put(in.getLong(), pointed()) == null, "a thread has one name");
    }
    none("names of others");
    int size = count();
    require(size >= 1 && size <= 65_536, "size of the table of threads");
    for (int i = 0; i < size; i++) {
      threadTable.add(in.getLong());
      require(inTable.add(threadTable.getLast()), "a thread is in the table once");
    }
    require(threadTable.getFirst() == 0, "the table begins with nobody");
    none("threads of others");
  }

  private void places() {
    none("static places");
    require(in.getLong() == 1 && in.getLong() == 0, "the list of static places begins with none");
    int count = count();
    require(count <= 32_767, "places have 16 bits");
    Set<Place> distinct = new HashSet<>();
    for (int i = 0; i < count; i++) {
      places.add(new Place(stringReference(), stringReference(), stringReference(), in.getInt()));
      require(in.getInt() == 0, "no colour");
      require(distinct.add(places.getLast()), "a place is there once");
    }
  }

  private Map<Integer, Long> counts() {
    Map<Integer, Long> counts = new HashMap<>();
    int count = count();
    for (int i = 0; i < count; i++) {
      int id = in.getShort();
      long zonesThere = in.getLong();
      require(zonesThere > 0, "zones of a place");
      require(counts.put(id, zonesThere) == null, "a place is counted once");
    }
    return counts;
  }

  private void messages() {
    int count = count();
    long nanos = 0;
    for (int i = 0; i < count; i++) {
      long pointer = in.getLong();
      long step = in.getLong();
      require(step >= 0, "messages are in order");
      nanos += step;
      String text = stringReference();
      int colour = in.getInt();
      require(colour >>> 24 == 0xFF, "colour of a message");
      require(int24() == 0, "no call stack");
      if (minor >= 14) {
        require(in.get() == 0 && in.get() == 0, "source and severity");
      }
      Message message = new Message(past(nanos), text, colour & 0xFFFFFF);
      require(messages.put(pointer, message) == null, "messages are unique");
    }
  }

  private void extras() {
    int count = count();
    require(count >= 1, "the note that is none");
    for (int i = 0; i < count; i++) {
      require(int24() == 0, "no call stack");
      extras.add(new Extra(stringIndex(), stringIndex(), int24()));
    }
    require(extras.getFirst().equals(new Extra(null, null, 0)), "the first note is none");
  }

  private List<Row> threads() {
    zones = in.getLong();
    parents = in.getLong();
    int count = count();
    List<Row> rows = new ArrayList<>();
    Set<Long> used = new HashSet<>();
    Set<Long> ids = new HashSet<>(threadTable);
    for (int i = 0; i < count; i++) {
      require(ids.remove(in.getLong(in.position())), "a thread is in the table, and there once");
      rows.add(thread(used));
    }
    require(zones == 0, "zones of all threads: " + zones + " more were announced");
    require(parents == 0, "zones with others inside: " + parents + " more were announced");
    require(used.size() == messages.size(), "every message is of a thread");
    return rows;
  }

  private Row thread(Set<Long> usedMessages) {
    long id = in.getLong();
    long announced = in.getLong();
    none("kernel samples");
    int fiber = in.get();
    require(fiber == 0 || fiber == 1 && id >= 1L << 32, "a fiber, with an id of one, or none");
    require(inTable.contains(id), "a thread is in the table");
    require(in.getInt() == 0, "no group");
    List<Zone> own = new ArrayList<>();
    reference = 0;
    zones(own, 0, Integer.toUnsignedLong(in.getInt()), 0, lastNanos);
    require(own.size() == announced, "zones of a thread");
    zones -= announced;
    List<Message> said = new ArrayList<>();
    int count = count();
    for (int i = 0; i < count; i++) {
      long pointer = in.getLong();
      Message message = messages.get(pointer);
      require(message != null && usedMessages.add(pointer), "a message of one thread");
      require(
          said.isEmpty() || said.getLast().nanos() <= message.nanos(), "its messages are in order");
      said.add(message);
    }
    none("samples of switches");
    none("samples");
    return new Row(id, String.valueOf(threadNames.get(id)), fiber == 1, null, own, said);
  }

  private Place place(int id) {
    require(id < 0, "a dynamic place");
    require(expectedByPlace.containsKey(id), "a place that was counted");
    seenByPlace.merge(id, 1L, Long::sum);
    return places.get(-id - 1);
  }

  /** Those of one level, inside of which all times must be. */
  private void zones(List<Zone> to, int depth, long count, long from, long until) {
    long notBefore = from;
    for (long i = 0; i < count; i++) {
      Place place = place(in.getShort());
      long begin = reference += in.getLong();
      require(begin >= notBefore, "zones are in order");
      long extra = Integer.toUnsignedLong(in.getInt());
      require(extra == 0 || usedExtras.add(extra), "a note is of one zone");
      Extra notes = extras.get(Math.toIntExact(extra));
      long children = Integer.toUnsignedLong(in.getInt());
      parents -= children > 0 ? 1 : 0;
      int at = to.size();
      to.add(null);
      zones(to, depth + 1, children, begin, lastNanos);
      long end = reference += in.getLong();
      require(at + 1 == to.size() || to.getLast() != null, "children are whole");
      require(end > begin && end <= until, "a zone ends after it began, and with its parent");
      requireInside(to, at, end);
      to.set(at, zone(depth, place, time(begin), past(end), notes));
      notBefore = end;
    }
  }

  /** The last zone inside ends before the zone does; those before it are in order. */
  private static void requireInside(List<Zone> all, int at, long end) {
    if (all.size() > at + 1) {
      require(all.getLast().end() <= end, "zones nest");
    }
  }

  private static Zone zone(int depth, Place place, long begin, long end, Extra notes) {
    return new Zone(
        depth,
        place.name,
        place.function,
        place.file,
        place.line,
        begin,
        end,
        notes.text,
        notes.name,
        notes.bgr);
  }

  private List<Context> contexts() {
    zones = in.getLong();
    parents = in.getLong();
    int count = count();
    List<Context> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(context());
    }
    require(zones == 0, "zones of all devices: " + zones + " more were announced");
    require(parents == 0, "device zones with others inside: " + parents + " more");
    return all;
  }

  private Context context() {
    none("thread of its own");
    int calibrated = in.get();
    require(calibrated == 0 || calibrated == 1, "calibrated or not");
    long announced = in.getLong();
    require(in.getFloat() == 1, "period");
    require(in.get() == 7, "custom context");
    String name = stringIndex();
    none("overflow");
    none("names of annotations");
    int count = count();
    List<Row> lanes = new ArrayList<>();
    Set<Long> ids = new HashSet<>();
    for (int i = 0; i < count; i++) {
      long id = in.getLong();
      require(ids.add(id) && threadNames.containsKey(id), "a lane has a name and is there once");
      List<Zone> own = new ArrayList<>();
      reference = 0;
      gpuReference = 0;
      deviceZones(own, id, 0, in.getLong(), 0);
      announced -= own.size();
      zones -= own.size();
      lanes.add(new Row(id, String.valueOf(threadNames.get(id)), false, null, own, List.of()));
    }
    require(announced == 0, "zones of a device");
    none("annotations");
    return new Context(String.valueOf(name), calibrated == 1, lanes);
  }

  private void deviceZones(List<Zone> to, long lane, int depth, long count, long from) {
    long notBefore = from;
    for (long i = 0; i < count; i++) {
      reference += in.getLong();
      long begin = gpuReference += in.getLong();
      require(begin >= notBefore && time(reference) == begin, "device zones are in order");
      Place place = place(in.getShort());
      require(int24() == 0, "no call stack");
      long thread = threadTable.get(in.getShort() & 0xFFFF);
      require(thread == lane || thread == 0, "a device zone is of its lane");
      long children = in.getLong();
      parents -= children > 0 ? 1 : 0;
      int at = to.size();
      to.add(null);
      deviceZones(to, lane, depth + 1, children, begin);
      reference += in.getLong();
      long end = gpuReference += in.getLong();
      require(past(reference) == end && end > begin, "a device zone ends after it began");
      requireInside(to, at, end);
      require(in.getShort() == 0, "no query");
      to.set(at, zone(depth, place, begin, end, extras.getFirst()));
      notBefore = end;
    }
  }

  private Map<String, List<Point>> plots() {
    int count = count();
    Map<String, List<Point>> all = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      require(in.get() == 0 && in.get() == 0, "a plot of the program, of numbers");
      skip(2);
      in.getInt();
      String name = keyed(in.getLong());
      double least = in.getDouble();
      double most = in.getDouble();
      double sum = in.getDouble();
      List<Point> points = points(count());
      require(points.stream().mapToDouble(Point::value).min().orElseThrow() == least, "least");
      require(points.stream().mapToDouble(Point::value).max().orElseThrow() == most, "most");
      double added = points.stream().mapToDouble(Point::value).sum();
      require(Math.abs(sum - added) <= 1e-9 * Math.max(1, Math.abs(added)), "sum");
      require(all.put(name, points) == null, "a plot is there once");
    }
    return all;
  }

  private List<Point> points(int count) {
    List<Point> points = new ArrayList<>();
    long nanos = 0;
    for (int i = 0; i < count; i++) {
      long step = in.getLong();
      require(step >= 0, "points are in order");
      nanos += step;
      points.add(new Point(past(nanos), in.getDouble()));
      require(Double.isFinite(points.getLast().value()), "a point is a number");
    }
    return points;
  }

  private Map<String, Pool> pools() {
    int count = count();
    long announced = in.getLong();
    Map<String, Pool> all = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      long key = in.getLong();
      Pool pool = pool(key);
      announced -= pool.allocations().size();
      require(all.put(keyed(key), pool) == null, "a pool is there once");
    }
    require(announced == 0, "allocations of all pools");
    return all;
  }

  private Pool pool(long key) {
    int count = count();
    long active = in.getLong();
    long freed = in.getLong();
    require(active + freed == count, "each allocation is active or freed");
    List<Allocation> all = new ArrayList<>();
    long nanos = 0;
    long lowest = -1;
    long highest = 0;
    long bytesInUse = 0;
    for (int i = 0; i < count; i++) {
      long address = in.getLong();
      long bytes = in.getLong();
      require(int24() == 0 && int24() == 0, "no call stacks");
      long step = in.getLong();
      require(step >= 0, "allocations are in order");
      nanos += step;
      long lifetime = in.getLong();
      require(lifetime != 0, "no allocation ends when it begins");
      int thread = in.getShort() & 0xFFFF;
      int freeing = in.getShort() & 0xFFFF;
      require(Math.max(thread, freeing) < threadTable.size(), "threads of an allocation");
      active -= lifetime < 0 ? 1 : 0;
      bytesInUse += lifetime < 0 ? bytes : 0;
      lowest = Long.compareUnsigned(address, lowest) < 0 ? address : lowest;
      highest = Math.max(highest, address + bytes);
      long end = lifetime < 0 ? -1 : nanos + lifetime;
      all.add(
          new Allocation(
              address, bytes, past(nanos), end, threadTable.get(thread), threadTable.get(freeing)));
    }
    require(active == 0, "active allocations");
    require(in.getLong() == highest && in.getLong() == lowest, "span of addresses");
    require(in.getLong() == bytesInUse, "bytes in use");
    require(in.getLong() == key, "the key again");
    return new Pool(all, bytesInUse);
  }

  private List<Row> rest(List<Row> threads) {
    none("call stacks");
    none("frames of call stacks");
    none("app info");
    require(in.getInt() == 0, "no dictionary");
    none("images");
    List<Row> ran = switches(threads);
    none("switches of processors");
    for (int i = 0; i < 256; i++) {
      none("switches of processor " + i);
    }
    none("processes");
    none("times of threads");
    none("symbols");
    require(in.getLong() == 1, "the inline symbol that is none");
    none("symbols by address");
    none("code");
    none("symbols of code");
    none("hardware samples");
    none("source files");
    require(!in.hasRemaining(), "the end of the payload: " + in.remaining() + " bytes more");
    return ran;
  }

  /** Of fibers with zones, and only of those. */
  private List<Row> switches(List<Row> threads) {
    Map<Long, Ran> all = new HashMap<>();
    int count = count();
    for (int i = 0; i < count; i++) {
      long id = in.getLong();
      require(in.getLong() == 1, "a fiber runs once");
      long wakeup = time(in.getLong());
      require(in.getLong() == 0, "it wakes up when it begins");
      long length = in.getLong();
      require(length >= 0, "it ends after it began");
      require(in.get() == 0 && in.get() == 99 && in.get() == -1, "it runs as a fiber");
      long carrier = in.getLong();
      require(inTable.contains(carrier) && in.get() == 0, "its carrier is a thread");
      Ran ran = new Ran(wakeup, past(wakeup + length), String.valueOf(threadNames.get(carrier)));
      require(all.put(id, ran) == null, "switches of a fiber are there once");
    }
    return threads.stream().map(row -> with(row, all.get(row.id()))).toList();
  }

  private static Row with(Row row, @Nullable Ran ran) {
    require((ran != null) == (row.isFiber() && !row.zones().isEmpty()), "fibers ran, others not");
    return new Row(row.id(), row.name(), row.isFiber(), ran, row.zones(), row.messages());
  }
}
