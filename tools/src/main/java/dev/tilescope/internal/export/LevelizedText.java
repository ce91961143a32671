package dev.tilescope.internal.export;

import dev.tilescope.graph.LevelizedGraph;
import dev.tilescope.graph.LevelizedGraph.Vertex;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Ints;
import java.io.IOException;
import java.io.Writer;
import java.util.stream.Collectors;

/** A levelized graph as TT-NN's JSON, or as a list for people. */
public final class LevelizedText {
  private static final int MAX_INDENT = 40;

  private LevelizedText() {}

  /**
   * An array of vertices, their keys ascending: {@code arguments, counter, in_edges, internals,
   * name, out_edges, output_info, output_shape, stacking_level}. As in TT-NN {@code counter} is the
   * vertex's own number, which edges refer to, and not that of a node.
   */
  public static void json(LevelizedGraph graph, Writer out) throws IOException {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginArray();
      graph.vertices().forEach(vertex -> json(vertex, json));
      json.endArray();
    }
    out.append('\n');
  }

  private static void json(Vertex vertex, JsonWriter json) {
    json.beginObject().name("arguments").strings(vertex.arguments());
    json.field("counter", vertex.id());
    edges("in_edges", vertex.inEdges(), json);
    edges("internals", vertex.internals(), json);
    json.field("name", vertex.name());
    edges("out_edges", vertex.outEdges(), json);
    json.name("output_info").strings(vertex.outputInfo());
    json.name("output_shape").strings(vertex.outputShapes());
    json.field("stacking_level", vertex.level()).endObject();
  }

  private static void edges(String name, Ints edges, JsonWriter json) {
    json.name(name).beginArray();
    edges.stream().forEach(json::value);
    json.endArray();
  }

  /** One vertex a line: {@code 7 multiply <- 0, 1 -> 8 Shape([32, 32])}, indented by level. */
  public static void list(LevelizedGraph graph, Appendable out) throws IOException {
    int width = Integer.toString(Math.max(0, graph.vertices().size() - 1)).length();
    for (Vertex vertex : graph.vertices()) {
      String number = Integer.toString(vertex.id());
      int indent = Math.min(MAX_INDENT, 2 * Math.max(0, vertex.level() - 1));
      out.append(" ".repeat(width - number.length())).append(number);
      out.append("  ").append(" ".repeat(indent)).append(VisibleText.of(vertex.name()));
      list(" <- ", vertex.inEdges(), out);
      list(" -> ", vertex.outEdges(), out);
      if (!vertex.outputShapes().isEmpty()) {
        out.append("  ").append(String.join(", ", vertex.outputShapes()));
      }
      out.append('\n');
    }
  }

  private static void list(String arrow, Ints edges, Appendable out) throws IOException {
    if (!edges.isEmpty()) {
      String numbers = edges.stream().mapToObj(Integer::toString).collect(Collectors.joining(", "));
      out.append(arrow).append(numbers);
    }
  }
}
