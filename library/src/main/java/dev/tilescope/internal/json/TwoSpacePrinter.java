package dev.tilescope.internal.json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.PrettyPrinter;

/** The layout of {@code nlohmann::json::dump(2)}. */
final class TwoSpacePrinter implements PrettyPrinter {
  private static final char[] INDENT =
      ("\n" + "  ".repeat(JsonLimits.DEFAULT.maxDepth())).toCharArray();

  private int depth;

  @Override
  public void writeRootValueSeparator(JsonGenerator g) {
    g.writeRaw('\n');
  }

  @Override
  public void writeStartObject(JsonGenerator g) {
    g.writeRaw('{');
    depth++;
  }

  @Override
  public void writeEndObject(JsonGenerator g, int entries) {
    depth--;
    closeWith(g, entries, '}');
  }

  @Override
  public void writeObjectEntrySeparator(JsonGenerator g) {
    g.writeRaw(',');
    newLine(g);
  }

  @Override
  public void writeObjectNameValueSeparator(JsonGenerator g) {
    g.writeRaw(": ");
  }

  @Override
  public void writeStartArray(JsonGenerator g) {
    g.writeRaw('[');
    depth++;
  }

  @Override
  public void writeEndArray(JsonGenerator g, int values) {
    depth--;
    closeWith(g, values, ']');
  }

  @Override
  public void writeArrayValueSeparator(JsonGenerator g) {
    g.writeRaw(',');
    newLine(g);
  }

  @Override
  public void beforeArrayValues(JsonGenerator g) {
    newLine(g);
  }

  @Override
  public void beforeObjectEntries(JsonGenerator g) {
    newLine(g);
  }

  private void closeWith(JsonGenerator g, int entries, char bracket) {
    if (entries > 0) {
      newLine(g);
    }
    g.writeRaw(bracket);
  }

  private void newLine(JsonGenerator g) {
    g.writeRaw(INDENT, 0, 1 + 2 * depth);
  }
}
