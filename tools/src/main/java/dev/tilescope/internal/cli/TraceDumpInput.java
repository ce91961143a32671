package dev.tilescope.internal.cli;

import dev.tilescope.device.internal.CommandFormat;
import dev.tilescope.device.internal.Commands;
import dev.tilescope.device.internal.DecodedCommands;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.watch.PublishedTraces;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.MetalTraceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Where {@code trace-dump} gets metal traces from. */
final class TraceDumpInput {
  static final String WHAT =
      "A report or database with metal traces, the file of one trace, its bare commands as .bin or"
          + " .hex, or the PID of a program that runs with TILESCOPE_MONITOR=1.";

  private static final Pattern PID = Pattern.compile("\\d{1,10}");

  /** More than any TRACE region. */
  private static final long MAX_RAW_BYTES = 1L << 30;

  @Mixin private ReportInput reports = new ReportInput();

  @Option(
      names = "--arch",
      paramLabel = "ARCH",
      description = {
        "Of bare commands: wormhole_b0, blackhole or grayskull.",
        "Default: the one with which they make sense."
      })
  private @Nullable String architecture;

  /** Like {@link ReportInput#requireChoice}. */
  void requireChoice(CommandSpec spec, Path path) {
    if (isProcess(path)) {
      IdleOptions.refuse(spec, "a running program has one trace region", "--rank", "--name");
    }
    ReportInput.requireChoice(spec, path);
  }

  private static boolean isProcess(Path path) {
    return PID.matcher(path.toString()).matches() && !Files.exists(path);
  }

  /** Damage in a report is summed up on {@code errors}. */
  List<MetalTrace> read(Path path, PrintWriter errors) {
    if (isProcess(path)) {
      return PublishedTraces.of(Long.parseLong(path.toString()), System.getenv());
    }
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    if (name.endsWith(".bin")) {
      return List.of(bare(bytesOf(path)));
    }
    if (name.endsWith(".hex")) {
      return List.of(bare(hexOf(path, bytesOf(path))));
    }
    return MetalTraceFile.isOne(path)
        ? List.of(MetalTraceFile.read(path))
        : reports.readAndWarn(path, errors).metalTraces();
  }

  CommandFormat formatOf(MetalTrace trace) {
    return CommandFormat.ofArchitecture(architecture == null ? trace.architecture() : architecture);
  }

  private static byte[] bytesOf(Path path) {
    try {
      long size = Files.size(path);
      if (size > MAX_RAW_BYTES) {
        throw new TilescopeException(
            "%s has %,d bytes, commands of a trace have at most %,d; is it another file?"
                .formatted(path, size, MAX_RAW_BYTES));
      }
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot read commands from " + path + ": " + FileTrouble.reading(e) + "; check the path",
          e);
    }
  }

  /** Digits in pairs, with any white space; {@code #} begins a remark. */
  private static byte[] hexOf(Path path, byte[] text) {
    String digits =
        new String(text, StandardCharsets.ISO_8859_1)
            .replaceAll("#[^\\n]*", "")
            .replaceAll("\\s+", "");
    try {
      return HexFormat.of().parseHex(digits);
    } catch (IllegalArgumentException e) {
      throw new TilescopeException(
          path + " must hold pairs of hexadecimal digits: " + e.getMessage(), e);
    }
  }

  /** A trace of which nothing is known but its commands, whose last page came with them. */
  private MetalTrace bare(byte[] bytes) {
    CommandFormat format =
        architecture == null ? likely(bytes) : CommandFormat.ofArchitecture(architecture);
    DecodedCommands decoded = Commands.decode(bytes, format.alignmentBytes());
    byte[] commands = decoded.problem() == null ? Arrays.copyOf(bytes, decoded.sizeBytes()) : bytes;
    return new MetalTrace(
        0, 0, List.of(), format.name(), 0, 0, 0, 0, bytes.length, commands, List.of());
  }

  private static CommandFormat likely(byte[] bytes) {
    int wormhole = soundBytes(bytes, CommandFormat.WORMHOLE_B0);
    int blackhole = soundBytes(bytes, CommandFormat.BLACKHOLE);
    return blackhole > wormhole ? CommandFormat.BLACKHOLE : CommandFormat.WORMHOLE_B0;
  }

  private static int soundBytes(byte[] bytes, CommandFormat format) {
    return Commands.decode(bytes, format.alignmentBytes()).sizeBytes();
  }
}
