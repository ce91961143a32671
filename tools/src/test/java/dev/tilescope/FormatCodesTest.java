package dev.tilescope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.Journal;
import dev.tilescope.device.marker.MarkerWords;
import dev.tilescope.journal.HostEvents;
import dev.tilescope.journal.HostJournal;
import dev.tilescope.model.Coded;
import dev.tilescope.model.Codes;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds the codes of all constants that stand in files and messages. A code that changes makes
 * files unreadable that people have: new constants get new codes and a line in {@code
 * format-codes.txt}.
 */
class FormatCodesTest {
  private static final Pattern CODED =
      Pattern.compile("enum (\\w+) implements [\\w, ]*\\bCoded\\b");
  private static final Pattern CLASS = Pattern.compile("`([a-z.]+\\.[A-Z]\\w*)`");

  /** Packages that write formats, and their classes that keep ordinals in memory only. */
  private static final List<String> WRITERS =
      List.of(
          "capture",
          "profile",
          "internal/monitor",
          "args",
          "tensor",
          "device/internal",
          "device/marker");

  private static final Set<String> IN_MEMORY = Set.of("EventWord.java", "DeviceLogWriter.java");

  /**
   * @param format where the constant stands
   * @param type below {@code dev.tilescope}
   */
  private record Line(String format, String type, String constant, int code) {}

  private static List<Line> table() throws IOException {
    try (InputStream in = FormatCodesTest.class.getResourceAsStream("format-codes.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      List<Line> lines = new ArrayList<>();
      for (String line : text.lines().filter(l -> !l.startsWith("#")).toList()) {
        String[] cells = line.split(" *\\| *");
        lines.add(new Line(cells[0], cells[1], cells[2], Integer.parseInt(cells[3])));
      }
      return lines;
    }
  }

  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName("dev.tilescope." + name);
  }

  private static Stream<Path> sources() throws IOException {
    Stream<Path> all = Stream.of();
    for (String module : List.of("library", "analysis", "junit", "tools")) {
      all = Stream.concat(all, Files.walk(Path.of("..", module, "src/main/java")));
    }
    return all.filter(file -> file.toString().endsWith(".java"));
  }

  @Test
  void everyConstantHasTheCodeItAlwaysHad() throws Exception {
    List<String> now = new ArrayList<>();
    List<String> pinned = new ArrayList<>();
    Set<String> types = new TreeSet<>();
    for (Line line : table()) {
      types.add(line.type());
      pinned.add(line.type() + " " + line.constant() + " " + line.code());
    }
    for (String name : types) {
      for (Object constant : type(name).getEnumConstants()) {
        now.add(name + " " + ((Enum<?>) constant).name() + " " + ((Coded) constant).code());
      }
    }
    assertThat(now).containsExactlyInAnyOrderElementsOf(pinned);
  }

  @Test
  void noTwoConstantsOfAKindShareACode() throws Exception {
    Set<String> seen = new HashSet<>();
    for (Line line : table()) {
      assertThat(seen.add(line.type() + " " + line.code())).as(line.toString()).isTrue();
    }
  }

  @Test
  void everyKindOfCodedConstantIsInTheTable() throws IOException {
    Set<String> inSources = new TreeSet<>();
    try (Stream<Path> sources = sources()) {
      for (Path file : sources.toList()) {
        Matcher coded = CODED.matcher(Files.readString(file));
        while (coded.find()) {
          inSources.add(coded.group(1));
        }
      }
    }
    Set<String> inTable = new TreeSet<>();
    for (Line line : table()) {
      inTable.add(line.type().replaceFirst(".*[.$]", ""));
    }
    assertThat(inTable).isEqualTo(inSources);
  }

  @Test
  void aNumberThatNoConstantHasIsNone() {
    for (long code : new long[] {-1, Long.MIN_VALUE, 99, Long.MAX_VALUE, 1L << 32}) {
      assertThat(Codes.of(DataType.values()).of(code)).isNull();
      assertThat(Codes.of(TensorMemoryLayout.values()).of(code)).isNull();
    }
    assertThat(Codes.of(TensorMemoryLayout.values()).of(1)).isNull();
  }

  /** A place in the source would be a code that nobody sees. */
  @Test
  void writersOfFormatsUseNoOrdinals() throws IOException {
    try (Stream<Path> sources = sources()) {
      for (Path file : sources.toList()) {
        String folder = file.getParent().toString();
        boolean isWriter =
            WRITERS.stream()
                .anyMatch(each -> (folder + "/").contains("/dev/tilescope/" + each + "/"));
        if (isWriter && !IN_MEMORY.contains(file.getFileName().toString())) {
          assertThat(Files.readString(file))
              .as(file.toString())
              .doesNotContain(".ordinal()", "values()[");
        }
      }
    }
  }

  /** Journals whose checksums are right, as another version would write them. */
  @Test
  void anUnknownKindOfFrameIsDamageOfAJournal(@TempDir Path folder) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(3 * 8192).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put("TSJRNL01".getBytes(StandardCharsets.US_ASCII)).position(8192);
    bytes.putInt(0x314B4C42).putInt(1).putInt(8192).putInt(0).putInt(1).put((byte) 99);
    Path file = Files.write(folder.resolve("journal"), bytes.array());
    assertThat(Journal.recover(file).damage())
        .anySatisfy(damage -> assertThat(damage.what()).contains("frame kind 99 is unknown"));
  }

  @Test
  void anUnknownKindOfRecordIsDamageOfHostEvents(@TempDir Path folder) throws IOException {
    byte[] content = {2, 99};
    CRC32C sum = new CRC32C();
    sum.update(content);
    ByteBuffer bytes = ByteBuffer.allocate(18).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put("TSHOST01".getBytes(StandardCharsets.US_ASCII));
    bytes.putInt(content.length).putInt((int) sum.getValue()).put(content);
    Path file = Files.write(folder.resolve("events"), bytes.array());
    assertThat(HostJournal.read(file, new HostEvents() {}).damage())
        .contains("there is no kind of record 99, the last is 20");
  }

  @Test
  void anUnknownPacketOfADeviceIsSaid() {
    assertThatThrownBy(() -> MarkerWords.packet(1 << 31 | 7 << 28))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("packet type must be 0 to 5, got 7");
  }

  @Test
  void journalsOfOtherVersionsSayWhichOneIsRead(@TempDir Path folder) throws IOException {
    Path capture = Files.writeString(folder.resolve("journal"), "TSJRNL02".repeat(4096));
    assertThatThrownBy(() -> Journal.recover(capture))
        .hasMessageContaining("begins with TSJRNL02, and this Tilescope reads TSJRNL01 only");
    Path events = Files.writeString(folder.resolve("events"), "TSHOST07");
    assertThatThrownBy(() -> HostJournal.read(events, new HostEvents() {}))
        .hasMessageContaining("begins with TSHOST07, and this Tilescope reads TSHOST01 only");
  }

  /** Those of others are specified elsewhere. */
  @Test
  void theTableOfFormatsNamesClassesAndOursHaveTheirGrammar() throws Exception {
    int ours = 0;
    for (String line : Files.readAllLines(Path.of("../docs/formats.md"))) {
      Matcher named = CLASS.matcher(line);
      while (line.startsWith("|") && named.find()) {
        Class<?> type = type(named.group(1));
        if (line.contains("| ours |")) {
          ours++;
          assertThat(javadoc(type)).as("Javadoc of " + type).contains("<pre>");
        }
      }
    }
    assertThat(ours).isGreaterThanOrEqualTo(6);
  }

  private static String javadoc(Class<?> type) throws IOException {
    String path = type.getName().replace('.', '/') + ".java";
    try (Stream<Path> sources = sources()) {
      Path file = sources.filter(each -> each.endsWith(path)).findFirst().orElseThrow();
      String text = Files.readString(file);
      return text.substring(text.indexOf("/**"), text.indexOf("{\n"));
    }
  }
}
