package dev.tilescope.tracy.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What stands for texts, places in the source, threads, fibers and stack frames on the wire of one
 * connection: the peer asks for what it has not heard of.
 *
 * <p>Keys of texts and of places are different numbers, none of them 0. Places have 16 bits in
 * Tracy: those that come late are one place, {@link #OTHERS}.
 */
final class Names {
  static final int MOST_PLACES = 32_760;
  static final long OTHERS = 1;

  private static final long TEXTS = 1L << 32;
  private static final long FRAMES = 1L << 40;
  private static final long FIBERS = 1L << 48;

  /** Whatever a program calls itself, this many names are remembered. */
  private static final int MOST_TEXTS = 1 << 18;

  record Place(String name, String function, String file, int line) {}

  private final Map<String, Long> textKeys = new HashMap<>();
  private final List<String> texts = new ArrayList<>();
  private final Map<Place, Long> placeKeys = new HashMap<>();
  private final List<Place> places = new ArrayList<>();
  private final Map<StackTraceElement, Long> frameKeys = new HashMap<>();
  private final List<StackTraceElement> frames = new ArrayList<>();
  private final Map<Integer, String> threads = new HashMap<>();
  private final Map<Long, String> fibers = new HashMap<>();

  Names() {
    place(new Place("(other places)", "", "", 0));
  }

  long text(String text) {
    Long known = textKeys.get(text);
    if (known != null) {
      return known;
    }
    if (texts.size() == MOST_TEXTS) {
      return text("(other names)");
    }
    texts.add(text);
    long key = TEXTS + texts.size();
    textKeys.put(text, key);
    return key;
  }

  String text(long key) {
    return get(texts, key - TEXTS, "???");
  }

  long place(Place place) {
    Long known = placeKeys.get(place);
    if (known != null) {
      return known;
    }
    if (places.size() == MOST_PLACES) {
      return OTHERS;
    }
    places.add(place);
    long key = places.size();
    placeKeys.put(place, key);
    return key;
  }

  Place place(long key) {
    return get(places, key, new Place("???", "???", "", 0));
  }

  /** Whether some place is in this file. */
  boolean isFile(String file) {
    return places.stream().anyMatch(place -> place.file.equals(file));
  }

  long stackFrame(StackTraceElement frame) {
    return frameKeys.computeIfAbsent(
        frame,
        added -> {
          frames.add(added);
          return FRAMES + frames.size();
        });
  }

  StackTraceElement stackFrame(long key) {
    return get(frames, key - FRAMES, new StackTraceElement("", "???", null, 0));
  }

  void thread(int id, String name) {
    threads.put(id, name);
  }

  String thread(long id) {
    return threads.getOrDefault((int) id, "???");
  }

  /** A key for each virtual thread: the peer takes those of one key for one fiber. */
  long fiber(int number, String name) {
    fibers.put(FIBERS + number, name);
    return FIBERS + number;
  }

  String fiber(long key) {
    return fibers.getOrDefault(key, "???");
  }

  /** A peer may ask for anything. */
  private static <T> T get(List<T> all, long number, T fallback) {
    return number >= 1 && number <= all.size() ? all.get((int) number - 1) : fallback;
  }
}
