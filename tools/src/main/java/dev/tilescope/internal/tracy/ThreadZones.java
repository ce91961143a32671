package dev.tilescope.internal.tracy;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Zones of a thread of the host.
 *
 * <pre>
 * Zone --> place i16, begin i64, notes u32, count of zones inside u32, Zone*, end i64
 * </pre>
 */
final class ThreadZones extends ZoneTimeline {
  /** What a zone says beside its place and times. */
  private static final class Notes {
    @Nullable String text;
    @Nullable String name;
    int rgb;
  }

  private final NoteTable table;
  private @Nullable Notes[] notes = new Notes[8];
  private long referenceNanos;

  ThreadZones(SpillFile file, ZoneTotals totals, NoteTable table) {
    super(file, totals, 0, Payload.LAST_NANOS);
    this.table = table;
  }

  @Override
  void putBegin(SpilledBytes to, long nanos, int location) {
    to.put16(SourceLocations.id(location));
    to.put64(nanos - referenceNanos);
    referenceNanos = nanos;
  }

  @Override
  void putEnd(SpilledBytes to, long nanos) {
    to.put64(nanos - referenceNanos);
    referenceNanos = nanos;
  }

  @Override
  long filling(int depth, int zonesInside) {
    int note = 0;
    if (depth < notes.length && notes[depth] != null) {
      Notes said = notes[depth];
      note = table.add(said.text, said.name, said.rgb);
      notes[depth] = null;
    }
    return note | (long) zonesInside << Integer.SIZE;
  }

  /** Several texts are lines, as in Tracy. */
  void text(String text) {
    if (isInZone()) {
      Notes said = innermost();
      said.text = said.text == null ? text : said.text + "\n" + text;
    }
  }

  void name(String name) {
    if (isInZone()) {
      innermost().name = name;
    }
  }

  void colour(int rgb) {
    if (isInZone()) {
      innermost().rgb = rgb;
    }
  }

  private Notes innermost() {
    int at = depth() - 1;
    if (at >= notes.length) {
      notes = Arrays.copyOf(notes, Math.max(at + 1, 2 * notes.length));
    }
    Notes said = notes[at];
    if (said == null) {
      said = new Notes();
      notes[at] = said;
    }
    return said;
  }
}
