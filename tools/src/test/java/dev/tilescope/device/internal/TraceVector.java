package dev.tilescope.device.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A trace for Wormhole that was built by hand with TT-Metal's own struct definitions. */
public final class TraceVector {
  private TraceVector() {}

  public static byte[] bytes() {
    return HexFormat.of().parseHex(hex().replaceAll("\\s", ""));
  }

  public static String hex() {
    try (InputStream in = TraceVector.class.getResourceAsStream("trace-vector-wh.hex")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
