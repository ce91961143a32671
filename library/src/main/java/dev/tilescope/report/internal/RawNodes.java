package dev.tilescope.report.internal;

import dev.tilescope.model.TilescopeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The nodes of a small trace that is a text, such as one operation's part. */
public final class RawNodes {
  private RawNodes() {}

  /**
   * @throws TilescopeException if the text is not an array of nodes
   */
  public static List<RawNode> of(String text) {
    JsonBytes json = JsonBytes.of(text.getBytes(StandardCharsets.UTF_8));
    NodeScanner scanner = new NodeScanner(new DeviceNumbers(new TreeSet<>()), true);
    List<RawNode> nodes = new ArrayList<>();
    try {
      json.expect('[');
      boolean more = !json.accept(']');
      while (more) {
        json.token();
        nodes.add(scanner.read(json, nodes.size()));
        more = json.accept(',');
        if (!more) {
          json.expect(']');
        }
      }
    } catch (MalformedJson e) {
      throw new TilescopeException("not a trace: " + e.getMessage(), e);
    }
    return nodes;
  }
}
