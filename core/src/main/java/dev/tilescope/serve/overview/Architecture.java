package dev.tilescope.serve.overview;

import dev.tilescope.serve.OpenReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The architecture of the first chip, from the description of the cluster beside a database. */
final class Architecture {
  private static final int MAX_BYTES = 4096;
  private static final Pattern FIRST_CHIP =
      Pattern.compile("arch:\\s*\\{?\\s*\\d+:\\s*(\\w{1,40})");

  private Architecture() {}

  /** Its name; empty if nothing beside the database says it. */
  static String of(OpenReport report) {
    Path file = report.database().resolveSibling("cluster_descriptor.yaml");
    if (!Files.isRegularFile(file)) {
      return "";
    }
    try (InputStream bytes = Files.newInputStream(file)) {
      String text = new String(bytes.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
      Matcher found = FIRST_CHIP.matcher(text);
      return found.find() ? found.group(1) : "";
    } catch (IOException e) {
      return "";
    }
  }
}
