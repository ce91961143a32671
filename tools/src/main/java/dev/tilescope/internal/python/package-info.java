/**
 * The Java side of the Python door: a Python process holds a JVM and calls one function of it.
 *
 * <ul>
 *   <li>{@code Door} is that function, and says what requests and answers look like; {@code
 *       FrameReader}, {@code FrameWriter} and {@code Tag} have the values in them.
 *   <li>{@code OperationCalls} calls an operation by its number; {@code OperationNumbers} is
 *       generated, with the table of operations that Python has, by {@code mvn -Pgenerate}.
 *   <li>{@code Functions} has everything that is not an operation: devices, tensors, captures.
 *   <li>{@code Handles} holds the objects that Python has numbers for, and frees the buffers of
 *       tensors that Python has dropped.
 *   <li>{@code PythonTypes} lists the enumerations and records that Python has classes for.
 * </ul>
 *
 * <p>The Python side is in {@code python/}; docs/python.md tells its users what it does.
 */
@NullMarked
package dev.tilescope.internal.python;

import org.jspecify.annotations.NullMarked;
