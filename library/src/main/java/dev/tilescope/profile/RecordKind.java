package dev.tilescope.profile;

import dev.tilescope.model.Coded;

/** What a record of a journal is; see {@code JournalWriter}. */
public enum RecordKind implements Coded {
  RUN(0),
  THREAD(1),
  THREAD_END(2),
  SITE(3),
  ON(4),
  TEXT(5),
  NAME(6),
  COLOUR(7),
  VALUE(8),
  MESSAGE(9),
  FRAME(10),
  PLOT(11),
  ALLOCATE(12),
  FREE(13),
  PROGRAM(14),
  OPERATION(15),
  JVM_ZONE(16),
  LOST(17),
  DRAINED(18),
  ENDED(19),
  COST(20);

  private final int code;

  RecordKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
