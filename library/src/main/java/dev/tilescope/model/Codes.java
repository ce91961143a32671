package dev.tilescope.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The constants of one kind by their codes, to read what was written with {@link Coded#code}. */
public final class Codes<E extends Coded> {
  private final @Nullable E[] byCode;

  private Codes(@Nullable E[] byCode) {
    this.byCode = byCode;
  }

  /**
   * @param constants all that there are; not their class, because asking it for them is slow where
   *     programs begin
   */
  public static <E extends Enum<E> & Coded> Codes<E> of(E[] constants) {
    int length = 0;
    for (E constant : constants) {
      length = Math.max(length, constant.code() + 1);
    }
    @Nullable E[] byCode = Arrays.copyOf(constants, length);
    Arrays.fill(byCode, null);
    for (E constant : constants) {
      if (byCode[constant.code()] != null) {
        throw new AssertionError(constant + " has the code of " + byCode[constant.code()]);
      }
      byCode[constant.code()] = constant;
    }
    return new Codes<>(byCode);
  }

  /** Null for a number that none has: what was read is damaged, or from a later version. */
  public @Nullable E of(long code) {
    return code >= 0 && code < byCode.length ? byCode[(int) code] : null;
  }

  /** The greatest code, for messages. */
  public int most() {
    return byCode.length - 1;
  }
}
