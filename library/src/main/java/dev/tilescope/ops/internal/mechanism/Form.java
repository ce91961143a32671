package dev.tilescope.ops.internal.mechanism;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Another way to call operations with these arguments from Java, beside those that every operation
 * has (see {@link CallForm}): the arguments that are given, in the order of the call. The others
 * have their defaults.
 *
 * <pre>
 * Form     Argument {, Argument}
 * Argument Name          a component of the record, or of the options in it
 *        | Name :int     one integer for a list of one
 *        | Name :number  a number alone, of what may be a tensor too
 *        | Name ...      the last one, as many as there are
 * </pre>
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(Form.All.class)
public @interface Form {
  String value();

  /** Several of them. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface All {
    Form[] value();
  }
}
