/**
 * Answers for questions in SQL ({@code SqlQuestion}, {@code Schema}) and for traced calls of
 * operations ({@code Calls}).
 */
@NullMarked
package dev.tilescope.serve.ask;

import org.jspecify.annotations.NullMarked;
