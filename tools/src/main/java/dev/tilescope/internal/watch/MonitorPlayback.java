package dev.tilescope.internal.watch;

import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.json.JsonException;
import dev.tilescope.model.TilescopeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the snapshots of a {@link MonitorRecording}, one after the other. A line that is no
 * snapshot is passed over and told of, so that a recording whose recorder was killed plays to its
 * last whole line.
 */
public final class MonitorPlayback implements AutoCloseable {
  private static final int MAX_LINE_CHARS = 64 << 20;

  /** Sentences kept; more are only counted. */
  private static final int MAX_PROBLEMS = 10;

  private final Path file;
  private final Reader in;
  private final List<String> problems = new ArrayList<>();
  private long line;
  private long damagedLines;
  private boolean playedAny;

  private MonitorPlayback(Path file, Reader in) {
    this.file = file;
    this.in = in;
  }

  public static MonitorPlayback open(Path file) {
    try {
      return new MonitorPlayback(
          file,
          new BufferedReader(
              new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8), 1 << 16));
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /**
   * The next snapshot, or null at the end.
   *
   * @throws TilescopeException at the end of a file that held none
   */
  public @Nullable MonitorSnapshot next() {
    for (String text = nextLine(); text != null; text = nextLine()) {
      line++;
      try {
        MonitorSnapshot snapshot = SnapshotJson.parse(text, file + ":" + line);
        playedAny = true;
        return snapshot;
      } catch (JsonException e) {
        note(e);
      }
    }
    if (!playedAny) {
      throw new TilescopeException(
          file
              + ": holds no snapshot of memory ("
              + (problems.isEmpty() ? "it is empty" : problems.getFirst())
              + "); make one with tilescope monitor --record FILE");
    }
    return null;
  }

  private void note(JsonException e) {
    damagedLines++;
    if (problems.size() < MAX_PROBLEMS) {
      problems.add("line " + line + " is passed over: " + e.problem());
    }
  }

  /** A sentence for each of the first lines that were passed over so far, and one for the rest. */
  public List<String> problems() {
    List<String> sentences = new ArrayList<>(problems);
    if (damagedLines > problems.size()) {
      sentences.add("%d more lines are passed over".formatted(damagedLines - problems.size()));
    }
    return List.copyOf(sentences);
  }

  private @Nullable String nextLine() {
    StringBuilder text = new StringBuilder();
    try {
      int c = in.read();
      if (c < 0) {
        return null;
      }
      for (; c >= 0 && c != '\n'; c = in.read()) {
        if (text.length() == MAX_LINE_CHARS) {
          throw new TilescopeException(
              "%s:%d: is longer than %,d characters, so this is no recording"
                  .formatted(file, line + 1, MAX_LINE_CHARS));
        }
        text.append((char) c);
      }
      return text.toString();
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static TilescopeException unreadable(Path file, IOException e) {
    return new TilescopeException(
        file
            + ": cannot be read: "
            + FileTrouble.reading(e)
            + "; name a file that tilescope monitor --record wrote",
        e);
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }
}
