package dev.tilescope.tracy.live;

import dev.tilescope.profile.SourceSite;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The keys of places that zones begin at, found by the numbers that sites have in a journal. */
final class SitePlaces {
  private record Known(SourceSite site, long place) {}

  private final Names names;
  private @Nullable Known[] sites = new Known[64];

  SitePlaces(Names names) {
    this.names = names;
  }

  long of(SourceSite site) {
    if (site.id() >= sites.length) {
      sites = Arrays.copyOf(sites, Math.max(site.id() + 1, 2 * sites.length));
    }
    Known known = sites[site.id()];
    if (known == null || known.site != site) {
      Names.Place place =
          new Names.Place(
              site.name(),
              site.function().isEmpty() ? site.name() : site.function(),
              site.file(),
              site.line());
      known = new Known(site, names.place(place));
      sites[site.id()] = known;
    }
    return known.place;
  }
}
