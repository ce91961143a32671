package dev.tilescope.internal.kinds;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The marks that binary files begin with. */
final class FirstBytes {
  /**
   * @param text each character a byte
   * @param at where it stands
   */
  private record Mark(FileKind kind, int at, String text) {
    Mark(FileKind kind, String text) {
      this(kind, 0, text);
    }

    boolean isIn(byte[] bytes) {
      byte[] mark = text.getBytes(StandardCharsets.ISO_8859_1);
      boolean is = bytes.length >= at + mark.length;
      for (int i = 0; is && i < mark.length; i++) {
        is = bytes[at + i] == mark[i];
      }
      return is;
    }
  }

  /** Readers of a kind report versions that we do not read, so marks are without them. */
  private static final List<Mark> MARKS =
      List.of(
          new Mark(FileKind.DATABASE, "SQLite format 3\0"),
          new Mark(FileKind.MEMORY_JOURNAL, "TSJRNL"),
          new Mark(FileKind.HOST_JOURNAL, "TSHOST"),
          new Mark(FileKind.TENSORS, "TSTENSOR"),
          new Mark(FileKind.TENSORS, "\u0093NUMPY"),
          new Mark(FileKind.TRACY_FILE, "tr\u00fdP"),
          new Mark(FileKind.TRACY_FILE, "tlZ\4"),
          new Mark(FileKind.TRACY_FILE, "tZst"),
          new Mark(FileKind.TRACY_FILE, "tracy\0"),
          new Mark(FileKind.PYTORCH_PICKLE, "\u0080\2"),
          new Mark(FileKind.PYTORCH_PICKLE, "\u0080\3"),
          new Mark(FileKind.PYTORCH_PICKLE, "\u0080\4"),
          new Mark(FileKind.PYTORCH_PICKLE, "\u0080\5"),
          new Mark(FileKind.JAVA_PROGRAM, "\u00ca\u00fe\u00ba\u00be"),
          new Mark(FileKind.PROGRAM, "\u007fELF"),
          new Mark(FileKind.PICTURE, "\u0089PNG"),
          new Mark(FileKind.PICTURE, "\u00ff\u00d8\u00ff"));

  private static final String ZIP = "PK\3\4";

  private FirstBytes() {}

  /** Null for none of these. */
  static @Nullable FileKind kindOf(byte[] bytes) {
    if (new Mark(FileKind.UNKNOWN, ZIP).isIn(bytes)) {
      return ofArchive(bytes);
    }
    return MARKS.stream().filter(mark -> mark.isIn(bytes)).map(Mark::kind).findFirst().orElse(null);
  }

  private static FileKind ofArchive(byte[] bytes) {
    String names = new String(bytes, StandardCharsets.ISO_8859_1);
    if (names.contains("/data.pkl")) {
      return FileKind.PYTORCH_ARCHIVE;
    }
    return names.contains("META-INF/") ? FileKind.JAVA_PROGRAM : FileKind.UNKNOWN;
  }
}
