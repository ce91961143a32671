package dev.tilescope.internal.serve.memory;

import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every buffer of a rank, as columns of some fifty bytes a buffer. Operations are identified by
 * their index in {@link OperationColumns}, a span by its place here, which stays the same as long
 * as the report does.
 *
 * <p>Within a region spans are ordered by area, bytes times operations, largest first: whoever
 * reads a region page by page sees first what matters most.
 */
final class Spans {
  /** More are counted and not held. */
  static final int MOST = 1_500_000;

  static final int NEVER = Integer.MAX_VALUE;
  static final int NONE = -1;

  /** Sums of as many as there may be stay within a long, and addresses exact in a browser. */
  private static final long LARGEST_BYTES = 1L << 42;

  private static final long LARGEST_ADDRESS = 1L << 52;

  /** A memory of a device. */
  record Region(int deviceId, int type) {}

  private final boolean exact;
  private final int operations;
  private final List<Region> regions;
  private final int[][] byArea;
  private final Columns columns;

  private Spans(Columns columns, boolean exact, int operations) {
    this.columns = columns;
    this.exact = exact;
    this.operations = operations;
    this.regions = List.copyOf(columns.regions);
    this.byArea = new int[regions.size()][];
    for (int r = 0; r < byArea.length; r++) {
      byArea[r] = orderedByArea(r);
    }
  }

  static Spans of(OpenReport report, int rank) {
    OperationColumns operations = OperationColumns.of(report, rank);
    return report.keepOfRank(Spans.class, rank, database -> read(database, operations));
  }

  private static Spans read(ReadOnlyDatabase database, OperationColumns operations) {
    Columns columns = new Columns();
    boolean exact =
        operations.size() > 0 && database.hasRows("tilescope_allocations", operations.rank());
    if (exact) {
      AllocationReading.read(database, operations, columns);
    } else {
      SnapshotReading.read(database, operations, columns);
    }
    return new Spans(columns, exact, operations.size());
  }

  /** Each buffer's events are known; otherwise only which were there after each operation. */
  boolean isExact() {
    return exact;
  }

  int operations() {
    return operations;
  }

  int size() {
    return columns.size;
  }

  /** How many were too many to hold. */
  long left() {
    return columns.left;
  }

  List<Region> regions() {
    return regions;
  }

  int regionOf(int span) {
    return columns.region[span];
  }

  int[] byArea(int region) {
    return byArea[region];
  }

  long address(int span) {
    return columns.address[span];
  }

  /** What one bank gives up for it. */
  long bankBytes(int span) {
    return columns.bankBytes[span];
  }

  /** What it takes in all; of one bank if the report does not say. */
  long bytes(int span) {
    return columns.bytes[span];
  }

  /** The operation that made it, {@link #NONE} if it was there before. */
  int first(int span) {
    return columns.first[span];
  }

  /** Whether a call that is no operation made it. */
  boolean isMadeBetween(int span) {
    return columns.madeBetween.get(span);
  }

  /** The operation that freed it, {@link #NEVER} if none did. */
  int freed(int span) {
    return columns.freed[span];
  }

  /** The last operation that needed it, {@link #NONE} if that is not known. */
  int lastUse(int span) {
    return columns.lastUse[span];
  }

  /** {@link #NONE} if no tensor is known to be in it. */
  int tensor(int span) {
    return columns.tensor[span];
  }

  /** Where a drawing of it begins. */
  int from(int span) {
    return Math.max(0, first(span));
  }

  /** Where a drawing of it ends: one that lives inside an operation still takes a column. */
  int to(int span) {
    return Math.max(from(span) + 1, Math.min(operations, freed(span)));
  }

  private int[] orderedByArea(int region) {
    int count = 0;
    for (int i = 0; i < columns.size; i++) {
      count += columns.region[i] == region ? 1 : 0;
    }
    long[] keys = new long[count];
    int at = 0;
    for (int i = 0; i < columns.size; i++) {
      if (columns.region[i] == region) {
        float area = (float) bankBytes(i) * (to(i) - from(i));
        // Bits of positive floats are ordered as the floats are.
        keys[at++] = (long) ~Float.floatToIntBits(area) << 32 | i;
      }
    }
    Arrays.sort(keys);
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = (int) keys[i];
    }
    return order;
  }

  /** Columns while they are filled. */
  static final class Columns {
    private final List<Region> regions = new ArrayList<>();
    private final Map<Region, Integer> known = new LinkedHashMap<>();
    private int size;
    private long left;
    private short[] region = new short[0];
    private long[] address = new long[0];
    private long[] bankBytes = new long[0];
    private long[] bytes = new long[0];
    private int[] first = new int[0];
    private int[] freed = new int[0];
    private int[] lastUse = new int[0];
    private int[] tensor = new int[0];
    private final BitSet madeBetween = new BitSet();

    /** Makes room, at best once and for all. */
    void reserve(long spans) {
      int room = (int) Math.min(MOST, spans);
      region = Arrays.copyOf(region, room);
      address = Arrays.copyOf(address, room);
      bankBytes = Arrays.copyOf(bankBytes, room);
      bytes = Arrays.copyOf(bytes, room);
      first = Arrays.copyOf(first, room);
      freed = Arrays.copyOf(freed, room);
      lastUse = Arrays.copyOf(lastUse, room);
      tensor = Arrays.copyOf(tensor, room);
    }

    /** Its place, or {@link #NONE} if there are too many already. */
    int add(int deviceId, int type, long at, long perBank, long inAll) {
      Integer place = known.get(new Region(deviceId, type));
      if (size == MOST || (place == null && regions.size() == Short.MAX_VALUE)) {
        left++;
        return NONE;
      }
      if (size == region.length) {
        reserve(Math.max(1024, size + (size >> 1)));
      }
      region[size] = (short) (place == null ? newRegion(deviceId, type) : (int) place);
      address[size] = Math.clamp(at, 0, LARGEST_ADDRESS);
      bankBytes[size] = Math.clamp(perBank, 0, LARGEST_BYTES);
      bytes[size] = Math.clamp(inAll, 0, LARGEST_BYTES);
      first[size] = NONE;
      freed[size] = NEVER;
      lastUse[size] = NONE;
      tensor[size] = NONE;
      return size++;
    }

    private int newRegion(int deviceId, int type) {
      Region made = new Region(deviceId, type);
      known.put(made, regions.size());
      regions.add(made);
      return regions.size() - 1;
    }

    void made(int span, int operation) {
      first[span] = operation;
    }

    /** No operation made it, but a call that brings in a tensor. */
    void madeBetween(int span) {
      madeBetween.set(span);
    }

    void freed(int span, int operation) {
      freed[span] = operation;
    }

    void used(int span, int operation) {
      lastUse[span] = Math.max(lastUse[span], operation);
    }

    void holds(int span, int tensorId) {
      tensor[span] = tensorId;
    }

    int tensor(int span) {
      return tensor[span];
    }

    int first(int span) {
      return first[span];
    }

    long bankBytes(int span) {
      return bankBytes[span];
    }
  }
}
