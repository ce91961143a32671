package dev.tilescope.report;

import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonKind;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Report.Damage.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the value under the cursor in whichever form some generation wrote it: numbers as numbers
 * or decimal text, booleans as booleans, numbers or text. A value of no such form is logged, passed
 * over and replaced by what the caller names. Null and absent mean the same and are no damage.
 */
final class TolerantValueReader {
  private final JsonReader reader;
  private final DamageLog damage;
  private int[] scratch = new int[64];

  /** The node the values belong to, for messages, or -1. */
  private int node = -1;

  TolerantValueReader(JsonReader reader, DamageLog damage) {
    this.reader = reader;
    this.damage = damage;
  }

  void inNode(int counter) {
    node = counter;
  }

  void outsideNodes() {
    node = -1;
  }

  void problem(String what) {
    problem(Kind.OTHER, what);
  }

  void problem(Kind kind, String what) {
    String subject = node < 0 ? "" : "node " + node + ": ";
    damage.add(reader.line(), reader.column(), node, kind, subject + what);
  }

  long number(String what, long otherwise) {
    try {
      return switch (reader.kind()) {
        case INTEGER, DECIMAL -> reader.longValue();
        case STRING -> decimal(what, reader.pooledText(), otherwise);
        case BOOLEAN -> reader.booleanValue() ? 1 : 0;
        case NULL -> otherwise;
        case OBJECT, ARRAY, END -> {
          passOver(what, "a number");
          yield otherwise;
        }
      };
    } catch (JsonException e) {
      throwIfFatal(e);
      problem(what + ": " + e.problem());
      return otherwise;
    }
  }

  int int32(String what, int otherwise) {
    return int32(what, number(what, otherwise), otherwise);
  }

  /** Of a number that is read already. */
  int int32(String what, long number, int otherwise) {
    if (number < Integer.MIN_VALUE || number > Integer.MAX_VALUE) {
      problem(what + " must fit 32 bits, got " + number);
      return otherwise;
    }
    return (int) number;
  }

  double real(String what, double otherwise) {
    String text = text(what);
    try {
      return text == null ? otherwise : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      problem(what + " must be a number, got \"" + shortened(text) + "\"");
      return otherwise;
    }
  }

  boolean flag(String what) {
    if (reader.kind() == JsonKind.STRING) {
      return flag(what, reader.pooledText());
    }
    return number(what, 0) != 0;
  }

  private boolean flag(String what, String text) {
    return switch (text) {
      case "1", "true", "True" -> true;
      case "0", "false", "False" -> false;
      default -> {
        problem(what + " must be a boolean, got \"" + shortened(text) + "\"");
        yield false;
      }
    };
  }

  @Nullable String text(String what) {
    return switch (reader.kind()) {
      case STRING -> reader.pooledText();
      case INTEGER, DECIMAL, BOOLEAN -> reader.scalarText();
      case NULL -> null;
      case OBJECT, ARRAY, END -> {
        passOver(what, "a string");
        yield null;
      }
    };
  }

  String text(String what, String otherwise) {
    String text = text(what);
    return text == null ? otherwise : text;
  }

  /** Array elements that are strings, in order. */
  List<String> texts(String what) {
    if (!isArray(what)) {
      return List.of();
    }
    List<String> texts = null;
    while (reader.nextElement()) {
      String text = text(what);
      if (text != null) {
        texts = texts == null ? new ArrayList<>() : texts;
        texts.add(text);
      }
    }
    return texts == null ? List.of() : List.copyOf(texts);
  }

  List<Long> longs(String what) {
    return list(what, () -> number(what, Long.MIN_VALUE)).stream()
        .filter(number -> number != Long.MIN_VALUE)
        .toList();
  }

  /** Node positions; negative ones are dropped and logged. */
  Ints positions(String what) {
    if (!isArray(what)) {
      return Ints.EMPTY;
    }
    int size = 0;
    while (reader.nextElement()) {
      int position = int32(what, Integer.MIN_VALUE);
      if (position >= 0) {
        scratch = size == scratch.length ? Arrays.copyOf(scratch, size * 2) : scratch;
        scratch[size++] = position;
      } else if (position != Integer.MIN_VALUE) {
        problem(Kind.CONNECTION, what + " must be >= 0, got " + position + ", dropped");
      }
    }
    return Ints.copyOf(scratch, size);
  }

  /** Walks an object's fields; {@code field} reads the value of each, or passes over it. */
  void object(String what, Consumer<String> field) {
    if (reader.kind() == JsonKind.NULL) {
      return;
    }
    if (reader.kind() != JsonKind.OBJECT) {
      passOver(what, "an object");
      return;
    }
    reader.enterObject();
    for (String name = reader.nextField(); name != null; name = reader.nextField()) {
      field.accept(name);
    }
  }

  /** Passes over a value that is of no use. */
  void skip() {
    reader.skip();
  }

  <T> List<T> list(String what, Supplier<T> element) {
    List<T> elements = new ArrayList<>();
    array(what, () -> elements.add(element.get()));
    return elements;
  }

  /** Walks an array's elements. */
  void array(String what, Runnable element) {
    if (isArray(what)) {
      while (reader.nextElement()) {
        element.run();
      }
    }
  }

  private boolean isArray(String what) {
    if (reader.kind() == JsonKind.ARRAY) {
      reader.enterArray();
      return true;
    }
    if (reader.kind() != JsonKind.NULL) {
      passOver(what, "an array");
    }
    return false;
  }

  private long decimal(String what, String text, long otherwise) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      problem(what + " must be a number, got \"" + shortened(text) + "\"");
      return otherwise;
    }
  }

  private void passOver(String what, String expected) {
    problem(what + " must be " + expected + ", got " + reader.kind().phrase());
    reader.skip();
  }

  /** A value that is merely wrong has no cause; broken JSON does, and cannot be passed over. */
  private static void throwIfFatal(JsonException e) {
    if (e.getCause() != null) {
      throw e;
    }
  }

  static String shortened(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "...";
  }
}
