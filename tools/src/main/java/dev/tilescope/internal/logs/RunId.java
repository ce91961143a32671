package dev.tilescope.internal.logs;

import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Whose run a folder of reports and logs is, by the newest {@code run.json} in it. */
public final class RunId {
  private static final String FILE = "run.json";

  /** {@code reports/NAME/TIMESTAMP/run.json} */
  private static final int DEPTH = 4;

  private static final int MAX_FILES = 20_000;

  private RunId() {}

  /** Empty if nothing says it: a run without a report, or one of a board. */
  public static String in(Path folder) {
    try (Stream<Path> files = Files.walk(folder, DEPTH)) {
      return files
          .limit(MAX_FILES)
          .filter(file -> file.endsWith(FILE))
          .max(Comparator.comparingLong(file -> file.toFile().lastModified()))
          .map(RunId::read)
          .orElse("");
    } catch (IOException | UncheckedIOException e) {
      return "";
    }
  }

  /** A file that cannot be read says nothing; what it is beside can be read all the same. */
  private static String read(Path file) {
    try (InputStream in = Files.newInputStream(file);
        JsonReader json = JsonReader.of(in, file.toString())) {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        if (name.equals("run_id")) {
          return json.text();
        }
        json.skip();
      }
      return "";
    } catch (JsonException | IOException | UncheckedIOException e) {
      return "";
    }
  }
}
