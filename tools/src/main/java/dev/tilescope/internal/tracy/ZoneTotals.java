package dev.tilescope.internal.tracy;

/** What the file says of all zones of a kind before it lists them. */
final class ZoneTotals {
  long zones;

  /** How many zones have others inside. */
  long parents;

  /** Left out, as they are nested deeper than Tracy can read. */
  long tooDeep;

  private final long[] byLocation = new long[SourceLocations.MOST];

  void count(int location) {
    zones++;
    byLocation[location]++;
  }

  /** Only the places that zones have. */
  void copyTo(BlockOutput out) {
    int used = 0;
    for (long zonesHere : byLocation) {
      used += zonesHere > 0 ? 1 : 0;
    }
    out.put64(used);
    for (int i = 0; i < byLocation.length; i++) {
      if (byLocation[i] > 0) {
        out.put16(SourceLocations.id(i));
        out.put64(byLocation[i]);
      }
    }
  }
}
