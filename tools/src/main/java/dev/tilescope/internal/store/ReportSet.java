package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportFolder;
import dev.tilescope.report.ReportFolder.Rank;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The reports to import, in order.
 *
 * @param doubts what is wrong with them as a set: ranks that are missing or there twice
 */
record ReportSet(List<Path> files, List<String> doubts) {
  private static final int NAMED = 5;

  static ReportSet of(Path source, RowRules rules) {
    if (!Files.isDirectory(source)) {
      return new ReportSet(List.of(source), List.of());
    }
    List<Path> files = new ArrayList<>(ReportFolder.reportsOf(source));
    if (files.isEmpty()) {
      throw new TilescopeException(
          "directory "
              + source
              + " holds no report: expected .json files that a graph capture wrote");
    }
    if (rules == RowRules.UPSTREAM) {
      files.sort(Comparator.comparing(file -> String.valueOf(file.getFileName())));
    }
    return new ReportSet(List.copyOf(files), doubtsAbout(source, files));
  }

  private static List<String> doubtsAbout(Path source, List<Path> files) {
    Map<Integer, List<Integer>> numbersByWorld = new TreeMap<>();
    for (Path file : files) {
      Optional<Rank> rank = ReportFolder.rankOf(file);
      rank.ifPresent(
          r -> numbersByWorld.computeIfAbsent(r.of(), of -> new ArrayList<>()).add(r.number()));
    }
    List<String> doubts = new ArrayList<>();
    if (numbersByWorld.size() > 1) {
      doubts.add(
          "directory "
              + source
              + " mixes reports of runs with "
              + join(numbersByWorld.keySet().stream().toList())
              + " ranks; keep each run in a directory of its own");
    }
    numbersByWorld.forEach((world, numbers) -> addDoubts(source, world, numbers, doubts));
    return doubts;
  }

  private static void addDoubts(
      Path source, int world, List<Integer> numbers, List<String> doubts) {
    SortedSet<Integer> distinct = new TreeSet<>(numbers);
    List<Integer> missing =
        IntStream.rangeClosed(1, world)
            .filter(number -> !distinct.contains(number))
            .boxed()
            .limit(NAMED + 1)
            .toList();
    if (!missing.isEmpty()) {
      doubts.add(
          "directory %s lacks the report of rank %s of %d (graph_capture_%d_of_%d.json); copy it there too"
              .formatted(source, join(missing), world, missing.getFirst(), world));
    }
    if (distinct.size() < numbers.size()) {
      doubts.add("directory " + source + " holds two reports of the same rank of " + world);
    }
    if (distinct.first() < 1 || distinct.last() > world) {
      doubts.add(
          "directory %s holds a report of rank %d of %d; ranks count from 1"
              .formatted(source, distinct.first() < 1 ? distinct.first() : distinct.last(), world));
    }
  }

  private static String join(List<Integer> numbers) {
    return numbers.stream().limit(NAMED).map(String::valueOf).collect(Collectors.joining(", "))
        + (numbers.size() > NAMED ? ", ..." : "");
  }
}
