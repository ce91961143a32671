/**
 * What composite operations of several families have in common, made of {@code movement}.
 *
 * <p>{@code Relayout} brings a tensor into the form that a program takes, {@code Rows} runs a
 * program of rows along any dimension.
 */
@NullMarked
package dev.tilescope.ops.internal.composite;

import org.jspecify.annotations.NullMarked;
