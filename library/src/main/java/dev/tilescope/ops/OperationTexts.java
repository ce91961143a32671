package dev.tilescope.ops;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What the documentation says of operations, from {@code operations.txt}: prose, which no call
 * needs, so that it is read when somebody asks for it.
 *
 * <pre>
 * File     Comment { Section }
 * Section  "# " Name { Text }      an operation as ttnn.add, a record of options, or glossary
 * Text     Sentences               what an operation does
 *        | "= " Phrase             what it gives back
 *        | "! " Phrase             what it refuses, after "if"
 *        | "- " Argument ": " Phrase
 * </pre>
 *
 * <p>A text goes on in lines that begin with two blanks. An argument that an operation says nothing
 * of has the text of the record of options it belongs to, or that of the glossary.
 */
final class OperationTexts {
  private static final String GLOSSARY = "glossary";

  private static final class Read {
    static final Map<String, OperationText> SECTIONS = read();
  }

  private OperationTexts() {}

  /**
   * @param name of an operation as TT-NN's users write it, or of a record of options
   */
  public static OperationText of(String name) {
    return Read.SECTIONS.getOrDefault(name, OperationText.NONE);
  }

  /**
   * What is said of an argument, in small letters as Java's names are; empty if nothing is.
   *
   * @param record the simple name of the record that it is a component of
   */
  public static String argument(String operation, String record, String argument) {
    for (String section : List.of(operation, record, GLOSSARY)) {
      String text = of(section).arguments().get(argument.toLowerCase(Locale.ROOT));
      if (text != null) {
        return text;
      }
    }
    return "";
  }

  private static Map<String, OperationText> read() {
    try (InputStream file = OperationTexts.class.getResourceAsStream("operations.txt")) {
      String text =
          new String(
              Objects.requireNonNull(file, "operations.txt").readAllBytes(),
              StandardCharsets.UTF_8);
      return sections(text.replace("\n  ", " "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, OperationText> sections(String text) {
    Map<String, OperationText> sections = new HashMap<>();
    List<String> all = new ArrayList<>(List.of(text.split("\n# ", -1)));
    for (String section : all.subList(1, all.size())) {
      List<String> lines = section.lines().toList();
      sections.put(lines.getFirst(), section(lines.subList(1, lines.size())));
    }
    return sections;
  }

  private static OperationText section(List<String> lines) {
    String summary = "";
    String result = "";
    String refusals = "";
    Map<String, String> arguments = new HashMap<>();
    for (String line : lines) {
      if (line.startsWith("= ")) {
        result = line.substring(2);
      } else if (line.startsWith("! ")) {
        refusals = line.substring(2);
      } else if (line.startsWith("- ")) {
        String[] parts = line.substring(2).split(": ", 2);
        arguments.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
      } else if (!line.isEmpty()) {
        summary = line;
      }
    }
    return new OperationText(summary, result, refusals, arguments);
  }
}
