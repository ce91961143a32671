package dev.tilescope.device.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
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
 * <p>Tables are made when the first command of a program is, so nothing here needs classes that are
 * spun at run time: no lambdas, streams, switches over types, or joined texts.
 *
 * @param text the command for people, as {@link CommandText} reads it
 * @param strideAt the word that says where the next command begins; 0 if there is none
 * @param parts in the order of the components
 * @param fields those of the parts, in their order, and the count and length that go with them
 * @param limits what says how much data there may be, as {@link DataLimit} names it
 * @param fieldBytes of an entry
 * @param headerBytes of a command: where its entries begin
 */
record Table(
    Class<?> type,
    String text,
    int strideAt,
    List<Part> parts,
    List<Field> fields,
    List<Field> limits,
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
    List<Field> values = new ArrayList<>();
    Field size = null;
    Entries entries = null;
    Tail tail = null;
    for (Part part : parts) {
      if (part instanceof Field field) {
        values.add(field);
      } else if (part instanceof Part.Array array) {
        array.addTo(values);
      } else if (part instanceof Entries list) {
        entries = list;
        size = list.count();
      } else if (part instanceof Tail last) {
        tail = last;
        size = last.length() == null ? size : last.length();
      }
    }
    List<Field> fields = new ArrayList<>(values);
    if (size != null) {
      fields.add(size);
    }
    int bytes = end(fields);
    int header = Math.max(UNIT_BYTES, aligned(bytes));
    return new Table(
        type,
        text,
        strideAt,
        List.of(parts),
        List.copyOf(fields),
        limits(fields, entries, tail),
        TableCheck.of(values, size, Sizing.of(header, size, entries, tail)),
        bytes,
        header,
        entries,
        tail);
  }

  private static List<Field> limits(
      List<Field> fields, @Nullable Entries entries, @Nullable Tail tail) {
    List<Field> limits = new ArrayList<>();
    if (tail instanceof Tail.Data data) {
      for (String name : data.limit().names) {
        Field own = find(name, fields);
        limits.add(own == null && entries != null ? entries.table().field(name) : own);
      }
    }
    return List.copyOf(limits);
  }

  /** Behind the last of some fields. */
  static int end(List<Field> fields) {
    int end = 0;
    for (Field field : fields) {
      end = Math.max(end, field.end());
    }
    return end;
  }

  static int aligned(int bytes) {
    return Words.roundUp(bytes, UNIT_BYTES);
  }

  private static @Nullable Field find(String name, List<Field> fields) {
    for (Field field : fields) {
      if (field.name().equals(name)) {
        return field;
      }
    }
    return null;
  }

  Field field(String name) {
    Field found = find(name, fields);
    if (found == null) {
      throw new NoSuchElementException("no field is called " + name);
    }
    return found;
  }

  Entries requireEntries() {
    return Objects.requireNonNull(entries);
  }

  /** Of a command with so many entries. */
  int sizeBytes(int count, int tailBytes) {
    int all = headerBytes + (entries == null ? 0 : count * entries.table().fieldBytes());
    return tail == null ? all : aligned(all) + tailBytes;
  }

  /** Of a command whose fields say how long its tail is. */
  int sizeAt(byte[] bytes, int at) {
    Field length = tail == null ? null : tail.length();
    return tailAt(bytes, at) + (length == null ? 0 : (int) length.readHeader(bytes, at));
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
    int bytes = requireEntries().table().fieldBytes();
    for (int i = 0; i < written.size(); i++) {
      written.get(i).write(to, at);
      at += bytes;
    }
  }
}
