package dev.tilescope.report;

import dev.tilescope.model.Report.Damage;
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

  void add(int line, int column, String what) {
    add(source + ":" + line + ":" + column, what);
  }

  void add(String where, String what) {
    if (entries.size() < MAX_ENTRIES) {
      entries.add(new Damage(where, what));
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
