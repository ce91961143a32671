package dev.tilescope.junit;

import dev.tilescope.model.RunMode;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Captures the graph of each test: of the test method itself, not of what runs before or after it.
 *
 * <p>On a class it holds for each of its tests, those of nested classes included; one on a method,
 * or on a nested class, replaces it.
 *
 * <p>A capture sees every thread, unless JUnit runs tests in parallel ({@code
 * junit.jupiter.execution.parallel.enabled}): then it sees the thread of the test alone, so that
 * tests do not see each other.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(TilescopeExtension.class)
public @interface CaptureGraph {
  RunMode mode() default RunMode.NORMAL;

  /**
   * Where to write the report, whether the test passes or not; empty for nowhere.
   *
   * <p>{@code {class}}, {@code {method}} and {@code {invocation}} stand for names of the test and
   * its number among the invocations of its method. A test that runs several times gets its number
   * before the file's extension if the path does not place it. A path that ends with {@code /} is a
   * folder, for files {@code {class}/{method}.json}.
   */
  String report() default "";
}
