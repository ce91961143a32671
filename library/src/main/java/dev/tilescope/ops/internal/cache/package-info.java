/**
 * Caches of keys and values, written in place: {@code CacheOperations} and {@code
 * KvCacheOperations} for whole ones, {@code PagedOperations} for those in pages.
 *
 * <p>{@code PagedFillOperations} and {@code PagedCacheOperations} declare the programs of the
 * latter.
 *
 * <p>A family: it knows the mechanism, the kernels and the options, and no other family.
 */
@NullMarked
package dev.tilescope.ops.internal.cache;

import org.jspecify.annotations.NullMarked;
