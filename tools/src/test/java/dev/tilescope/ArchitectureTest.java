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
  private static final Set<String> OF_COMMANDS =
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
          "journal",
          "logs",
          "perf",
          "links",
          "runs",
          "times",
          "board",
          "timeline",
          "tracy",
          "watch",
          "io",
          "json",
          "csv",
          "report",
          "graph",
          "memory",
          "analysis",
          "whatif",
          "diff",
          "store",
          "words",
          "export",
          "explain",
          "kinds",
          "serve");

  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          entry("model", Set.of()),
          entry("track", Set.of("model")),
          entry("device", Set.of("model", "track")),
          entry("tensor", Set.of("model", "device", "io")),
          entry("ops", Set.of("tensor", "device", "track", "model", "ttnn")),
          entry("ttnn", Set.of("capture", "profile", "device", "model")),
          entry("demo", Set.of("ops", "tensor", "device", "model")),
          entry("capture", Set.of("track", "model", "report", "io")),
          entry("args", Set.of("track", "tensor", "device", "ops", "model", "json", "io")),
          entry("replay", Set.of("args", "tensor", "device", "ops", "model", "json", "diff", "io")),
          entry("profile", Set.of("track", "device", "model", "csv", "json", "io")),
          entry("journal", Set.of("profile", "device", "model", "csv", "json", "io")),
          entry("logs", Set.of("journal", "profile", "device", "model", "csv", "json", "io")),
          entry("perf", Set.of("links", "profile", "model", "csv", "io")),
          entry("board", Set.of("ops", "tensor", "device", "model", "csv", "io")),
          entry(
              "timeline",
              Set.of("journal", "logs", "perf", "profile", "device", "model", "csv", "json")),
          entry("tracy", Set.of("journal", "timeline", "logs", "profile", "device", "model", "io")),
          entry("monitor", Set.of("track", "model", "report", "memory", "io")),
          entry("watch", Set.of("monitor", "model", "json", "report", "memory", "io")),
          entry("io", Set.of("model")),
          entry("json", Set.of()),
          entry("csv", Set.of()),
          entry("report", Set.of("model", "json", "io")),
          entry("graph", Set.of("model", "io")),
          entry("memory", Set.of("model")),
          entry("analysis", Set.of("model", "graph", "memory")),
          entry("whatif", Set.of("model", "device", "memory", "analysis")),
          entry("words", Set.of("model", "memory", "analysis", "json")),
          entry("diff", Set.of("model", "graph", "analysis", "memory")),
          entry("links", Set.of("model", "graph", "analysis", "diff")),
          entry("runs", Set.of("links", "perf", "store", "report", "analysis", "model")),
          entry("times", Set.of("links", "perf", "diff", "model", "json")),
          entry("kinds", Set.of("perf", "model", "io")),
          entry("store", Set.of("device", "model", "report", "analysis", "memory", "io")),
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
              "explain",
              Set.of(
                  "kinds",
                  "perf",
                  "links",
                  "logs",
                  "profile",
                  "report",
                  "store",
                  "io",
                  "export",
                  "words",
                  "analysis",
                  "graph",
                  "memory",
                  "device",
                  "model",
                  "json")),
          entry(
              "serve",
              Set.of(
                  "store",
                  "device",
                  "report",
                  "analysis",
                  "memory",
                  "diff",
                  "export",
                  "explain",
                  "watch",
                  "kinds",
                  "links",
                  "runs",
                  "times",
                  "model",
                  "json",
                  "logs",
                  "perf",
                  "timeline",
                  "replay",
                  "io")),
          entry(
              "junit", Set.of("capture", "args", "analysis", "memory", "model", "report", "words")),
          entry("agent", Set.of("profile")),
          entry("torch", Set.of("ops", "tensor", "model")),
          entry(
              "python",
              Set.of(
                  "ops",
                  "tensor",
                  "device",
                  "track",
                  "model",
                  "capture",
                  "args",
                  "profile",
                  "report",
                  "analysis",
                  "graph",
                  "export",
                  "store",
                  "io")),
          entry("cli", OF_COMMANDS));

  /** What is not for users is named here as if it were: {@code internal/store} is store. */
  private static final Pattern REFERENCE = Pattern.compile("dev/tilescope/(?:internal/)?([a-z]+)/");

  @Test
  void everyPackageUsesOnlyWhatTheTableAllows() throws IOException {
    assertThat(files()).isNotEmpty();
    assertThat(arrows().stream().filter(Arrow::forbidden)).as("forbidden arrows").isEmpty();
  }

  @Test
  void theTableAllowsOnlyWhatIsUsed() throws IOException {
    Map<String, Set<String>> unused = new TreeMap<>();
    ALLOWED.forEach((from, allowed) -> unused.put(from, new TreeSet<>(allowed)));
    arrows().forEach(arrow -> unused.getOrDefault(arrow.from(), Set.of()).remove(arrow.to()));
    unused.values().removeIf(Set::isEmpty);
    assertThat(unused).isEmpty();
  }

  private static final Pattern PACKAGE = Pattern.compile("dev/tilescope/((?:[a-z]+/)+)");

  /** Also not between a package and those under it, nor across artifacts. */
  @Test
  void noPackagesUseEachOther() throws IOException {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (Path file : files()) {
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
      Pattern.compile("dev/tilescope/ops/internal/(?!mechanism/|kernel/)([a-z]+)/");

  /** The families that composites of a family call operations of. The rest is below them all. */
  private static final Map<String, Set<String>> BUILT_OF =
      Map.ofEntries(
          entry("mechanism", Set.of()),
          entry("fitting", Set.of()),
          entry("kernel", Set.of()),
          entry("conversion", Set.of()),
          entry("cache", Set.of()),
          entry("movement", Set.of("conversion")),
          entry("composite", Set.of("movement")),
          entry("transfer", Set.of("movement")),
          entry("attention", Set.of("movement")),
          entry("collective", Set.of("transfer")),
          entry("creation", Set.of("movement", "collective")),
          entry("elementwise", Set.of("conversion", "movement", "composite")),
          entry(
              "matmul", Set.of("conversion", "movement", "composite", "elementwise", "collective")),
          entry("reduction", Set.of("conversion", "movement", "composite", "creation")),
          entry("normalisation", Set.of("elementwise", "reduction")),
          entry(
              "convolution",
              Set.of("conversion", "movement", "composite", "transfer", "matmul", "reduction")));

  /** The doors know them all, and none knows a door. */
  @Test
  void familiesOfOperationsKnowThoseThatTheyAreBuiltOf() throws IOException {
    Map<String, Set<String>> known = new TreeMap<>();
    for (Path file : files()) {
      String from = packageOf(file);
      if (from.matches("ops/internal/[a-z]+/")) {
        String own = from.substring("ops/internal/".length(), from.length() - 1);
        Set<String> others = known.computeIfAbsent(own, _ -> new TreeSet<>());
        references(file, FAMILY).filter(to -> !to.equals(own)).forEach(others::add);
      }
    }
    assertThat(known).isEqualTo(BUILT_OF);
  }

  private static final Pattern PROFILER = Pattern.compile("dev/tilescope/profile/([A-Z]\\w*)");

  /** Devices are read the same way, whoever profiles the host. */
  @Test
  void markersDoNotKnowTheProfilerOfTheHost() throws IOException {
    Set<String> known = new TreeSet<>();
    for (Path file : files()) {
      if (file.getParent().endsWith("profile/internal/markers")) {
        references(file, PROFILER).forEach(to -> known.add(to + " in " + file.getFileName()));
      }
    }
    assertThat(known).isEmpty();
  }

  private static Stream<String> references(Path file, Pattern to) throws IOException {
    List<String> found = new ArrayList<>();
    for (String text : texts(file)) {
      to.matcher(text).results().forEach(m -> found.add(m.group(1)));
    }
    return found.stream();
  }

  /** What names of classes are in, with slashes; not what only Javadoc says. */
  private static List<String> texts(Path file) throws IOException {
    if (file.toString().endsWith(".java")) {
      return Files.readAllLines(file).stream()
          .filter(line -> !line.strip().startsWith("*"))
          .map(line -> line.replace('.', '/'))
          .toList();
    }
    List<String> texts = new ArrayList<>();
    for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
      if (entry instanceof Utf8Entry text) {
        texts.add(text.stringValue());
      }
    }
    return texts;
  }

  @Test
  void everyPackageHasAMap() throws IOException {
    Set<Path> unmapped = new TreeSet<>();
    for (Path file : files()) {
      Path folder = file.getParent();
      boolean hasMap =
          Files.exists(folder.resolve("package-info.class"))
              || Files.exists(folder.resolve("package-info.java"));
      if (!hasMap) {
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
          "tools", Set.of("library", "analysis"),
          "agent", Set.of("library"),
          "torch", Set.of("library"));

  /** What a program or a test takes must not bring the tools along. */
  @Test
  void everyArtifactUsesOnlyThoseBelowIt() throws IOException {
    Map<String, String> home = new TreeMap<>();
    for (Path file : files()) {
      home.put(packageOf(file), artifactOf(file));
    }
    Set<String> above = new TreeSet<>();
    for (Path file : files()) {
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
        .filter(artifact -> file.startsWith(folder(artifact)))
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
    for (Path file : files()) {
      String from = topOf(file);
      references(file, REFERENCE)
          .filter(to -> !to.equals(from))
          .forEach(to -> found.add(new Arrow(from, to, file.getFileName().toString())));
    }
    return found;
  }

  private static String topOf(Path file) {
    Path inside = inside(file);
    return inside.getName(inside.getName(2).endsWith("internal") ? 3 : 2).toString();
  }

  private static final List<String> ARTIFACTS =
      List.of("library", "analysis", "junit", "tools", "agent", "torch");

  /** Compiled after these tests have run, so their sources are read. */
  private static final Set<String> LATER = Set.of("agent", "torch");

  private static List<Path> files() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String artifact : ARTIFACTS) {
      String ending = LATER.contains(artifact) ? ".java" : ".class";
      try (Stream<Path> files = Files.walk(folder(artifact))) {
        files.filter(f -> f.toString().endsWith(ending)).forEach(all::add);
      }
    }
    return all;
  }

  private static Path folder(String artifact) {
    return Path.of(System.getProperty("tilescope.root", ".."))
        .resolve(artifact)
        .resolve(LATER.contains(artifact) ? "src/main/java" : "target/classes");
  }

  /** From {@code dev/tilescope} on. */
  private static Path inside(Path file) {
    String name = file.toString().replace('\\', '/');
    return Path.of(name.substring(name.lastIndexOf("dev/tilescope/")));
  }
}
