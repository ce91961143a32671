package dev.tilescope.device.marker;

import dev.tilescope.model.TilescopeException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the 16 bits stand for that a device knows a zone by. They are a hash of its name and place,
 * so two zones can have the same: that is found out when the second one is made known.
 */
public final class ZoneLocations {
  /** Ids that TT-Metal's profiler gives to other things. */
  public static final int PERF_COUNTERS = 9090;

  public static final int NOC_EVENTS = 12345;
  static final int NOC_DEBUG = 23456;

  private static final Map<Integer, Location> BY_ID = new ConcurrentHashMap<>();

  private ZoneLocations() {}

  public record Location(String name, String file, int line) {
    /** The text that is hashed, and what TT-Metal keeps in {@code zone_src_locations.log}. */
    public String text() {
      return name + "," + file + "," + line + ",KERNEL_PROFILER";
    }

    /** FNV-1a of 32 bits, its halves folded into 16. */
    int id() {
      int hash = 0x811C_9DC5;
      for (byte b : text().getBytes(StandardCharsets.UTF_8)) {
        hash = (hash ^ b & 0xFF) * 0x0100_0193;
      }
      return (hash ^ hash >>> 16) & 0xFFFF;
    }
  }

  /** Makes a zone known, as compiling its kernel does. */
  public static int idOf(String name, String file, int line) {
    Location location = new Location(name, file, line);
    int id = location.id();
    Location other = BY_ID.putIfAbsent(id, location);
    if (other != null && !other.equals(location)) {
      throw new TilescopeException(
          "Source location hashes are colliding, two different locations are having the same hash:"
              + " %s at %s:%d and %s at %s:%d both have %d; rename one of them"
                  .formatted(name, file, line, other.name(), other.file(), other.line(), id));
    }
    if (id == PERF_COUNTERS || id == NOC_EVENTS || id == NOC_DEBUG) {
      throw new TilescopeException(
          "zone %s at %s:%d has the id %d, which the profiler uses itself; rename it"
              .formatted(name, file, line, id));
    }
    return id;
  }

  /** All that were made known so far, by their texts. */
  public static List<Location> all() {
    return BY_ID.values().stream().sorted(Comparator.comparing(Location::text)).toList();
  }

  /** Empty for an id that no kernel made known. */
  public static Optional<Location> of(int id) {
    return Optional.ofNullable(BY_ID.get(id));
  }
}
