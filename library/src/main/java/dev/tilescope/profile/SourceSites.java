package dev.tilescope.profile;

import dev.tilescope.internal.track.SourcePlace;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All places of the process, by small numbers.
 *
 * <p>Names are mostly literals, and so the same object each time: a table indexed by identity finds
 * most of them without touching their characters. It is read and written without locks; whoever
 * reads an entry that another thread has just replaced looks the name up the slow way.
 *
 * <p>A program may make up names without end. Beyond {@link #MOST_NAMES} all others share one
 * place, {@link #OTHERS}, and the zones there have their name as text.
 */
final class SourceSites {
  /** Ids have 20 bits in an event. */
  static final int MOST_SITES = JournalFormat.MOST_NUMBERED;

  static final int MOST_NAMES = 1 << 16;
  static final int OTHERS = 0;

  private static final int CACHED = 1 << 12;

  /** Between a name and whoever uses it. */
  private static final Set<String> OWN_CLASSES =
      Set.of(SourceSites.class.getName(), "dev.tilescope.profile.Profiler");

  private static final @Nullable Cached[] CACHE = new @Nullable Cached[CACHED];
  private static final Map<String, Integer> BY_NAME = new ConcurrentHashMap<>();
  private static final Map<Place, Integer> BY_PLACE = new ConcurrentHashMap<>();
  private static volatile SourceSite[] sites = new SourceSite[64];
  private static int count;

  private record Cached(String name, int site) {}

  private record Place(String name, String function, String file, int line) {}

  static {
    add(new Place("(other names)", "", "", 0));
  }

  private SourceSites() {}

  static SourceSite get(int id) {
    return sites[id];
  }

  /** The site of a name; where it was used first is where it is. */
  @SuppressWarnings("ReferenceEquality")
  static int ofName(String name) {
    Cached cached = CACHE[System.identityHashCode(name) & (CACHED - 1)];
    return cached != null && cached.name == name ? cached.site : find(name);
  }

  private static int find(String name) {
    Integer known = BY_NAME.get(name);
    if (known == null) {
      if (BY_NAME.size() >= MOST_NAMES) {
        return OTHERS;
      }
      known = ofCaller(name);
      BY_NAME.put(name, known);
    }
    CACHE[System.identityHashCode(name) & (CACHED - 1)] = new Cached(name, known);
    return known;
  }

  private static int ofCaller(String name) {
    SourcePlace caller = SourcePlace.of(type -> !OWN_CLASSES.contains(type.getName()));
    return caller == null
        ? of(name, "", "", 0)
        : of(name, caller.function(), caller.file(), caller.line());
  }

  /**
   * @param line unknown if it is not positive
   */
  static int of(String name, String function, String file, int line) {
    Place place = new Place(name, function, file, Math.max(0, line));
    Integer known = BY_PLACE.get(place);
    return known == null ? add(place) : known;
  }

  private static synchronized int add(Place place) {
    Integer known = BY_PLACE.get(place);
    if (known != null || count == MOST_SITES) {
      return known == null ? OTHERS : known;
    }
    SourceSite site = new SourceSite(count, place.name, place.function, place.file, place.line);
    SourceSite[] room = count < sites.length ? sites : Arrays.copyOf(sites, 2 * count);
    room[count++] = site;
    sites = room;
    BY_PLACE.put(place, site.id());
    return site.id();
  }
}
