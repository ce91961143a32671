/**
 * Answers for the views of operations: the list with its repeated layers folded, and one operation
 * with everything known of it.
 */
@NullMarked
package dev.tilescope.serve.operations;

import org.jspecify.annotations.NullMarked;
