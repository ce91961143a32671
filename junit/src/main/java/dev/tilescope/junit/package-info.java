/**
 * Captures in JUnit tests: a test states what it may cost, and fails when it costs more.
 *
 * <ul>
 *   <li>What a test says: {@link dev.tilescope.junit.CaptureGraph}, {@link
 *       dev.tilescope.junit.MemoryBudget}, {@link dev.tilescope.junit.OperationBudget}, {@link
 *       dev.tilescope.junit.TraceParams}, or a parameter {@link dev.tilescope.junit.Captured}.
 *   <li>What is done about it: {@link dev.tilescope.junit.TilescopeExtension} puts a {@code
 *       TestCapture} around each test, and a {@code TestTrace} around that. {@code CaptureRequest}
 *       reads annotations and configuration, {@code TestPlace} names the test and its files, each
 *       {@code Budget} judges the report.
 *   <li>Assertions, which need AssertJ but no extension: {@link
 *       dev.tilescope.junit.TilescopeAssertions}.
 * </ul>
 *
 * <p>Budgets and assertions come to the same few questions: {@code MemoryAccount} (a peak and what
 * it is made of), {@code OperationCalls} (how often), {@code HostFallbacks} (which values went
 * through the host).
 *
 * <p>JUnit and AssertJ are the user's: the jar does not bring them, and no other package uses this
 * one. May use {@code capture}, {@code args}, {@code analysis}, {@code diff}, {@code model}, {@code
 * report} and {@code export}.
 *
 * <pre>{@code
 * @Test
 * @MemoryBudget(peakL1 = "512KiB")
 * @OperationBudget(max = 12)
 * void fitsBesideTheNextLayer() {
 *   // ... the program ...
 * }
 * }</pre>
 */
@NullMarked
package dev.tilescope.junit;

import org.jspecify.annotations.NullMarked;
