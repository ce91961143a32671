package dev.tilescope.ops.mechanism;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of a family that a door offers beside those that follow from the declarations: one that
 * takes other Java types, or does more than one call.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface DoorMethod {
  /** What it does, in sentences. */
  String value();

  /** TT-NN's name of the operation it calls. */
  String operation();

  /** The last argument where it is left out, as Java writes it; empty if it must be given. */
  String orElse() default "";
}
