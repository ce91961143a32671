package dev.tilescope.ops.options;

import org.jspecify.annotations.Nullable;

/** What stands between the brackets of {@code tensor[...]}. */
public sealed interface Index {
  /** One element of a dimension, which goes; negative numbers count from the end. */
  record At(int index) implements Index {
    @Override
    public String toString() {
      return Integer.toString(index);
    }
  }

  /**
   * Some elements of a dimension.
   *
   * @param start null for the first; negative numbers count from the end
   * @param stop the first that is left out; null for none
   * @param step null for 1
   */
  record Range(@Nullable Integer start, @Nullable Integer stop, @Nullable Integer step)
      implements Index {
    @Override
    public String toString() {
      return "slice(%s, %s, %s)".formatted(text(start), text(stop), text(step));
    }

    private static String text(@Nullable Integer number) {
      return number == null ? "None" : number.toString();
    }
  }

  /** As many whole dimensions as the other entries leave. */
  enum Rest implements Index {
    ELLIPSIS;

    @Override
    public String toString() {
      return "Ellipsis";
    }
  }

  /** A whole dimension, {@code :}. */
  Index ALL = new Range(null, null, null);

  /** {@code ...}. */
  Index ELLIPSIS = Rest.ELLIPSIS;

  static Index at(int index) {
    return new At(index);
  }

  /** {@code start:stop}. */
  static Index range(int start, int stop) {
    return new Range(start, stop, null);
  }

  /** {@code start:stop:step}. */
  static Index range(@Nullable Integer start, @Nullable Integer stop, @Nullable Integer step) {
    return new Range(start, stop, step);
  }
}
