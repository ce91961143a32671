package dev.tilescope.ops.internal.mechanism;

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
  /** What it does, in sentences; empty if that is what is said of the operation. */
  String value() default "";

  /** TT-NN's name of the operation it calls. */
  String operation();

  /** What it gives back; empty if that is what the operation gives back. */
  String returns() default "";

  /** For each shorter call the last arguments, which it leaves out, as Java writes them. */
  String[] orElse() default {};
}
