package dev.tilescope.internal.serve.data;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The values that were asked for last; whoever asks for another waits until it is made. */
public final class Recent<K, V> {
  private final Map<K, V> values;

  /**
   * @param kept how many are
   */
  public Recent(int kept) {
    this.values =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > kept;
          }
        };
  }

  public synchronized V get(K key, Function<? super K, ? extends V> make) {
    return values.computeIfAbsent(key, make);
  }
}
