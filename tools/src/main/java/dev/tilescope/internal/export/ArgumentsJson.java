package dev.tilescope.internal.export;

import dev.tilescope.analysis.OperationArguments;
import dev.tilescope.analysis.OperationArguments.Call;
import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.internal.json.JsonWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The arguments of every call as JSON, in the form of TT-NN's {@code serialize_graph}:
 *
 * <pre>
 * {"content": [{"operation": name, "arguments": [{"arg0": value}, {"arg1": value}, ...]}, ...]}
 * </pre>
 *
 * A value is what {@link ArgumentText} makes of the argument: an object if that begins with a key,
 * an array if it is one in brackets, and the argument itself as a text otherwise, numbers included.
 * If that is not JSON, {@code {"UnparsedElement": {"error": why, "element_info": text}}} stands in
 * the place of {@code {"arg0": value}}, with all that could not be read as its text. These are
 * counted, and {@link ArgumentTree} can take most of them apart.
 *
 * <p>Where TT-NN loses something, this does not: type names with {@code ::}, quotes and backslashes
 * stay, and lists in braces may hold negative numbers and fractions.
 */
public final class ArgumentsJson {
  private static final Pattern KEYED = Pattern.compile("\"[\\w:]+\":");
  private static final Pattern UNSUPPORTED =
      Pattern.compile("\\[ *unsupported type *, *([^]]*[^] ]) *]");
  private static final Pattern NOTHING = Pattern.compile("\\[ *<nullopt> *]");

  private static final Pattern KIND = Pattern.compile("[A-Za-z_][\\w:]*");

  private final JsonWriter out;
  private final boolean takesApart;
  private final Map<String, Integer> unparsed = new TreeMap<>();
  private int count;

  private ArgumentsJson(JsonWriter out, boolean takesApart) {
    this.out = out;
    this.takesApart = takesApart;
  }

  /**
   * What came of the arguments.
   *
   * @param arguments all of them
   * @param unparsed how many stand as {@code UnparsedElement}, by the name of their type
   */
  public record Outcome(int arguments, Map<String, Integer> unparsed) {
    public int unparsedCount() {
      return unparsed.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /** As {@code serialize_graph} does it. */
  public static Outcome write(OperationArguments arguments, Writer target) throws IOException {
    return write(arguments, target, false);
  }

  /**
   * @param takesApart whether what {@code serialize_graph} makes no JSON of is taken apart
   */
  public static Outcome write(OperationArguments arguments, Writer target, boolean takesApart)
      throws IOException {
    Outcome outcome;
    try (JsonWriter json = JsonWriter.pretty(target)) {
      ArgumentsJson document = new ArgumentsJson(json, takesApart);
      json.beginObject();
      json.array("content", arguments.calls(), document::call);
      json.endObject();
      outcome = new Outcome(document.count, Map.copyOf(document.unparsed));
    }
    target.append('\n');
    return outcome;
  }

  private void call(Call call) {
    out.beginObject().field("operation", call.name()).name("arguments").beginArray();
    for (int i = 0; i < call.arguments().size(); i++) {
      count++;
      argument("arg" + i, call.arguments().get(i));
    }
    out.endArray().endObject();
  }

  private void argument(String name, String argument) {
    Matcher unsupported = UNSUPPORTED.matcher(argument);
    out.beginObject();
    if (NOTHING.matcher(argument).matches()) {
      out.field(name, "<nullopt>");
    } else if (unsupported.matches()) {
      out.name(name).beginObject().field("unsupported type", unsupported.group(1)).endObject();
    } else if (argument.startsWith("[") && argument.endsWith("]")) {
      json(name, argument, ArgumentText.rewritten(argument));
    } else {
      String text = ArgumentText.rewritten(argument);
      if (KEYED.matcher(text).lookingAt()) {
        json(name, argument, "{" + text.strip() + "}");
      } else {
        out.field(name, argument);
      }
    }
    out.endObject();
  }

  /** Read twice, so that nothing is written before all of it is known to be JSON. */
  private void json(String name, String argument, String text) {
    try (JsonWriter nowhere = JsonWriter.compact(Writer.nullWriter())) {
      copy(text, nowhere);
    } catch (JsonException e) {
      ArgumentTree tree = takesApart ? ArgumentTree.of(argument) : null;
      if (tree == null) {
        unparsed(name, argument, text, e);
      } else {
        out.name(name);
        tree.write(out);
      }
      return;
    }
    out.name(name);
    copy(text, out);
  }

  private void unparsed(String name, String argument, String text, JsonException why) {
    Matcher kind = KIND.matcher(argument);
    unparsed.merge(kind.lookingAt() ? kind.group() : "other", 1, Integer::sum);
    out.name("UnparsedElement").beginObject();
    out.field("error", why.problem() + " (column " + why.column() + ")");
    out.field("element_info", "{\"" + name + "\": " + text + "}").endObject();
  }

  private static void copy(String text, JsonWriter out) {
    try (JsonReader in = JsonReader.of(text, "argument")) {
      copy(in, out);
      in.requireEnd();
    }
  }

  /** The reader bounds how deep this goes. */
  private static void copy(JsonReader in, JsonWriter out) {
    switch (in.kind()) {
      case OBJECT -> {
        in.enterObject();
        out.beginObject();
        for (String name = in.nextField(); name != null; name = in.nextField()) {
          out.name(name);
          copy(in, out);
        }
        out.endObject();
      }
      case ARRAY -> {
        in.enterArray();
        out.beginArray();
        while (in.nextElement()) {
          copy(in, out);
        }
        out.endArray();
      }
      case STRING -> out.value(in.text());
      case INTEGER -> out.value(in.longValue());
      case DECIMAL -> out.value(in.doubleValue());
      case BOOLEAN -> out.value(in.booleanValue());
      case NULL -> out.nullValue();
      case END -> throw in.error("expected a value, found the end of the argument");
    }
  }
}
