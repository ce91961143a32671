package dev.tilescope.internal.tracy;

import org.jspecify.annotations.Nullable;

/** Texts, names and colours of zones that have some; zones refer to them by index. */
final class NoteTable {
  private final StringTable strings;
  private final SpilledBytes table;
  private long lostTexts;

  /** Tracy's index 0 stands for none. */
  private int count;

  NoteTable(StringTable strings, SpillFile file) {
    this.strings = strings;
    this.table = new SpilledBytes(file);
    add(null, null, 0);
  }

  int add(@Nullable String text, @Nullable String name, int rgb) {
    table.put24(0);
    putText(text);
    putText(name);
    table.put24(Payload.bgr(rgb));
    return count++;
  }

  private void putText(@Nullable String text) {
    int index = text == null ? StringTable.NONE : strings.text(text);
    if (text != null && index == StringTable.NONE) {
      lostTexts++;
    }
    table.put24(index + 1);
  }

  /** How many found no room. */
  long lostTexts() {
    return lostTexts;
  }

  void copyTo(BlockOutput out) {
    out.put64(count);
    table.copyTo(out);
  }
}
