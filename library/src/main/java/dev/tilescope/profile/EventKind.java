package dev.tilescope.profile;

/** What a thread writes into its log; see {@link EventWord}. */
enum EventKind {
  /** Payload: the site. */
  BEGIN(0),
  END(0),
  /** Object: a text for the innermost zone. */
  TEXT(0),
  /** Object: another name for the innermost zone. */
  NAME(0),
  /** A colour for the innermost zone. */
  COLOUR(1),
  /** A number for the innermost zone. */
  VALUE(1),
  /** Object: the text; its colour. */
  MESSAGE(1),
  /** Payload: the site whose name the frame has. */
  FRAME(0),
  /** Payload: the site whose name the plot has; the bits of a double. */
  PLOT(1),
  /** Payload: device and kind of memory, see {@link MemoryPool}; address, bytes. */
  ALLOCATE(2),
  /** Payload: as for ALLOCATE; address. */
  FREE(1),
  /** Payload: the chip; object: what was seen of the program; its number, and in bit 0 the hit. */
  OPERATION(1),
  /** Times count from here: {@link System#nanoTime}. */
  REBASE(1);

  /** Longs that follow the first one. */
  final int extraLongs;

  EventKind(int extraLongs) {
    this.extraLongs = extraLongs;
  }
}
