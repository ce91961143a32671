package dev.tilescope.args;

import dev.tilescope.args.Recorded.Fields;
import dev.tilescope.json.JsonException;
import dev.tilescope.json.JsonReader;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a folder of traced calls, by their numbers. */
public final class CallFiles {
  private static final Pattern NAME = Pattern.compile("(\\d{1,18})_.+\\.json");

  private CallFiles() {}

  /** Every file of a call, in the order of the calls. */
  public static List<Path> in(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new TilescopeException(
          folder + ": a folder of traced calls is expected; tracing writes operation_parameters");
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> calls =
          files
              .filter(file -> number(file) > 0)
              .sorted(Comparator.comparingLong(CallFiles::number).thenComparing(Path::toString))
              .toList();
      if (calls.isEmpty()) {
        throw new TilescopeException(
            folder + ": no traced calls here; their files are named as 3_ttnn_add_<time>.json");
      }
      return calls;
    } catch (IOException e) {
      throw new TilescopeException(folder + ": cannot be listed: " + e, e);
    }
  }

  /** The file of one call. */
  public static Path in(Path folder, long number) {
    return in(folder).stream()
        .filter(file -> number(file) == number)
        .findFirst()
        .orElseThrow(() ->
            new TilescopeException(
                "%s: there is no call %d; its files are numbered %d to %d"
                    .formatted(
                        folder,
                        number,
                        number(in(folder).getFirst()),
                        number(in(folder).getLast()))));
  }

  /** The number in a file's name; 0 for a file of another kind. */
  public static long number(Path file) {
    Path name = file.getFileName();
    Matcher matcher = NAME.matcher(name == null ? "" : name.toString());
    return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
  }

  public static TracedCall read(Path file) {
    try (JsonReader reader = JsonReader.of(Files.newInputStream(file), file.toString())) {
      if (RecordedJson.read(reader) instanceof Fields document) {
        return new TracedCall(file.toString(), document);
      }
    } catch (JsonException e) {
      throw new TilescopeException(file + ": no traced call: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new TilescopeException(file + ": cannot be read: " + e, e);
    }
    throw new TilescopeException(file + ": no traced call: an object is expected");
  }
}
