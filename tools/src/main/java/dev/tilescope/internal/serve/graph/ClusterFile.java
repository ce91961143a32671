package dev.tilescope.internal.serve.graph;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the YAML files beside a report say of its chips. Not a reader of YAML: it looks for the few
 * keys that a drawing needs, in the block and in the flow style in which TT-NN writes them, and
 * passes over everything else. A file that says nothing of the kind gives nothing.
 *
 * @param places x, y of chips, by id
 * @param architectures by id of a chip
 * @param boards by id of a chip
 * @param links between chips
 * @param hosted chips that the host reaches directly
 * @param remote links that lead out of this report
 */
public record ClusterFile(
    Map<Integer, int[]> places,
    SortedMap<Integer, String> architectures,
    SortedMap<Integer, String> boards,
    List<Link> links,
    SortedSet<Integer> hosted,
    int remote) {
  /** An ethernet channel of a chip and the one at its other end. */
  public record Link(int from, int fromChannel, int to, int toChannel) {}

  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_CHIPS = 4_096;
  private static final int MAX_LINKS = 20_000;
  private static final int MAX_WORD = 40;

  private static final Pattern LIST_OF_CHIP =
      Pattern.compile("(\\d{1,9}) *: *\\[ *(-?\\d{1,9}) *, *(-?\\d{1,9})");
  private static final Pattern WORD_OF_CHIP =
      Pattern.compile("(\\d{1,9}) *: *\"?([A-Za-z][\\w.-]*)");
  private static final Pattern CHANNEL =
      Pattern.compile("chip\\w*: *(\\d{1,9})[\\s,]+chan: *(\\d{1,9})");
  private static final Pattern HOSTED = Pattern.compile("(\\d{1,9}) *: *\\d");

  /** Of the first chip; empty if nothing says it. */
  public String architecture() {
    return architectures.isEmpty() ? "" : architectures.values().iterator().next();
  }

  public static ClusterFile beside(Path database) {
    Path folder = database.toAbsolutePath().getParent();
    if (folder == null) {
      return of("", "");
    }
    return of(
        text(folder.resolve("cluster_descriptor.yaml")),
        text(first(folder, "physical_chip_mesh_coordinate_mapping*.yaml")));
  }

  /** The mapping, if there is one, places chips as the program sees them: row, column. */
  static ClusterFile of(String descriptor, String mapping) {
    Map<String, String> sections = sections(descriptor);
    Map<Integer, int[]> places = new TreeMap<>();
    lists(sections.getOrDefault("chips", ""), false, places);
    Map<Integer, int[]> mapped = new TreeMap<>();
    lists(sections(mapping).getOrDefault("chips", ""), true, mapped);
    return new ClusterFile(
        mapped.isEmpty() ? places : mapped,
        words(sections.getOrDefault("arch", "")),
        words(sections.getOrDefault("chip_to_boardtype", "")),
        links(sections.getOrDefault("ethernet_connections", "")),
        hosted(sections.getOrDefault("chips_with_mmio", "")),
        links(sections.getOrDefault("ethernet_connections_to_remote_devices", "")).size());
  }

  private static Map<String, String> sections(String text) {
    Map<String, String> sections = new LinkedHashMap<>();
    @Nullable String name = null;
    StringBuilder content = new StringBuilder();
    for (String line : text.lines().toList()) {
      int colon = line.indexOf(':');
      if (colon > 0 && Character.isLetter(line.charAt(0))) {
        put(sections, name, content);
        name = line.substring(0, colon).strip();
        content.append(line, colon + 1, line.length());
      } else {
        content.append('\n').append(line);
      }
    }
    put(sections, name, content);
    return sections;
  }

  private static void put(
      Map<String, String> sections, @Nullable String name, StringBuilder content) {
    if (name != null) {
      sections.put(name, content.toString());
    }
    content.setLength(0);
  }

  private static void lists(String text, boolean rowFirst, Map<Integer, int[]> places) {
    Matcher matcher = LIST_OF_CHIP.matcher(text);
    while (matcher.find() && places.size() < MAX_CHIPS) {
      int first = Integer.parseInt(matcher.group(2));
      int second = Integer.parseInt(matcher.group(3));
      places.put(
          Integer.valueOf(matcher.group(1)),
          rowFirst ? new int[] {second, first} : new int[] {first, second});
    }
  }

  private static SortedMap<Integer, String> words(String text) {
    SortedMap<Integer, String> words = new TreeMap<>();
    Matcher matcher = WORD_OF_CHIP.matcher(text);
    while (matcher.find() && words.size() < MAX_CHIPS) {
      String word = matcher.group(2);
      words.put(
          Integer.valueOf(matcher.group(1)), word.substring(0, Math.min(MAX_WORD, word.length())));
    }
    return words;
  }

  private static List<Link> links(String text) {
    List<Link> links = new ArrayList<>();
    Matcher matcher = CHANNEL.matcher(text);
    while (links.size() < MAX_LINKS && matcher.find()) {
      int from = Integer.parseInt(matcher.group(1));
      int channel = Integer.parseInt(matcher.group(2));
      if (matcher.find()) {
        links.add(
            new Link(
                from,
                channel,
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2))));
      }
    }
    return links;
  }

  private static SortedSet<Integer> hosted(String text) {
    SortedSet<Integer> hosted = new TreeSet<>();
    Matcher matcher = HOSTED.matcher(text);
    while (matcher.find() && hosted.size() < MAX_CHIPS) {
      hosted.add(Integer.valueOf(matcher.group(1)));
    }
    return hosted;
  }

  private static Path first(Path folder, String pattern) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, pattern)) {
      TreeSet<Path> sorted = new TreeSet<>();
      files.forEach(sorted::add);
      return sorted.isEmpty() ? folder.resolve(pattern.replace("*", "")) : sorted.getFirst();
    } catch (IOException e) {
      return folder.resolve(pattern.replace("*", ""));
    }
  }

  /** At most {@link #MAX_BYTES}; empty if there is no such file. */
  private static String text(Path file) {
    if (!Files.isRegularFile(file)) {
      return "";
    }
    try (InputStream bytes = Files.newInputStream(file)) {
      return new String(bytes.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
