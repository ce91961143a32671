package dev.tilescope.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Writes every call of an operation in a test as a JSON file, as {@link
 * dev.tilescope.args.OperationTracer} does: what one attaches to a bug report.
 *
 * <p>The files of a test have a folder of their own, {@code {class}/{method}} in the directory of
 * operation parameters. They are deleted when the test has passed, unless it asks to keep them.
 * There is one tracer: traced tests that run in parallel wait for each other.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(TilescopeExtension.class)
public @interface TraceParams {
  /** Whether files have the values of tensors. */
  boolean values() default false;

  /** Whether the files of a test that passes stay. */
  boolean keep() default false;
}
