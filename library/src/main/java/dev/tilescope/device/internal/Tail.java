package dev.tilescope.device.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What lies behind the fields and entries of a command, at the next multiple of 16. */
sealed interface Tail extends Part {
  /** What says how long it is; null if the carrier of the command does. */
  default @Nullable Field length() {
    return null;
  }

  private static Field length(int at, int least) {
    return Field.number("length", at, Integer.SIZE)
        .within(least, CommandWriter.MAX_COMMAND_BYTES - Table.UNIT_BYTES);
  }

  /** Bytes that may be fewer than a command says, because others are relayed. */
  record Data(DataLimit limit, @Nullable Field length) implements Tail {
    Data(DataLimit limit) {
      this(limit, null);
    }

    /** With a word that says how long it is. */
    static Data sized(int lengthAt) {
      return new Data(DataLimit.NONE, Tail.length(lengthAt, 0));
    }
  }

  /** A command for a dispatcher. */
  record Payload(Field length) implements Tail {
    Payload(int lengthAt) {
      this(Tail.length(lengthAt, Table.UNIT_BYTES));
    }
  }

  /**
   * One blob for each entry, or one for all, each at a multiple of 16.
   *
   * @param size of each
   */
  record Blobs(Field count, Field size, Field oneForAll) implements Tail {
    long bytesAt(byte[] bytes, int command) {
      return (long) blobsAt(bytes, command) * strideAt(bytes, command);
    }

    private int blobsAt(byte[] bytes, int command) {
      return oneForAll.readHeader(bytes, command) != 0 ? 1 : (int) count.readHeader(bytes, command);
    }

    private int strideAt(byte[] bytes, int command) {
      return Table.aligned((int) size.readHeader(bytes, command));
    }

    /**
     * @param first where the first begins
     */
    List<Blob> read(byte[] from, int command, int first) {
      int number = blobsAt(from, command);
      int bytes = (int) size.readHeader(from, command);
      List<Blob> all = new ArrayList<>(number);
      for (int i = 0; i < number; i++) {
        all.add(Blob.copyOf(from, first + i * Table.aligned(bytes), bytes));
      }
      return all;
    }

    /** Where the blob of an entry begins, counted from the first. */
    int offset(byte[] bytes, int command, int entry) {
      return oneForAll.readHeader(bytes, command) != 0 ? 0 : entry * strideAt(bytes, command);
    }
  }
}
