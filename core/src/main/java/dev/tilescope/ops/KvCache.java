package dev.tilescope.ops;

/**
 * {@code ttnn.kv_cache}: writes into a cache of keys or values, in place. The same as {@code
 * Ttnn.fillCache} and {@code Ttnn.updateCache}.
 */
public final class KvCache extends KvCacheOperations {
  private KvCache() {}
}
