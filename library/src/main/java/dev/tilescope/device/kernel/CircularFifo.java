package dev.tilescope.device.kernel;

import dev.tilescope.model.DataType;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A circular buffer on one core while a program runs: how many pages it holds, and when each was
 * pushed or popped. That a kernel goes on at the later of its own time and that of the push it
 * waited for makes times the same whoever runs first.
 */
final class CircularFifo {
  private final int index;
  private final long address;
  private final int pageBytes;
  private final @Nullable DataType format;
  private final long[] pushedAt;
  private final long[] poppedAt;
  private final List<KernelTask> waiting = new ArrayList<>(2);
  private long pushed;
  private long popped;
  private int reserved;
  private int awaited;
  private int packed;

  CircularFifo(int index, long address, int pages, int pageBytes, @Nullable DataType format) {
    this.index = index;
    this.address = address;
    this.pageBytes = pageBytes;
    this.format = format;
    this.pushedAt = new long[pages];
    this.poppedAt = new long[pages];
  }

  int pageBytes() {
    return pageBytes;
  }

  DataType format() {
    if (format == null) {
      throw new TilescopeException(
          this + " has no data format; give it one in the program to compute on its tiles");
    }
    return format;
  }

  List<KernelTask> waiting() {
    return waiting;
  }

  private int pages() {
    return pushedAt.length;
  }

  private int held() {
    return (int) (pushed - popped);
  }

  long readAddress() {
    return address + popped % pages() * pageBytes;
  }

  long writeAddress() {
    return address + pushed % pages() * pageBytes;
  }

  /** The address of a page that was waited for, counted from the front. */
  long frontAddress(int page) {
    if (page < 0 || page >= awaited) {
      throw new TilescopeException(
          "tile %d of %s is used, but cbWaitFront has waited for %d; wait for %d pages first"
              .formatted(page, this, awaited, page + 1));
    }
    return readAddress() + (long) page * pageBytes;
  }

  /** The address of the first page that was reserved and not yet packed. */
  long nextPackAddress() {
    if (packed >= reserved) {
      throw new TilescopeException(
          "packTile: tile %d is packed into %s, but cbReserveBack has reserved %d pages"
              .formatted(packed + 1, this, reserved));
    }
    return writeAddress() + (long) packed++ * pageBytes;
  }

  KernelTask.Wait reserving(int wanted) {
    requireContiguous("cbReserveBack", wanted, pushed);
    return new PageWait("cbReserveBack", "free", wanted) {
      @Override
      int available() {
        return pages() - held();
      }
    };
  }

  KernelTask.Wait waitingFor(int wanted) {
    requireContiguous("cbWaitFront", wanted, popped);
    return new PageWait("cbWaitFront", "pushed", wanted) {
      @Override
      int available() {
        return held();
      }
    };
  }

  private void requireContiguous(String call, int wanted, long from) {
    if (wanted < 1 || wanted > pages()) {
      throw new TilescopeException(
          "%s(%d, %d): %s has %d pages; ask for 1 to %d, or give it more pages"
              .formatted(call, index, wanted, this, pages(), pages()));
    }
    long first = from % pages();
    if (first + wanted > pages()) {
      throw new TilescopeException(
          ("%s(%d, %d): these pages would begin at page %d of %d and run past the end of %s; let"
                  + " the number of its pages be a multiple of the pages that are moved at once")
              .formatted(call, index, wanted, first, pages(), this));
    }
  }

  /**
   * @return when the last of the pages was popped before
   */
  long reserve(int wanted) {
    reserved = Math.max(reserved, wanted);
    return latest(poppedAt, pushed, wanted);
  }

  /**
   * @return when the last of the pages was pushed
   */
  long await(int wanted) {
    awaited = Math.max(awaited, wanted);
    return latest(pushedAt, popped, wanted);
  }

  private long latest(long[] times, long from, int count) {
    long latest = 0;
    for (long page = from; page < from + count; page++) {
      latest = Math.max(latest, times[(int) (page % pages())]);
    }
    return latest;
  }

  void push(int count, long cycles) {
    requireCount("cbPushBack", count, reserved, "reserved with cbReserveBack");
    for (int i = 0; i < count; i++) {
      pushedAt[(int) (pushed++ % pages())] = cycles;
    }
    reserved -= count;
    packed = Math.max(0, packed - count);
  }

  void pop(int count, long cycles) {
    requireCount("cbPopFront", count, awaited, "waited for with cbWaitFront");
    for (int i = 0; i < count; i++) {
      poppedAt[(int) (popped++ % pages())] = cycles;
    }
    awaited -= count;
  }

  private void requireCount(String call, int count, int allowed, String how) {
    if (count < 1 || count > allowed) {
      throw new TilescopeException(
          "%s(%d, %d): %d pages of %s were %s".formatted(call, index, count, allowed, this, how));
    }
  }

  @Override
  public String toString() {
    return "circular buffer c_" + index;
  }

  /** A wait for pages. */
  private abstract class PageWait implements KernelTask.Wait {
    private final String call;
    private final String state;
    private final int wanted;

    PageWait(String call, String state, int wanted) {
      this.call = call;
      this.state = state;
      this.wanted = wanted;
    }

    abstract int available();

    @Override
    public boolean isOver() {
      return available() >= wanted;
    }

    @Override
    public String text() {
      return "is in %s for %d pages of %s, where %d of %d are %s"
          .formatted(call, wanted, CircularFifo.this, available(), pages(), state);
    }
  }
}
