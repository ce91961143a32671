package dev.tilescope.internal.io;

import java.util.Arrays;

/** Longs by longs, without objects: linear probing, at most three quarters full. */
public final class LongMap {
  private static final int FEW = 16;

  private long[] keys = new long[FEW];
  private long[] values = new long[FEW];
  private boolean[] taken = new boolean[FEW];
  private int size;

  public int size() {
    return size;
  }

  public void clear() {
    if (size == 0) {
      return;
    }
    if (keys.length > 1 << 12) {
      keys = new long[FEW];
      values = new long[FEW];
      taken = new boolean[FEW];
    } else {
      Arrays.fill(taken, false);
    }
    size = 0;
  }

  public boolean contains(long key) {
    return taken[slot(key)];
  }

  public long get(long key, long missing) {
    int slot = slot(key);
    return taken[slot] ? values[slot] : missing;
  }

  /** Puts the value; false if the key was there, and then had its value replaced. */
  public boolean put(long key, long value) {
    int slot = slot(key);
    values[slot] = value;
    if (taken[slot]) {
      return false;
    }
    taken[slot] = true;
    keys[slot] = key;
    size++;
    if (size * 4L > keys.length * 3L) {
      grow();
    }
    return true;
  }

  public boolean putIfAbsent(long key, long value) {
    return !contains(key) && put(key, value);
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (taken[slot] && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldValues = values;
    boolean[] oldTaken = taken;
    keys = new long[oldKeys.length * 2];
    values = new long[keys.length];
    taken = new boolean[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldTaken[i]) {
        int slot = slot(oldKeys[i]);
        taken[slot] = true;
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }

  /** The keys, in no order. */
  public long[] keys() {
    long[] all = new long[size];
    int count = 0;
    for (int i = 0; i < keys.length; i++) {
      if (taken[i]) {
        all[count++] = keys[i];
      }
    }
    return all;
  }
}
