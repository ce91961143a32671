/**
 * Answers for the views of operations: the list with its repeated layers folded, and one operation
 * with everything known of it.
 *
 * <p>{@code OperationDetail} is the table of requests about one operation and its head, tensors and
 * arguments; {@code CapturedGraph} reads its part of the trace into a tree of calls; {@code
 * SourceText} finds the lines of a source file that a stack names. What it does to memory is
 * answered in {@code serve.memory}.
 */
@NullMarked
package dev.tilescope.internal.serve.operations;

import org.jspecify.annotations.NullMarked;
