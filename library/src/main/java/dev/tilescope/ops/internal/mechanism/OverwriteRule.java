package dev.tilescope.ops.internal.mechanism;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * That an operation writes to one of its arguments, other than those that take a result.
 *
 * @param argument the name of a tensor that is written to
 * @param decider the argument that decides whether it is; null if it always is
 */
public record OverwriteRule(
    String argument, @Nullable String decider, Predicate<? super @Nullable Object> when) {}
