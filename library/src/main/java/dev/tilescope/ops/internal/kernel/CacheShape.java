package dev.tilescope.ops.internal.kernel;

/** A cache of keys or values, {@code [users, heads, capacity, dim]}. */
public record CacheShape(int users, int heads, int capacity, int dim) {
  void check(String what, int length) {
    int volume = Checks.volume(what + ": cache", new int[] {users, heads, capacity, dim});
    Checks.length(what + ": cache", length, volume);
  }

  int at(int user, int head, int row) {
    return ((user * heads + head) * capacity + row) * dim;
  }
}
