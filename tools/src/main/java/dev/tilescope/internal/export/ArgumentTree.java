package dev.tilescope.internal.export;

import dev.tilescope.internal.json.JsonWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An argument that TT-NN's {@code serialize_graph} makes no JSON of, taken apart:
 *
 * <pre>
 * Type(a=1,b=Other.X)              {"Type": {"a": 1, "b": "Other.X"}}
 * Type(1, Other(2))                {"Type": [1, [2]]}       fields without names
 * Type([1, 2])                     {"Type": [1, 2]}
 * [Tensor(1), Tensor(2)]           [[1], [2]]               inner types are dropped, as there
 * [(x=0,y=1) - (x=7,y=7)]          [{"start": {"x": 0, "y": 1}, "end": {"x": 7, "y": 7}}]
 * MeshDevice(1x2 grid, 2 devices)  {"MeshDevice": {"shape": [1, 2], "devices": 2}}
 * </pre>
 *
 * All else is a text.
 */
sealed interface ArgumentTree {
  /** A word, or whatever is written between two commas. */
  record Text(String text) implements ArgumentTree {
    @Override
    public void write(JsonWriter out) {
      out.value(text);
    }
  }

  record Whole(long value) implements ArgumentTree {
    @Override
    public void write(JsonWriter out) {
      out.value(value);
    }
  }

  record Fraction(double value) implements ArgumentTree {
    @Override
    public void write(JsonWriter out) {
      out.value(value);
    }
  }

  record Elements(List<ArgumentTree> elements) implements ArgumentTree {
    @Override
    public void write(JsonWriter out) {
      out.beginArray();
      elements.forEach(element -> element.write(out));
      out.endArray();
    }
  }

  record Field(String name, ArgumentTree value) implements ArgumentTree {
    @Override
    public void write(JsonWriter out) {
      new Fields(List.of(this)).write(out);
    }
  }

  record Fields(List<Field> fields) implements ArgumentTree {
    @Override
    public void write(JsonWriter out) {
      out.beginObject();
      for (Field field : fields) {
        out.name(field.name);
        field.value.write(out);
      }
      out.endObject();
    }
  }

  void write(JsonWriter out);

  /** Null if brackets have no partners or are nested too deep. */
  static @Nullable ArgumentTree of(String argument) {
    String text = argument.strip();
    Matcher mesh = Parts.MESH.matcher(text);
    if (mesh.matches()) {
      return mesh(mesh);
    }
    Matcher type = Parts.TYPED.matcher(text);
    ArgumentTree value = Parts.depth(text) > Parts.MOST_DEPTH ? null : tree(text);
    boolean isTyped = type.lookingAt() && Parts.isGroup(text, type.end() - 1);
    return value == null || !isTyped ? value : new Fields(List.of(new Field(type.group(1), value)));
  }

  private static ArgumentTree mesh(Matcher mesh) {
    List<ArgumentTree> sides = new ArrayList<>();
    for (String side : mesh.group(1).split("x", -1)) {
      sides.add(plain(side));
    }
    return new Fields(
        List.of(
            new Field(
                "MeshDevice",
                new Fields(
                    List.of(
                        new Field("shape", new Elements(sides)),
                        new Field("devices", plain(mesh.group(2))))))));
  }

  private static ArgumentTree tree(String untrimmed) {
    String text = untrimmed.strip();
    Matcher open = Parts.OPEN.matcher(text);
    if (open.lookingAt() && Parts.isGroup(text, open.end() - 1)) {
      boolean isList = text.charAt(open.end() - 1) == '[';
      List<ArgumentTree> items = new ArrayList<>();
      for (String item : Parts.split(text.substring(open.end(), text.length() - 1), ",")) {
        items.add(item(item));
      }
      return isList ? new Elements(items) : group(items);
    }
    List<String> ends = Parts.split(text, " - ");
    if (ends.size() == 2 && ends.stream().allMatch(end -> end.strip().startsWith("("))) {
      return new Fields(
          List.of(new Field("start", tree(ends.get(0))), new Field("end", tree(ends.get(1)))));
    }
    return plain(text);
  }

  private static ArgumentTree item(String text) {
    Matcher key = Parts.KEY.matcher(text);
    return key.lookingAt() ? new Field(key.group(1), tree(text.substring(key.end()))) : tree(text);
  }

  /** Fields if all have names, and these differ; a list alone stands for itself. */
  private static ArgumentTree group(List<ArgumentTree> items) {
    List<Field> fields = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (ArgumentTree item : items) {
      if (item instanceof Field field && names.add(field.name)) {
        fields.add(field);
      }
    }
    if (fields.size() == items.size()) {
      return new Fields(fields);
    }
    return items.size() == 1 && items.getFirst() instanceof Elements list
        ? list
        : new Elements(items);
  }

  private static ArgumentTree plain(String text) {
    if (Parts.WHOLE.matcher(text).matches()) {
      return new Whole(Long.parseLong(text));
    }
    return Parts.FRACTION.matcher(text).matches()
        ? new Fraction(Double.parseDouble(text))
        : new Text(Parts.unquoted(text));
  }

  /** How the text is cut up. */
  final class Parts {
    private static final int MOST_DEPTH = 64;
    private static final Pattern TYPED = Pattern.compile("([A-Za-z_][\\w:.<>]*) *[({\\[]");
    private static final Pattern OPEN = Pattern.compile("(?:[A-Za-z_][\\w:.<>]*)? *[({\\[]");
    private static final Pattern KEY = Pattern.compile(" *([A-Za-z_]\\w*)=");
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");
    private static final Pattern FRACTION =
        Pattern.compile("-?\\d{1,20}\\.?\\d{0,20}(?:[eE][+-]?\\d{1,3})?");
    private static final Pattern MESH =
        Pattern.compile("MeshDevice\\((\\d{1,9}(?:x\\d{1,9})*) grid, (\\d{1,9}) devices\\)");

    private Parts() {}

    /** More than allowed if a bracket has no partner. */
    private static int depth(String text) {
      StringBuilder open = new StringBuilder();
      int deepest = 0;
      for (int i = 0; i < text.length(); i = next(text, i)) {
        char c = text.charAt(i);
        if ("([{".indexOf(c) >= 0) {
          open.append(c);
          deepest = Math.max(deepest, open.length());
        } else if (")]}".indexOf(c) >= 0) {
          int last = open.length() - 1;
          if (last < 0 || "([{".indexOf(open.charAt(last)) != ")]}".indexOf(c)) {
            return Integer.MAX_VALUE;
          }
          open.setLength(last);
        }
      }
      return open.isEmpty() ? deepest : Integer.MAX_VALUE;
    }

    /** Where the next character is that is not in quotes. */
    private static int next(String text, int at) {
      int end = at;
      if (text.charAt(at) == '"') {
        do {
          end += end < text.length() && text.charAt(end) == '\\' ? 2 : 1;
        } while (end < text.length() && text.charAt(end) != '"');
      }
      return end + 1;
    }

    /** Whether the bracket there is closed by the last character. */
    private static boolean isGroup(String text, int open) {
      int depth = 0;
      for (int i = open; i < text.length(); i = next(text, i)) {
        depth += change(text.charAt(i));
        if (depth == 0) {
          return i == text.length() - 1;
        }
      }
      return false;
    }

    private static int change(char c) {
      return "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
    }

    /** Between separators that are in no brackets and no quotes; nothing if it is blank. */
    private static List<String> split(String text, String separator) {
      List<String> parts = new ArrayList<>();
      int depth = 0;
      int begin = 0;
      for (int i = 0; i < text.length(); i = next(text, i)) {
        depth += change(text.charAt(i));
        if (depth == 0 && i >= begin && text.startsWith(separator, i)) {
          parts.add(text.substring(begin, i));
          begin = i + separator.length();
        }
      }
      if (!text.isBlank()) {
        parts.add(text.substring(Math.min(begin, text.length())));
      }
      return parts;
    }

    private static String unquoted(String text) {
      boolean isQuoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
      return isQuoted ? text.substring(1, text.length() - 1) : text;
    }
  }
}
