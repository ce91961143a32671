package dev.tilescope.device.kernel;

import dev.tilescope.model.TilescopeException;
import java.util.Arrays;

/**
 * The registers that the math engine writes and the packer reads: two halves of eight tiles that
 * take turns, so that one is packed while the other is computed. A kernel goes around in the order
 * acquire, commit, wait, release; it sees one half at a time, all zero when it acquires it.
 *
 * <p>Numbers are held in 32 bits.
 */
final class DestinationRegisters {
  static final int TILES = 8;
  private static final int HALVES = 2;

  /** The owner of the half that the kernel sees. */
  private enum Owner {
    NOBODY("tileRegsAcquire"),
    MATH("tileRegsCommit"),
    HANDED_OVER("tileRegsWait"),
    PACK("tileRegsRelease");

    private final String nextCall;

    Owner(String nextCall) {
      this.nextCall = nextCall;
    }
  }

  private final float[][] tiles = new float[TILES][TileFormat.ELEMENTS];
  private final long[] releasedAt = new long[HALVES];
  private Owner owner = Owner.NOBODY;
  private int half;
  private long committedAt;

  void acquire(RiscRun math) {
    pass("tileRegsAcquire", Owner.NOBODY, Owner.MATH);
    math.waitUntil(releasedAt[half]);
  }

  void commit(RiscRun math) {
    pass("tileRegsCommit", Owner.MATH, Owner.HANDED_OVER);
    committedAt = math.cycles();
  }

  void await(RiscRun pack) {
    pass("tileRegsWait", Owner.HANDED_OVER, Owner.PACK);
    pack.waitUntil(committedAt);
  }

  void release(RiscRun pack) {
    pass("tileRegsRelease", Owner.PACK, Owner.NOBODY);
    releasedAt[half] = pack.cycles();
    half = (half + 1) % HALVES;
    for (float[] tile : tiles) {
      Arrays.fill(tile, 0);
    }
  }

  private void pass(String call, Owner from, Owner to) {
    if (owner != from) {
      throw new TilescopeException(
          call
              + ": the destination registers are not there yet; call "
              + owner.nextCall
              + " first");
    }
    owner = to;
  }

  float[] forMath(String call, int tile) {
    return tile(call, tile, Owner.MATH, "between tileRegsAcquire and tileRegsCommit");
  }

  float[] forPack(String call, int tile) {
    return tile(call, tile, Owner.PACK, "between tileRegsWait and tileRegsRelease");
  }

  private float[] tile(String call, int tile, Owner needed, String when) {
    if (owner != needed) {
      throw new TilescopeException(call + ": call it " + when);
    }
    if (tile < 0 || tile >= TILES) {
      throw new TilescopeException(
          "%s: the destination registers hold tiles 0 to %d, got %d"
              .formatted(call, TILES - 1, tile));
    }
    return tiles[tile];
  }
}
