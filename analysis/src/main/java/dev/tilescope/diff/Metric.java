package dev.tilescope.diff;

import dev.tilescope.diff.ReportDiff.DeviceTotals;
import dev.tilescope.diff.ReportDiff.Pair;
import dev.tilescope.diff.ReportDiff.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** What a {@link Limit} may bound. */
public enum Metric {
  PEAK_L1_PER_CORE("peak-l1-per-core", Unit.BYTES),
  L1_HEADROOM("l1-headroom", Unit.BYTES),
  PEAK_DRAM_PER_BANK("peak-dram-per-bank", Unit.BYTES),
  PEAK_L1("peak-l1", Unit.BYTES),
  PEAK_DRAM("peak-dram", Unit.BYTES),
  HOST_TIME("host-time", Unit.NANOS),
  DEVICE_TIME("device-time", Unit.NANOS),
  /** Of each operation that both have, for itself. */
  OP_DEVICE_TIME("op-device-time", Unit.NANOS),
  OPERATIONS("operations", Unit.COUNT),
  ADDED("added", Unit.COUNT),
  REMOVED("removed", Unit.COUNT),
  CHANGED("changed", Unit.COUNT);

  /** What numbers of a metric count. */
  public enum Unit {
    BYTES,
    NANOS,
    COUNT
  }

  /**
   * One number of both reports.
   *
   * @param where such as {@code "device 0"}; empty for the report as a whole
   */
  public record Reading(String where, long before, long after) {
    public long change() {
      return after - before;
    }

    /** The change in percent; infinite from nothing to something. */
    public double percent() {
      if (change() == 0) {
        return 0;
      }
      return before == 0
          ? Math.copySign(Double.POSITIVE_INFINITY, (double) change())
          : 100.0 * change() / before;
    }
  }

  private final String word;
  private final Unit unit;

  Metric(String word, Unit unit) {
    this.word = word;
    this.unit = unit;
  }

  /** As written in an expression. */
  public String word() {
    return word;
  }

  public Unit unit() {
    return unit;
  }

  /**
   * Whether a reading tells anything. Reports of a board have no device times, older ones no
   * durations at all: such a sum is 0, which is no time that something took. Without addresses
   * there is no headroom, which is -1 then.
   */
  public boolean isKnown(Reading reading) {
    long least = unit == Unit.NANOS ? 1 : 0;
    return reading.before() >= least && reading.after() >= least;
  }

  /** One reading, or one for each device. */
  public List<Reading> of(ReportDiff diff) {
    Totals was = diff.before();
    Totals is = diff.after();
    return switch (this) {
      case PEAK_L1_PER_CORE -> byDevice(was, is, d -> d.memory().l1BytesPerCore());
      case L1_HEADROOM -> byDevice(was, is, d -> d.memory().l1HeadroomBytes());
      case PEAK_DRAM_PER_BANK -> byDevice(was, is, d -> d.memory().dramBytesPerBank());
      case PEAK_L1 -> byDevice(was, is, DeviceTotals::peakL1Bytes);
      case PEAK_DRAM -> byDevice(was, is, DeviceTotals::peakDramBytes);
      case HOST_TIME -> whole(was.hostNanos(), is.hostNanos());
      case DEVICE_TIME -> whole(was.deviceNanos(), is.deviceNanos());
      case OP_DEVICE_TIME -> byOperation(diff);
      case OPERATIONS -> whole(was.operations(), is.operations());
      case ADDED -> whole(0, diff.added().size());
      case REMOVED -> whole(0, diff.removed().size());
      case CHANGED -> whole(0, diff.changed().size());
    };
  }

  private static List<Reading> whole(long before, long after) {
    return List.of(new Reading("", before, after));
  }

  /** Of those that run on a device; one that is not known if none does. */
  private static List<Reading> byOperation(ReportDiff diff) {
    List<Reading> readings = new ArrayList<>();
    for (Pair pair : diff.pairs()) {
      long before = pair.measuresBefore().deviceNanos();
      long after = pair.measuresAfter().deviceNanos();
      if (before > 0 && after > 0) {
        String node = " (node %d)".formatted(pair.after().start().counter());
        readings.add(new Reading(pair.after().name() + node, before, after));
      }
    }
    return readings.isEmpty() ? whole(0, 0) : readings;
  }

  private static List<Reading> byDevice(Totals was, Totals is, ToLongFunction<DeviceTotals> of) {
    TreeMap<Integer, long[]> bytes = new TreeMap<>();
    was.devices().forEach(d -> both(bytes, d.deviceId())[0] = of.applyAsLong(d));
    is.devices().forEach(d -> both(bytes, d.deviceId())[1] = of.applyAsLong(d));
    List<Reading> readings = new ArrayList<>();
    bytes.forEach((id, b) -> readings.add(new Reading("device " + id, b[0], b[1])));
    return readings;
  }

  private static long[] both(Map<Integer, long[]> bytes, int deviceId) {
    return bytes.computeIfAbsent(deviceId, _ -> new long[2]);
  }
}
