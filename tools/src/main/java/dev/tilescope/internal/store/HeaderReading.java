package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportFolder;
import dev.tilescope.report.internal.PythonNumbers;
import dev.tilescope.report.internal.PythonText;
import dev.tilescope.report.internal.RawReport;
import java.util.Map;

/** Reads a report's header, and refuses what is no report or not one that is read. */
final class HeaderReading {
  private final RowRules rules;
  private final Losses losses;

  HeaderReading(RowRules rules, Losses losses) {
    this.rules = rules;
    this.losses = losses;
  }

  ReportHeader of(RawReport report) {
    Map<?, ?> metadata = metadataOf(report);
    long rank = rankOf(report, metadata);
    requireVersion(report);
    return new ReportHeader(metadata, rank, losses.attempt(() -> worldOf(metadata), 1L));
  }

  private Map<?, ?> metadataOf(RawReport report) {
    if (report.isBareTrace() && rules.lenient()) {
      return Map.of();
    }
    if (report.isBareTrace()) {
      throw new TilescopeException(
          "it is a bare trace, and upstream's importer takes only reports; import without"
              + " --upstream-rows");
    }
    Object metadata = losses.value(report, "metadata");
    if (metadata instanceof Map<?, ?> fields) {
      return fields;
    }
    if (rules.lenient() && report.section("graph").isPresent()) {
      if (metadata != null) {
        losses.found(() -> new TilescopeException("metadata is not an object"));
      }
      return Map.of();
    }
    throw new TilescopeException(
        "it is not a report: expected an object with graph, metadata and version");
  }

  private static long worldOf(Map<?, ?> metadata) {
    Object world = metadata.get("world_size");
    return world == null ? 1 : PythonNumbers.toLong(world);
  }

  /** The rank of a report; that of its name if it does not say or says something else. */
  private long rankOf(RawReport report, Map<?, ?> metadata) {
    ReportFolder.Rank named =
        ReportFolder.rankOf(report.file()).filter(r -> r.number() > 0).orElse(null);
    if (!rules.lenient()) {
      return writtenRank(metadata);
    }
    if (named == null) {
      return metadata.containsKey("rank") ? losses.attempt(() -> writtenRank(metadata), 0L) : 0;
    }
    long rank = named.number() - 1L;
    if (metadata.containsKey("rank")) {
      losses.attempt(() -> requireSameRank(writtenRank(metadata), named));
    }
    return rank;
  }

  private static void requireSameRank(long written, ReportFolder.Rank named) {
    if (written != named.number() - 1L) {
      throw new TilescopeException(
          "metadata.rank is %d, and the file's name says rank %d (number %d of %d); rename the file"
              .formatted(written, named.number() - 1, named.number(), named.of()));
    }
  }

  private static long writtenRank(Map<?, ?> metadata) {
    if (metadata.containsKey("rank")) {
      return PythonNumbers.toLong(metadata.get("rank"));
    }
    throw new TilescopeException(
        "metadata.rank is missing, which upstream's importer refuses; import without"
            + " --upstream-rows");
  }

  private void requireVersion(RawReport report) {
    Object version = report.section("version").isPresent() ? report.value("version") : (Object) 0L;
    boolean known =
        Boolean.TRUE.equals(version)
            || (version instanceof Number number && number.doubleValue() == 1);
    boolean absent = rules.lenient() && report.section("version").isEmpty();
    if (!known && !absent) {
      throw new OtherVersion(
          report.file()
              + ": report version "
              + PythonText.str(version)
              + " is not one this version reads (1); a newer Tilescope may");
    }
  }
}
