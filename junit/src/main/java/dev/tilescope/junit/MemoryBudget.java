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
 * <p>Sizes are {@code 4096}, {@code 512KiB}, {@code 1.5MiB}, in units of 1024. What decides whether
 * a program fits is counted for one core and one bank, as the first lines of {@code tilescope peak}
 * are. {@link #peakL1} and {@link #peakDram} count buffers by their whole size over all banks, and
 * circular buffers and other program memory by their size on one core. Buffers from before the test
 * count from the first if the test uses them.
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

  /** The most of one core's L1 that buffers and circular buffers take; empty for any. */
  String peakL1PerCore() default "";

  /**
   * The least that must stay free between circular buffers and the lowest buffer; empty for any.
   */
  String l1Headroom() default "";

  /** The most of one DRAM bank; empty for any. */
  String peakDramPerBank() default "";

  /** The most L1, L1_SMALL included; empty for any. */
  String peakL1() default "";

  /** The most DRAM, trace regions included; empty for any. */
  String peakDram() default "";

  /** The device to hold to it, which must then be in the capture. */
  int device() default EACH_DEVICE;
}
