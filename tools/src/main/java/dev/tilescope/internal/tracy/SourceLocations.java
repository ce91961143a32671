package dev.tilescope.internal.tracy;

import dev.tilescope.device.TimeBands;
import dev.tilescope.profile.SourceSite;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where zones come from. A zone has 16 bits for it: where there are more places than that, those
 * that come late are one place, and their zones say their names themselves.
 */
final class SourceLocations {
  /** The place of zones that have none of their own. */
  static final int OTHERS = 0;

  static final int MOST = 32_760;

  private record Place(String name, String function, String file, int line) {}

  private record Known(SourceSite site, int location) {}

  private final StringTable strings;
  private final SpilledBytes table;
  private final Map<Place, Integer> places = new HashMap<>();
  private @Nullable Known[] sites = new Known[1 << 8];
  private int count;

  SourceLocations(StringTable strings, SpillFile file) {
    this.strings = strings;
    this.table = new SpilledBytes(file);
    add(new Place("(other places)", "", "", 0));
  }

  /** Its id in a zone: those that are not compiled into a program have negative ones. */
  static int id(int location) {
    return -(location + 1);
  }

  int of(SourceSite site) {
    if (site.id() >= sites.length) {
      sites = Arrays.copyOf(sites, Math.max(site.id() + 1, 2 * sites.length));
    }
    Known known = sites[site.id()];
    if (known == null || known.site != site) {
      int location = of(site.name(), site.function(), site.file(), site.line());
      known = new Known(site, location);
      sites[site.id()] = known;
    }
    return known.location;
  }

  /** A program, whose zones take modelled times: in place of a function it has its band. */
  int ofModelled(String program, TimeBands bands) {
    return of(program, "modelled; a board " + bands.of(program), "", 0);
  }

  int of(String name, String function, String file, int line) {
    Place place = new Place(name, function, file, line);
    Integer known = places.get(place);
    if (known != null) {
      return known;
    }
    return count == MOST ? OTHERS : add(place);
  }

  private int add(Place place) {
    putReference(place.name);
    putReference(place.function.isEmpty() ? place.name : place.function);
    putReference(place.file);
    table.put32(place.line);
    table.put32(0);
    places.put(place, count);
    return count++;
  }

  private void putReference(String name) {
    int index = strings.name(name);
    table.put64(Math.max(0, index));
    table.put8(index == StringTable.NONE ? Payload.NO_STRING : Payload.STRING_BY_INDEX);
  }

  void copyTo(BlockOutput out) {
    out.put64(count);
    table.copyTo(out);
  }
}
