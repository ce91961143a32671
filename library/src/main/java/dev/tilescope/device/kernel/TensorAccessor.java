package dev.tilescope.device.kernel;

import dev.tilescope.device.BankMap;
import dev.tilescope.device.Buffer;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.TilescopeException;
import java.util.function.LongFunction;

/** Finds the pages of a buffer: TT-Metal's address generators and tensor accessors. */
public final class TensorAccessor {
  private final long pageBytes;
  private final LongFunction<NocAddress> places;

  private TensorAccessor(long pageBytes, LongFunction<NocAddress> places) {
    this.pageBytes = pageBytes;
    this.places = places;
  }

  /** Of any buffer, interleaved or sharded; pages that it does not have are refused. */
  public static TensorAccessor of(Buffer buffer) {
    buffer.requireAllocated("TensorAccessor");
    return new TensorAccessor(buffer.pageBytes(), page -> place(buffer.type(), buffer.page(page)));
  }

  /** Of an interleaved buffer that is known by its address only, as kernels know it. */
  static TensorAccessor interleaved(BankMap banks, BufferType type, long address, long pageBytes) {
    if (banks.banks() == 0 || pageBytes < 1) {
      throw new TilescopeException(
          "interleaved: the device needs %s banks and pages at least 1 B, got %d banks and %d B"
              .formatted(type.name(), banks.banks(), pageBytes));
    }
    return new TensorAccessor(
        pageBytes, page -> place(type, banks.interleavedPage(address, counted(page), pageBytes)));
  }

  private static long counted(long page) {
    if (page < 0) {
      throw new TilescopeException("pages are counted from 0, got page " + page);
    }
    return page;
  }

  private static NocAddress place(BufferType type, BankMap.PageLocation page) {
    return type.isDram()
        ? new NocAddress.Dram(page.bank(), page.addressBytes())
        : new NocAddress.L1(page.core(), page.addressBytes());
  }

  public long pageBytes() {
    return pageBytes;
  }

  /** Where a page begins. */
  public NocAddress getNocAddr(long page) {
    return places.apply(page);
  }
}
