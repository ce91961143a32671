package dev.tilescope.ops.internal.mechanism;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An argument that is a tensor or a number. Its type is {@code Object}, because it is announced as
 * it is given; doors have a method for either.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface TensorOrNumber {
  /** Whether it is what the other arguments of this kind are: all tensors, or all numbers. */
  boolean alike() default false;
}
