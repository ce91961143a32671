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
 * Fails a test that passed but had more memory in use at once than this.
 *
 * <p>Sizes are {@code 4096}, {@code 512KiB}, {@code 1.5MiB}, in units of 1024. Counted as {@code
 * tilescope peak} counts for each device: buffers by their whole size over all banks, circular
 * buffers and other program memory by their size on one core, and buffers from before the test from
 * the first if the test uses them.
 *
 * <p>Implies a capture, in the mode of {@link CaptureGraph}. Those on a method, or on a nested
 * class, replace those of the class around it.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Repeatable(MemoryBudgets.class)
@ExtendWith(TilescopeExtension.class)
public @interface MemoryBudget {
  /** {@link #device} to hold each device to the budget. */
  int EACH_DEVICE = -1;

  /** The most L1, L1_SMALL included; empty for any. */
  String peakL1() default "";

  /** The most DRAM, trace regions included; empty for any. */
  String peakDram() default "";

  /** The device to hold to it, which must then be in the capture. */
  int device() default EACH_DEVICE;
}
