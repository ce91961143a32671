package dev.tilescope.report;

import java.io.EOFException;
import java.io.IOException;

/** Compressed data is cut off or damaged; what came before it is sound. */
public final class DamagedPacking extends IOException {
  DamagedPacking(String packing, long soundBytes, IOException cause) {
    super(
        "the "
            + packing
            + " data "
            + (isCutOff(cause) ? "is cut off" : "is damaged (" + cause.getMessage() + ")")
            + " after "
            + soundBytes
            + " unpacked bytes; copy or write the file again",
        cause);
  }

  private static boolean isCutOff(IOException cause) {
    return cause instanceof EOFException
        || (cause.getMessage() != null && cause.getMessage().startsWith("Truncated source"));
  }
}
