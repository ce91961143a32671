package dev.tilescope.internal.tracy;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The container of a {@code .tracy} file.
 *
 * <pre>
 * File  --> 't' 'r' 0xFD 'P', 1 (zstd) u8, streams n u8, Block*
 * Block --> packed bytes u32, packed: 65536 bytes of the payload, the last block fewer
 * </pre>
 *
 * <p>Block i is of stream i mod n, so that Tracy can unpack on n threads. A stream is one zstd
 * frame that never ends, and is flushed after each block: the reader unpacks each block with one
 * call.
 */
final class BlockOutput implements AutoCloseable {
  static final int BLOCK_BYTES = 1 << 16;
  static final int STREAMS = 4;
  private static final byte[] MAGIC = {'t', 'r', (byte) 0xFD, 'P', 1, STREAMS};
  private static final int LEVEL = 1;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final OutputStream out;
  private final ZstdCompressCtx[] streams = new ZstdCompressCtx[STREAMS];
  private final byte[] block = new byte[BLOCK_BYTES];
  private final ByteBuffer packed =
      ByteBuffer.allocate((int) Zstd.compressBound(BLOCK_BYTES) + Integer.BYTES)
          .order(ByteOrder.LITTLE_ENDIAN);
  private int used;
  private int next;

  BlockOutput(OutputStream out) throws IOException {
    this.out = out;
    out.write(MAGIC);
    for (int i = 0; i < STREAMS; i++) {
      streams[i] = new ZstdCompressCtx().setLevel(LEVEL);
    }
  }

  void put8(int value) {
    if (used == BLOCK_BYTES) {
      flush();
    }
    block[used++] = (byte) value;
  }

  void put16(int value) {
    put8(value);
    put8(value >>> Byte.SIZE);
  }

  void put24(int value) {
    put16(value);
    put8(value >>> Short.SIZE);
  }

  void put32(int value) {
    put16(value);
    put16(value >>> Short.SIZE);
  }

  void put64(long value) {
    if (BLOCK_BYTES - used >= Long.BYTES) {
      LONG.set(block, used, value);
      used += Long.BYTES;
    } else {
      put32((int) value);
      put32((int) (value >>> Integer.SIZE));
    }
  }

  void putDouble(double value) {
    put64(Double.doubleToRawLongBits(value));
  }

  void putText(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    put64(bytes.length);
    put(bytes, bytes.length);
  }

  void put(byte[] bytes, int length) {
    int done = 0;
    while (done < length) {
      if (used == BLOCK_BYTES) {
        flush();
      }
      int part = Math.min(length - done, BLOCK_BYTES - used);
      System.arraycopy(bytes, done, block, used, part);
      used += part;
      done += part;
    }
  }

  private void flush() {
    packed.clear().position(Integer.BYTES);
    ByteBuffer content = ByteBuffer.wrap(block, 0, used);
    if (!streams[next].compressByteBufferStream(packed, content, EndDirective.FLUSH)) {
      throw new IllegalStateException("zstd needs more room than it says: " + used + " bytes");
    }
    packed.putInt(0, packed.position() - Integer.BYTES);
    next = (next + 1) % STREAMS;
    used = 0;
    try {
      out.write(packed.array(), 0, packed.position());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All is written. */
  void finish() {
    if (used > 0) {
      flush();
    }
  }

  @Override
  public void close() {
    for (ZstdCompressCtx stream : streams) {
      stream.close();
    }
  }
}
