package dev.tilescope.profile;

/** What a record of a journal is; see {@code JournalWriter}. */
public enum RecordKind {
  RUN,
  THREAD,
  THREAD_END,
  SITE,
  ON,
  TEXT,
  NAME,
  COLOUR,
  VALUE,
  MESSAGE,
  FRAME,
  PLOT,
  ALLOCATE,
  FREE,
  PROGRAM,
  OPERATION,
  JVM_ZONE,
  LOST,
  DRAINED,
  ENDED,
  COST
}
