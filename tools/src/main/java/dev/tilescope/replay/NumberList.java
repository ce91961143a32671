package dev.tilescope.replay;

import java.util.AbstractList;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/**
 * Numbers of an array, each made a {@link Recorded} when it is asked for: a tensor has millions.
 */
final class NumberList extends AbstractList<Recorded> implements RandomAccess {
  /** As many as an array of Java can have. */
  static final int MAX_SIZE = Integer.MAX_VALUE - 8;

  private final int size;
  private final IntFunction<String> text;

  /**
   * @param text of the number at an index; always the same
   */
  NumberList(int size, IntFunction<String> text) {
    this.size = size;
    this.text = text;
  }

  @Override
  public Recorded get(int index) {
    return new Recorded.Numeral(text.apply(index));
  }

  @Override
  public int size() {
    return size;
  }

  /** For messages, which have no room for millions. */
  @Override
  public String toString() {
    return "[" + size + " numbers]";
  }
}
