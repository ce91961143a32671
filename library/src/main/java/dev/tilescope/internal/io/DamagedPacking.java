package dev.tilescope.internal.io;

import java.io.EOFException;
import java.io.IOException;

/** Compressed data is cut off or damaged; what came before it is sound. */
public final class DamagedPacking extends IOException {
  public DamagedPacking(String packing, long soundBytes, IOException cause) {
    super("the " + packing + " data " + problem(soundBytes, cause), cause);
  }

  private static String problem(long soundBytes, IOException cause) {
    String said = String.valueOf(cause.getMessage());
    if (said.contains("too much memory")) {
      return "was compressed with a larger window than is read here; unpack it with zstd -d"
          + " --long=31";
    }
    return (isCutOff(cause) ? "is cut off" : "is damaged (" + said + ")")
        + " after "
        + soundBytes
        + " unpacked bytes; copy or write the file again";
  }

  private static boolean isCutOff(IOException cause) {
    return cause instanceof EOFException
        || (cause.getMessage() != null && cause.getMessage().startsWith("Truncated source"));
  }
}
