package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.cli.SoundFiles.Kind;
import dev.tilescope.internal.serve.Client;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever the bytes of a file are, a command that reads it ends soon, with 0, 1 or 2, without a
 * stack on the screen, and leaves nothing half-done behind.
 *
 * <p>Cases are numbered, and a number always gives the same bytes: {@code -Dhostile.case=N} runs
 * that one and keeps its folder, {@code -Dhostile.cases=N} another number of them.
 */
@Timeout(600)
class HostileFilesTest {
  private static final int CASES = Integer.getInteger("hostile.cases", 2000);
  private static final int ONLY = Integer.getInteger("hostile.case", -1);
  private static final long MOST_SECONDS = 30;
  private static final Pattern STACK =
      Pattern.compile("(?m)^\\s+at [\\w.$/]+\\(|internal error|Exception in thread");
  private static final Pattern TEMPORARY =
      Pattern.compile("\\.tilescope-.*|.*\\.tmp|.*-journal|.*-wal|.*-shm");

  private static final List<String> ASKED =
      List.of(
          "sources",
          "overview",
          "overview-memory",
          "operations?from=0",
          "operation?id=1",
          "operation/memory?id=1",
          "tensors?from=0",
          "tensor?id=1",
          "memory",
          "memory/curve",
          "memory/peak",
          "graph",
          "topology",
          "schema");
  private static final String BEFORE = "what was there before";

  @TempDir private static Path shared = Path.of("");
  private static List<Kind> kinds = List.of();
  private static Path sound = Path.of("");

  @BeforeAll
  static void make() throws IOException {
    kinds = SoundFiles.in(Files.createDirectories(shared.resolve("sound")));
    sound = kinds.getFirst().folder().resolve(kinds.getFirst().file());
  }

  @Test
  void aDamagedFileIsReadOrRefusedAndNothingElseHappens() throws Exception {
    List<String> failures = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      List<Future<String>> results = new ArrayList<>();
      for (int i = Math.max(0, ONLY); i < (ONLY < 0 ? CASES : ONLY + 1); i++) {
        int number = i;
        results.add(pool.submit(() -> complaint(number)));
      }
      for (Future<String> result : results) {
        String complaint = result.get();
        if (!complaint.isEmpty()) {
          failures.add(complaint);
        }
      }
    }
    assertThat(failures.stream().limit(20)).as("%d failures", failures.size()).isEmpty();
  }

  /** Empty if all is well. */
  private String complaint(int number) throws Exception {
    Kind kind = kinds.get(number % kinds.size());
    Random random = new Random(20261117L * 31 + number);
    Path folder = shared.resolve("case-" + number);
    SoundFiles.copyAll(kind.folder(), folder);
    Path file = folder.resolve(kind.file());
    Kind other = kinds.get(random.nextInt(kinds.size()));
    byte[] stranger = Files.readAllBytes(other.folder().resolve(other.file()));
    Files.write(file, mutated(Files.readAllBytes(file), stranger, kind, random));
    List<String> words = kind.commands().get(number / kinds.size() % kind.commands().size());
    Path output = Files.writeString(folder.resolve("output"), BEFORE);
    String trouble = trouble(arguments(words, kind, folder), folder, output);
    if (ONLY < 0) {
      delete(folder);
    }
    return trouble.isEmpty()
        ? ""
        : "case %d, %s, %s: %s (again with -Dhostile.case=%d)"
            .formatted(number, kind, String.join(" ", words), trouble, number);
  }

  private static List<String> arguments(List<String> words, Kind kind, Path folder) {
    return words.stream()
        .map(word ->
            word.replace(SoundFiles.FILE, folder.resolve(kind.file()).toString())
                .replace(SoundFiles.FOLDER, folder.toString())
                .replace(SoundFiles.OUTPUT, folder.resolve("output").toString())
                .replace(SoundFiles.SOUND, sound.toString()))
        .toList();
  }

  /** Or damage would not be what the commands above meet; some find fault with sound files too. */
  @Test
  void mostCommandsTakeTheSoundFile() throws IOException {
    for (Kind kind : kinds) {
      int taken = 0;
      for (List<String> words : kind.commands()) {
        Path folder = shared.resolve("whole");
        SoundFiles.copyAll(kind.folder(), folder);
        StringWriter err = new StringWriter();
        List<String> arguments = arguments(words, kind, folder);
        int exit = run(arguments, new PrintWriter(Writer.nullWriter()), new PrintWriter(err));
        assertThat(exit).as("%s: %s", words, err).isBetween(0, 1);
        taken += exit == 0 ? 1 : 0;
        delete(folder);
      }
      assertThat(taken * 2).as("%s", kind).isGreaterThanOrEqualTo(kind.commands().size());
    }
  }

  /** Of what is packed, half the cases are sound packets of something damaged. */
  private static byte[] mutated(byte[] seed, byte[] stranger, Kind kind, Random random)
      throws IOException {
    MutatedBytes mutation = new MutatedBytes(random);
    return SoundFiles.isPacked(kind.file()) && random.nextBoolean()
        ? SoundFiles.packed(
            mutation.of(SoundFiles.unpacked(seed, kind.file()), stranger), kind.file())
        : mutation.of(seed, stranger);
  }

  private static String trouble(List<String> arguments, Path folder, Path output)
      throws IOException, InterruptedException {
    Set<String> before = files(folder);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int[] exit = {-1};
    Thread command =
        Thread.ofPlatform()
            .daemon()
            .start(() -> exit[0] = run(arguments, new PrintWriter(out), new PrintWriter(err)));
    if (!command.join(Duration.ofSeconds(MOST_SECONDS))) {
      return "it does not end; it is at "
          + Stream.of(command.getStackTrace()).limit(12).map(String::valueOf).toList();
    }
    if (ONLY >= 0) {
      System.out.println(String.join(" ", arguments) + "\nexit " + exit[0] + "\n" + out + err);
    }
    if (exit[0] < 0 || exit[0] > 2) {
      return "exit code " + exit[0] + ": " + err;
    }
    if (STACK.matcher(out.toString()).find() || STACK.matcher(err.toString()).find()) {
      return "a stack: " + err;
    }
    return leftBehind(exit[0], before, files(folder), output, err.toString());
  }

  private static int run(List<String> arguments, PrintWriter out, PrintWriter err) {
    return arguments.getFirst().equals("serve")
        ? served(Path.of(arguments.getLast()), err)
        : new Main(Commands.ALL, out, err).run(arguments.toArray(String[]::new));
  }

  /** What the page asks for; a server that runs would wait for its end. */
  private static int served(Path report, PrintWriter err) {
    int exit = ExitCode.OK;
    try (Client client = Client.of(report)) {
      for (String asked : ASKED) {
        HttpResponse<String> answer = client.get("api/" + asked);
        if (answer.statusCode() >= 500) {
          err.println(asked + ": " + answer.statusCode() + " " + answer.body());
          exit = ExitCode.INTERNAL;
        }
      }
    } catch (TilescopeException e) {
      return ExitCode.FAILED;
    }
    return exit;
  }

  private static String leftBehind(
      int exit, Set<String> before, Set<String> after, Path output, String err) throws IOException {
    Set<String> made = new TreeSet<>(after);
    made.removeAll(before);
    made.removeIf(name -> name.startsWith(".logs/tracy_")); // whole, from what the host recorded
    Set<String> unfinished =
        made.stream()
            .filter(name -> TEMPORARY.matcher(name.substring(name.lastIndexOf('/') + 1)).matches())
            .collect(Collectors.toSet());
    if (!unfinished.isEmpty()) {
      return "left behind: " + unfinished;
    }
    if (exit == 0) {
      return "";
    }
    if (!Files.isRegularFile(output) || !Files.readString(output).equals(BEFORE)) {
      return "it failed and changed what was there: " + err;
    }
    return made.isEmpty() ? "" : "it failed and made " + made + ": " + err;
  }

  private static Set<String> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.map(each -> folder.relativize(each).toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
