package dev.tilescope.report.internal;

import dev.tilescope.internal.io.LongBlocks;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.RawReport.Section;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a trace by index. Asking for a node that was not reached yet reads on; nodes that
 * were passed long ago are read again from the file. So a walk with references a little ahead and
 * any way back needs one pass and constant memory.
 */
public final class RawTrace {
  private final RawReport report;
  private final FileChannel channel;
  private final FileWindow window;
  private final NodeScanner scanner;
  private final LongBlocks offsets = new LongBlocks();
  private final RecentNodes recent = new RecentNodes();
  private final long end;
  private final boolean bare;
  private boolean complete;

  /**
   * @param bare nothing but white space may follow the trace
   */
  RawTrace(
      RawReport report, FileChannel channel, Section place, NodeScanner scanner, boolean bare) {
    this.report = report;
    this.end = place.end();
    this.bare = bare;
    this.channel = channel;
    this.window = new FileWindow(channel, place.start(), end);
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
    RawNode node = recent.get(index);
    return node == null ? readAgain(index) : node;
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

  /** Where the bytes are not JSON any more, the trace ends. */
  private void readNext() {
    try {
      window.token();
      long start = window.offset();
      RawNode node = readHere(offsets.size(), start);
      offsets.add(start);
      recent.add(node);
      complete = !window.accept(',');
      if (complete) {
        window.expect(']');
        requireEnd();
      }
    } catch (MalformedJson e) {
      report.damage().found(() -> report.explain(e));
      complete = true;
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

  private RawNode readHere(long index, long start) {
    JsonBytes json = window.json();
    try {
      return window.step(() -> scanner.read(json, index));
    } catch (MalformedJson e) {
      return readRepaired(index, start, () -> report.located(e));
    } catch (TilescopeException e) {
      return readRepaired(
          index,
          start,
          () ->
              new TilescopeException(
                  e.place().withNode(index), "node " + index + ": " + e.getMessage(), e));
    }
  }

  /** JSON, but not a node as it should be. */
  private RawNode readRepaired(long index, long start, Supplier<TilescopeException> problem) {
    window.back(start);
    Optional<Object> value = window.step(() -> Optional.ofNullable(window.json().value()));
    report.damage().found(problem);
    return scanner.repaired(value.orElse(null), index);
  }

  private RawNode readAgain(long index) {
    long start = offsets.get(index);
    long end = index + 1 < offsets.size() ? offsets.get(index + 1) : window.offset();
    int length = (int) (end - start);
    JsonBytes json = new JsonBytes();
    json.bytes = new byte[length + JsonBytes.PADDING];
    json.limit = FileWindow.readFully(channel, json.bytes, 0, length, start);
    json.base = start;
    try {
      return scanner.read(json, index);
    } catch (MalformedJson | TilescopeException seenBefore) {
      json.at = 0;
      return scanner.repaired(json.value(), index);
    }
  }
}
