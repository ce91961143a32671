package dev.tilescope.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fails a test that passed but ran more operations than this.
 *
 * <p>Implies a capture, in the mode of {@link CaptureGraph}. Those on a method, or on a nested
 * class, replace those of the class around it.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Repeatable(OperationBudgets.class)
@ExtendWith(TilescopeExtension.class)
public @interface OperationBudget {
  int max();

  /**
   * The operation to count, at any depth, as traces name it: {@code ttnn::add}, {@code
   * ttnn::prim::binary_ng}, {@code BinaryNgDeviceOperation}; {@code ttnn.add} is the same as {@code
   * ttnn::add}. Empty to count what the test itself called, whatever its name.
   */
  String of() default "";
}
