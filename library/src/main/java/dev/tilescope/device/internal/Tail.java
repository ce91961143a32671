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

    @Override
    public Blob component(byte[] from, Place place) {
      return Blob.copyOf(from, place.tailAt(), place.end() - place.tailAt());
    }
  }

  /** A command for a dispatcher. */
  record Payload(Field length) implements Tail {
    Payload(int lengthAt) {
      this(Tail.length(lengthAt, Table.UNIT_BYTES));
    }

    @Override
    public DispatchCommand component(byte[] from, Place place) {
      return DispatchCode.read(from, place.tailAt(), place.end());
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
      return oneForAll.read(bytes, command) != 0 ? 1 : (int) count.read(bytes, command);
    }

    private int strideAt(byte[] bytes, int command) {
      return Table.aligned((int) size.read(bytes, command));
    }

    /** Where the blob of an entry begins, counted from the first. */
    int offset(byte[] bytes, int command, int entry) {
      return oneForAll.read(bytes, command) != 0 ? 0 : entry * strideAt(bytes, command);
    }

    @Override
    public List<Blob> component(byte[] from, Place place) {
      int number = blobsAt(from, place.at());
      List<Blob> all = new ArrayList<>(number);
      for (int i = 0; i < number; i++) {
        int at = place.tailAt() + offset(from, place.at(), i);
        all.add(Blob.copyOf(from, at, (int) size.read(from, place.at())));
      }
      return all;
    }
  }
}
