package dev.tilescope.report.raw;

import dev.tilescope.model.TilescopeException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a trace by index. Asking for a node that was not reached yet reads on; nodes that
 * were passed long ago are read again from the file. So a walk with references a little ahead and
 * any way back needs one pass and constant memory.
 */
public final class RawTrace {
  private static final int RECENT = 1 << 13;

  private final FileChannel channel;
  private final FileWindow window;
  private final NodeScanner scanner;
  private final LongList offsets = new LongList();
  private final @Nullable RawNode[] recent = new @Nullable RawNode[RECENT];
  private final long end;
  private final boolean bare;
  private boolean complete;

  /**
   * @param bare nothing but white space may follow the trace
   */
  RawTrace(FileChannel channel, long start, long end, NodeScanner scanner, boolean bare) {
    this.end = end;
    this.bare = bare;
    this.channel = channel;
    this.window = new FileWindow(channel, start, end);
    this.scanner = scanner;
    window.expect('[');
    complete = window.accept(']');
  }

  /** The node at this index, or null if the trace is shorter. */
  public @Nullable RawNode get(long index) {
    while (index >= offsets.size()) {
      if (complete) {
        return null;
      }
      readNext();
    }
    RawNode node = recent[(int) (index % RECENT)];
    return node != null && node.index() == index ? node : readAgain(index);
  }

  /** The number of nodes; reads to the end. */
  public long length() {
    while (!complete) {
      readNext();
    }
    return offsets.size();
  }

  /** Bytes of the file that were read so far. */
  public long offset() {
    return window.offset();
  }

  private void readNext() {
    long index = offsets.size();
    window.token();
    offsets.add(window.offset());
    recent[(int) (index % RECENT)] = readHere(index);
    complete = !window.accept(',');
    if (complete) {
      window.expect(']');
      requireEnd();
    }
  }

  private void requireEnd() {
    if (bare) {
      window.requireEnd();
    } else if (window.offset() != end) {
      throw new MalformedJson(
          window.offset(), "the trace ends here, and its report does not follow");
    }
  }

  private RawNode readHere(long index) {
    JsonBytes json = window.json();
    try {
      return window.step(() -> scanner.read(json, index));
    } catch (TilescopeException e) {
      throw new TilescopeException("node " + index + ": " + e.getMessage(), e);
    }
  }

  private RawNode readAgain(long index) {
    long start = offsets.get(index);
    long end = index + 1 < offsets.size() ? offsets.get(index + 1) : window.offset();
    int length = (int) (end - start);
    JsonBytes json = new JsonBytes();
    json.bytes = new byte[length + JsonBytes.PADDING];
    json.limit = FileWindow.readFully(channel, json.bytes, 0, length, start);
    json.base = start;
    return scanner.read(json, index);
  }
}
