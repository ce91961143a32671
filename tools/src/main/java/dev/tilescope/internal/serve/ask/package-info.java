/**
 * Answers for questions in SQL ({@code Questions}, which gives each to a {@code QuestionProcess}
 * that answers it as {@code SqlQuestion} says; {@code Schema}) and for traced calls of operations
 * ({@code Calls}).
 */
@NullMarked
package dev.tilescope.internal.serve.ask;

import org.jspecify.annotations.NullMarked;
