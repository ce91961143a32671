/**
 * Values of any type as the arguments of operations take them: for calls by name and for programs
 * in other languages.
 */
@NullMarked
package dev.tilescope.ops.internal.fitting;

import org.jspecify.annotations.NullMarked;
