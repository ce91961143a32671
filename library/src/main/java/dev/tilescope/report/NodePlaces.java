package dev.tilescope.report;

import dev.tilescope.internal.io.PackedFiles;
import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonKind;
import dev.tilescope.internal.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Where nodes stand in a report file: a second walk over it that skips all values and ends at the
 * last node asked for. So reading a report need not remember a place for each of its nodes.
 */
final class NodePlaces {
  interface Opener {
    InputStream open() throws IOException;
  }

  private final String source;
  private final Set<Integer> wanted;
  private final int last;
  private final Map<Integer, String> places = new HashMap<>();
  private int position;

  private NodePlaces(String source, Set<Integer> wanted) {
    this.source = source;
    this.wanted = wanted;
    this.last = Collections.max(wanted);
  }

  /** As {@code file:line:column}, by number; nodes that are not found have no entry. */
  static Map<Integer, String> of(Path file, Set<Integer> nodes) {
    return of(String.valueOf(file.getFileName()), () -> PackedFiles.open(file), nodes);
  }

  static Map<Integer, String> of(String source, Opener report, Set<Integer> nodes) {
    if (nodes.isEmpty()) {
      return Map.of();
    }
    NodePlaces walk = new NodePlaces(source, nodes);
    try (JsonReader reader = JsonReader.of(report.open(), source)) {
      walk.document(reader);
    } catch (JsonException | IOException | UncheckedIOException e) {
      // A file that breaks off still has the nodes before that.
      return walk.places;
    }
    return walk.places;
  }

  private void document(JsonReader reader) {
    if (reader.kind() == JsonKind.ARRAY) {
      graph(reader);
    } else if (reader.kind() == JsonKind.OBJECT) {
      reader.enterObject();
      while (position <= last) {
        String name = reader.nextField();
        if (name == null) {
          return;
        }
        if (name.equals("graph") && reader.kind() == JsonKind.ARRAY) {
          graph(reader);
        } else {
          reader.skip();
        }
      }
    }
  }

  private void graph(JsonReader reader) {
    reader.enterArray();
    while (position <= last && reader.nextElement()) {
      if (wanted.contains(position)) {
        places.put(position, source + ":" + reader.line() + ":" + reader.column());
      }
      reader.skip();
      position++;
    }
  }
}
