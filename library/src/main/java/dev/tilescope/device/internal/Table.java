package dev.tilescope.device.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the record of a command, or of an entry in one, lies in memory:
 *
 * <pre>fields | entries | tail</pre>
 *
 * The fields of a command take 16 bytes or 32, with its number in byte 0; entries follow without a
 * gap, and the tail at the next multiple of 16. A record, so that the compiler may trust what a
 * constant table holds: written through one, a field costs what a plain store costs.
 *
 * @param text the command for people, as {@link CommandText} reads it
 * @param strideAt the word that says where the next command begins; 0 if there is none
 * @param parts in the order of the components
 * @param fields those of the parts, in their order, and the count and length that go with them
 * @param fieldBytes of an entry
 * @param headerBytes of a command: where its entries begin
 */
record Table(
    Class<?> type,
    Function<Object[], ?> constructor,
    String text,
    int strideAt,
    List<Part> parts,
    List<Field> fields,
    TableCheck check,
    int fieldBytes,
    int headerBytes,
    @Nullable Entries entries,
    @Nullable Tail tail) {
  /** The fields of commands take a multiple of this, and tails and blobs begin at one. */
  static final int UNIT_BYTES = 16;

  static Table of(Class<?> type, String text, Part... parts) {
    return strided(0, type, text, parts);
  }

  static Table strided(int strideAt, Class<?> type, String text, Part... parts) {
    return table(strideAt, type, RecordOf.constructor(type), text, List.of(parts));
  }

  /** A word that is an entry of its own. */
  static Table ofWord(String name) {
    Field word = Field.number(name, 0, Integer.SIZE);
    return table(0, Long.class, values -> values[0], "", List.of(word));
  }

  private static Table table(
      int strideAt,
      Class<?> type,
      Function<Object[], ?> constructor,
      String text,
      List<Part> parts) {
    List<Field> values = new ArrayList<>();
    List<Field> sizes = new ArrayList<>();
    Entries entries = null;
    Tail tail = null;
    for (Part part : parts) {
      switch (part) {
        case Field field -> values.add(field);
        case Constant _ -> {}
        case Entries list -> {
          entries = list;
          sizes.add(list.count());
        }
        case Tail last -> {
          tail = last;
          if (last.length() != null) {
            sizes.add(last.length());
          }
        }
      }
    }
    List<Field> fields = Stream.concat(values.stream(), sizes.stream()).toList();
    int bytes = fields.stream().mapToInt(Field::end).max().orElse(0);
    return new Table(
        type,
        constructor,
        text,
        strideAt,
        parts,
        List.copyOf(fields),
        TableCheck.of(values, sizes),
        bytes,
        Math.max(UNIT_BYTES, aligned(bytes)),
        entries,
        tail);
  }

  static int aligned(int bytes) {
    return Words.roundUp(bytes, UNIT_BYTES);
  }

  Field field(String name) {
    for (Field field : fields) {
      if (field.name().equals(name)) {
        return field;
      }
    }
    throw new NoSuchElementException("no field is called " + name);
  }

  long read(String field, byte[] bytes, int at) {
    return field(field).read(bytes, at);
  }

  /** Of a command with so many entries. */
  int sizeBytes(int count, int tailBytes) {
    int all = headerBytes + (entries == null ? 0 : count * entries.table().fieldBytes());
    return tail == null ? all : aligned(all) + tailBytes;
  }

  /** Of a command whose fields say how long its tail is. */
  int sizeAt(byte[] bytes, int at) {
    Field length = tail == null ? null : tail.length();
    return tailAt(bytes, at) + (length == null ? 0 : (int) length.read(bytes, at));
  }

  /** Where the tail begins, counted from the command. */
  int tailAt(byte[] bytes, int at) {
    if (entries == null) {
      return headerBytes;
    }
    int all = headerBytes + entries.bytesAt(bytes, at);
    return tail == null ? all : aligned(all);
  }

  /** The fields in their order, into bytes that are zero. */
  void write(byte[] to, int at, long a) {
    fields.get(0).write(to, at, a);
  }

  void write(byte[] to, int at, long a, long b) {
    write(to, at, a);
    fields.get(1).write(to, at, b);
  }

  void write(byte[] to, int at, long a, long b, long c) {
    write(to, at, a, b);
    fields.get(2).write(to, at, c);
  }

  void write(byte[] to, int at, long a, long b, long c, long d) {
    write(to, at, a, b, c);
    fields.get(3).write(to, at, d);
  }

  void write(byte[] to, int at, long a, long b, long c, long d, long e) {
    write(to, at, a, b, c, d);
    fields.get(4).write(to, at, e);
  }

  void write(byte[] to, int at, long a, long b, long c, long d, long e, long f) {
    write(to, at, a, b, c, d, e);
    fields.get(5).write(to, at, f);
  }

  void write(byte[] to, int at, long a, long b, long c, long d, long e, long f, long g) {
    write(to, at, a, b, c, d, e, f);
    fields.get(6).write(to, at, g);
  }

  void writeEntries(List<? extends Entry> written, byte[] to, int command) {
    int at = command + headerBytes;
    int bytes = Objects.requireNonNull(entries).table().fieldBytes();
    for (int i = 0; i < written.size(); i++) {
      written.get(i).write(to, at);
      at += bytes;
    }
  }

  /** Of bytes that have been checked. */
  Object read(byte[] from, int at, int end) {
    int tailAt = at + tailAt(from, at);
    Part.Place place = new Part.Place(at, at + headerBytes, tailAt, end);
    Object[] values = new Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = parts.get(i).component(from, place);
    }
    return constructor.apply(values);
  }
}
