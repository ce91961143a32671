package dev.tilescope.internal.json;

/**
 * What a reader accepts before it gives up on a document.
 *
 * @param maxDepth nested objects and arrays
 * @param maxStringChars length of one string value
 * @param maxNameChars length of one field name
 */
public record JsonLimits(int maxDepth, int maxStringChars, int maxNameChars) {
  /** Generous: one string of a report may hold a whole captured graph. */
  public static final JsonLimits DEFAULT = new JsonLimits(256, 512 << 20, 1 << 20);

  public JsonLimits {
    if (maxDepth < 1 || maxStringChars < 1 || maxNameChars < 1) {
      throw new IllegalArgumentException(
          "limits must be positive: maxDepth=%d, maxStringChars=%d, maxNameChars=%d"
              .formatted(maxDepth, maxStringChars, maxNameChars));
    }
  }
}
