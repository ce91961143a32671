package dev.tilescope.model;

import java.io.Serializable;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The one way Tilescope reports an error to its caller: what happened, actual against expected,
 * where, and what to do next, in a message meant to be read by a person. Where is also said apart
 * from the message, in a {@link Place}, so that nobody has to look for it there.
 */
public class TilescopeException extends RuntimeException {
  private final Place place;

  public TilescopeException(String message) {
    this(message, null);
  }

  public TilescopeException(String message, @Nullable Throwable cause) {
    this(Place.UNSAID, message, cause);
  }

  /**
   * @param place as the message says it
   */
  public TilescopeException(Place place, String message) {
    this(place, message, null);
  }

  public TilescopeException(Place place, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.place = place;
  }

  /** Where it is, as far as the message says it. */
  public Place place() {
    return place;
  }

  /**
   * @param file null if the message names none
   * @param line from 1; 0 if the message names none
   * @param node its index in a trace; -1 if the message names none
   */
  public record Place(@Nullable String file, long line, long node) implements Serializable {
    public static final Place UNSAID = new Place(null, 0, -1);

    public static Place in(Path file) {
      return new Place(file.toString(), 0, -1);
    }

    public static Place of(Path file, long line) {
      return new Place(file.toString(), line, -1);
    }

    public static Place ofNode(long node) {
      return new Place(null, 0, node);
    }

    public Place withFile(String other) {
      return new Place(other, line, node);
    }

    public Place withNode(long other) {
      return new Place(file, line, other);
    }

    public boolean isIn(String other) {
      return other.equals(file);
    }

    public boolean hasNode() {
      return node >= 0;
    }
  }
}
