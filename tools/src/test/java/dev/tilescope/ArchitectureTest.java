package dev.tilescope;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who may use whom. A new arrow is a decision: add it here and say why in docs/decisions. */
class ArchitectureTest {
  private static final Set<String> ALL_BUT_JUNIT =
      Set.of(
          "model",
          "track",
          "device",
          "tensor",
          "ops",
          "demo",
          "capture",
          "args",
          "replay",
          "profile",
          "logs",
          "perf",
          "timeline",
          "tracy",
          "monitor",
          "watch",
          "io",
          "json",
          "csv",
          "report",
          "graph",
          "memory",
          "analysis",
          "diff",
          "store",
          "words",
          "export",
          "serve");

  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          entry("model", Set.of()),
          entry("track", Set.of("model")),
          entry("device", Set.of("model", "track")),
          entry("tensor", Set.of("model", "device")),
          entry("ops", Set.of("tensor", "device", "track", "model")),
          entry("demo", Set.of("ops", "tensor", "device", "model")),
          entry("capture", Set.of("track", "model", "report", "io")),
          entry("args", Set.of("track", "tensor", "device", "ops", "model", "json", "io")),
          entry("replay", Set.of("args", "tensor", "device", "ops", "model", "json", "diff", "io")),
          entry("profile", Set.of("track", "device", "model", "csv", "json", "io")),
          entry("logs", Set.of("profile", "device", "model", "csv", "json", "report", "io")),
          entry("perf", Set.of("profile", "model", "csv", "report")),
          entry("timeline", Set.of("logs", "perf", "profile", "model", "csv", "json")),
          entry("tracy", Set.of("timeline", "logs", "profile", "model", "report", "io")),
          entry("monitor", Set.of("track", "model", "report", "memory", "io")),
          entry("watch", Set.of("monitor", "model", "json", "report", "memory", "io")),
          entry("io", Set.of()),
          entry("json", Set.of()),
          entry("csv", Set.of()),
          entry("report", Set.of("model", "json", "io")),
          entry("graph", Set.of("model", "io")),
          entry("memory", Set.of("model")),
          entry("analysis", Set.of("model", "graph", "memory")),
          entry("words", Set.of("model", "memory", "analysis", "json")),
          entry("diff", Set.of("model", "graph", "analysis", "memory")),
          entry("store", Set.of("model", "report", "analysis", "memory", "io")),
          entry(
              "export",
              Set.of(
                  "model",
                  "graph",
                  "analysis",
                  "memory",
                  "words",
                  "timeline",
                  "json",
                  "csv",
                  "io")),
          entry(
              "serve",
              Set.of(
                  "store",
                  "report",
                  "analysis",
                  "memory",
                  "graph",
                  "diff",
                  "export",
                  "words",
                  "watch",
                  "model",
                  "json",
                  "csv",
                  "logs",
                  "perf",
                  "timeline",
                  "replay",
                  "io")),
          entry(
              "junit",
              Set.of("capture", "args", "analysis", "memory", "diff", "model", "report", "words")),
          entry("cli", ALL_BUT_JUNIT));

  private static final Pattern REFERENCE = Pattern.compile("dev/tilescope/([a-z]+)/");

  @Test
  void everyPackageUsesOnlyWhatTheTableAllows() throws IOException {
    assertThat(classes()).isNotEmpty();
    assertThat(arrows().stream().filter(Arrow::forbidden)).as("forbidden arrows").isEmpty();
  }

  private static final Pattern PACKAGE = Pattern.compile("dev/tilescope/((?:[a-z]+/)+)");

  /** Knots that are still tied; none may be added. */
  private static final Pattern TIED = Pattern.compile("ops/.* <-> ops/.*");

  /** Also not between a package and those under it. */
  @Test
  void noPackagesUseEachOther() throws IOException {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (Path file : classes()) {
      String from = packageOf(file);
      Set<String> used = uses.computeIfAbsent(from, _ -> new TreeSet<>());
      references(file, PACKAGE).filter(to -> !to.equals(from)).forEach(used::add);
    }
    Set<String> knots = new TreeSet<>();
    for (String from : uses.keySet()) {
      reachable(uses, from).stream()
          .filter(to -> !to.equals(from) && reachable(uses, to).contains(from))
          .forEach(
              to -> knots.add(from.compareTo(to) < 0 ? from + " <-> " + to : to + " <-> " + from));
    }
    knots.removeIf(TIED.asMatchPredicate());
    assertThat(knots).isEmpty();
  }

  private static String packageOf(Path file) {
    Path folder = inside(file).getParent();
    return folder.subpath(2, folder.getNameCount()).toString().replace('\\', '/') + "/";
  }

  private static Set<String> reachable(Map<String, Set<String>> uses, String from) {
    Set<String> seen = new TreeSet<>();
    List<String> open = new ArrayList<>(List.of(from));
    while (!open.isEmpty()) {
      for (String next : uses.getOrDefault(open.removeLast(), Set.of())) {
        if (seen.add(next)) {
          open.add(next);
        }
      }
    }
    return seen;
  }

  private static final Pattern FAMILY =
      Pattern.compile("dev/tilescope/ops/(?!mechanism/|kernel/|composite/)([a-z]+)/");

  /** They meet in the doors, and in what lies below them all. */
  @Test
  void familiesOfOperationsDoNotKnowEachOther() throws IOException {
    Set<String> known = new TreeSet<>();
    for (Path file : classes()) {
      String from = inside(file).toString().replace('\\', '/');
      if (from.startsWith("dev/tilescope/ops/") && !file.getParent().endsWith("ops")) {
        String own = file.getParent().getFileName().toString();
        references(file, FAMILY)
            .filter(to -> !to.equals(own))
            .forEach(to -> known.add(own + " knows " + to + " in " + file.getFileName()));
      }
    }
    assertThat(known).isEmpty();
  }

  private static final Pattern PROFILER = Pattern.compile("dev/tilescope/profile/([A-Z]\\w*)");

  /** Devices are read the same way, whoever profiles the host. */
  @Test
  void markersDoNotKnowTheProfilerOfTheHost() throws IOException {
    Set<String> known = new TreeSet<>();
    for (Path file : classes()) {
      if (file.getParent().endsWith("profile/markers")) {
        references(file, PROFILER).forEach(to -> known.add(to + " in " + file.getFileName()));
      }
    }
    assertThat(known).isEmpty();
  }

  private static Stream<String> references(Path file, Pattern to) throws IOException {
    List<String> found = new ArrayList<>();
    for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
      if (entry instanceof Utf8Entry text) {
        to.matcher(text.stringValue()).results().forEach(m -> found.add(m.group(1)));
      }
    }
    return found.stream();
  }

  @Test
  void everyPackageHasAMap() throws IOException {
    Set<Path> unmapped = new TreeSet<>();
    for (Path file : classes()) {
      Path folder = file.getParent();
      if (!Files.exists(folder.resolve("package-info.class"))) {
        unmapped.add(folder.getFileName());
      }
    }
    assertThat(unmapped).as("packages without package-info.java").isEmpty();
  }

  private static final Map<String, Set<String>> BELOW =
      Map.of(
          "library", Set.of(),
          "analysis", Set.of("library"),
          "junit", Set.of("library", "analysis"),
          "tools", Set.of("library", "analysis"));

  /** What a program or a test takes must not bring the tools along. */
  @Test
  void everyArtifactUsesOnlyThoseBelowIt() throws IOException {
    Map<String, String> home = new TreeMap<>();
    for (Path file : classes()) {
      home.put(packageOf(file), artifactOf(file));
    }
    Set<String> above = new TreeSet<>();
    for (Path file : classes()) {
      String own = artifactOf(file);
      references(file, PACKAGE)
          .map(home::get)
          .filter(to -> to != null && !to.equals(own) && !BELOW.get(own).contains(to))
          .forEach(to -> above.add(own + " uses " + to + " in " + file.getFileName()));
    }
    assertThat(above).isEmpty();
  }

  private static String artifactOf(Path file) {
    return ARTIFACTS.stream()
        .filter(artifact -> file.startsWith(classes(artifact)))
        .findFirst()
        .orElseThrow();
  }

  private record Arrow(String from, String to, String file) {
    boolean forbidden() {
      Set<String> allowed = ALLOWED.get(from);
      return allowed == null || !allowed.contains(to);
    }
  }

  private static List<Arrow> arrows() throws IOException {
    List<Arrow> found = new ArrayList<>();
    for (Path file : classes()) {
      String from = inside(file).getName(2).toString();
      references(file, REFERENCE)
          .filter(to -> !to.equals(from))
          .forEach(to -> found.add(new Arrow(from, to, file.getFileName().toString())));
    }
    return found;
  }

  private static final List<String> ARTIFACTS = List.of("library", "analysis", "junit", "tools");

  private static List<Path> classes() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String artifact : ARTIFACTS) {
      try (Stream<Path> files = Files.walk(classes(artifact))) {
        files.filter(f -> f.toString().endsWith(".class")).forEach(all::add);
      }
    }
    return all;
  }

  private static Path classes(String artifact) {
    return Path.of(System.getProperty("tilescope.root", ".."))
        .resolve(artifact)
        .resolve("target/classes");
  }

  /** From {@code dev/tilescope} on. */
  private static Path inside(Path file) {
    String name = file.toString().replace('\\', '/');
    return Path.of(name.substring(name.lastIndexOf("dev/tilescope/")));
  }
}
