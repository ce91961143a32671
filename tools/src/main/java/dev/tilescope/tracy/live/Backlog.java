package dev.tilescope.tracy.live;

/** What becomes of events that come faster than a peer takes them. */
public enum Backlog {
  /** They wait in the journal on disk, and the peer gets all of them, late. */
  KEEP,
  /** What a peer is too far behind of is left out, counted, and said in its trace. */
  DROP,
  /** The program waits. */
  WAIT
}
