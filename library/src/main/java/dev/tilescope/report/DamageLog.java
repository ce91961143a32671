package dev.tilescope.report;

import dev.tilescope.model.Report.Damage;
import dev.tilescope.model.Report.Damage.Kind;
import java.util.ArrayList;
import java.util.List;

/** What was wrong with a document: the first entries in full, the rest as a number. */
final class DamageLog {
  static final int MAX_ENTRIES = 1000;

  private final String source;
  private final List<Damage> entries = new ArrayList<>();
  private long unlisted;

  DamageLog(String source) {
    this.source = source;
  }

  void add(String what) {
    add(source, what);
  }

  /** About a node, at a place in the document if that is known. */
  void add(int line, int column, int node, Kind kind, String what) {
    String where = line > 0 ? source + ":" + line + ":" + column : source;
    add(new Damage(where, what, kind, node));
  }

  void add(String where, String what) {
    add(new Damage(where, what));
  }

  void add(Damage entry) {
    if (entries.size() < MAX_ENTRIES) {
      entries.add(entry);
    } else {
      unlisted++;
    }
  }

  List<Damage> entries() {
    List<Damage> all = new ArrayList<>(entries);
    if (unlisted > 0) {
      all.add(new Damage(source, "and " + unlisted + " more problems"));
    }
    return all;
  }
}
