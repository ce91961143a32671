package dev.tilescope.ops.internal.mechanism;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * TT-NN's default of an argument, as a user would write it. Nullable arguments and the parts of
 * {@link Options} need none: theirs are null and those of {@code DEFAULT}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {
  String value();
}
