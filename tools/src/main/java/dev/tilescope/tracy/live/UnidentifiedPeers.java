package dev.tilescope.tracy.live;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Those who have connected and not said who they are yet. There is an end to how many there may be,
 * and the one silent for longest makes room for the next: so they keep nobody out.
 */
final class UnidentifiedPeers {
  private static final int MOST = 16;

  private final Deque<Peer> oldestFirst = new ArrayDeque<>();

  synchronized void enter(Peer peer) {
    if (oldestFirst.size() == MOST) {
      oldestFirst.remove().hangUp();
    }
    oldestFirst.add(peer);
  }

  synchronized void leave(Peer peer) {
    oldestFirst.remove(peer);
  }
}
