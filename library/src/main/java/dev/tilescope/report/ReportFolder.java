package dev.tilescope.report;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which files of a directory are reports. */
public final class ReportFolder {
  private static final Pattern RANKED =
      Pattern.compile(
          "graph_capture_(\\d{1,9})_of_(\\d{1,9})\\.json(\\.gz|\\.zst)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern OTHER =
      Pattern.compile(
          "(config(_\\d+_of_\\d+)?\\.json|(.*\\.)?comparison_records\\.json"
              + "|.*\\.(python_io|tensor_lifetime)\\.json)(\\.gz|\\.zst)?",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern JSON =
      Pattern.compile(".*\\.json(\\.gz|\\.zst)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /**
   * Which process of how many wrote a report.
   *
   * @param number from 1
   */
  public record Rank(int number, int of) {}

  private ReportFolder() {}

  /** The rank that a file's name says. */
  public static Optional<Rank> rankOf(Path file) {
    Matcher matcher = RANKED.matcher(name(file));
    return matcher.matches()
        ? Optional.of(
            new Rank(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  static Path chosen(Path directory, ReportChoice choice) {
    List<Path> reports = reportsOf(directory);
    if (reports.isEmpty()) {
      throw new TilescopeException(
          "directory "
              + directory
              + " holds no report: expected a .json file written by a graph capture; name the file"
              + " itself if it is called otherwise");
    }
    return choice.from(
        "directory " + directory, reports, file -> number(file) - 1, ReportFolder::name);
  }

  /** Reports of all ranks in the order of their numbers, or else every report by name. */
  public static List<Path> reportsOf(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      List<Path> json = entries.filter(ReportFolder::isJson).toList();
      List<Path> ranked =
          json.stream()
              .filter(f -> RANKED.matcher(name(f)).matches())
              .sorted(Comparator.comparingInt(ReportFolder::number).thenComparing(f -> name(f)))
              .toList();
      return ranked.isEmpty() ? unranked(json) : ranked;
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot list directory " + directory + ": " + e.getMessage() + "; check the path", e);
    }
  }

  private static List<Path> unranked(List<Path> json) {
    return json.stream()
        .filter(f -> !OTHER.matcher(name(f)).matches())
        .sorted(Comparator.comparing(ReportFolder::name))
        .toList();
  }

  private static boolean isJson(Path file) {
    return JSON.matcher(name(file)).matches() && Files.isRegularFile(file);
  }

  private static int number(Path file) {
    return rankOf(file).map(Rank::number).orElse(0);
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }
}
