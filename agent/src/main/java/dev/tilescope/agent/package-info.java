/**
 * The Java agent that makes zones of a program's methods and lines, without a change to it.
 *
 * <p>In: the classes of a program as they are loaded. Out: the same classes, calling {@code
 * dev.tilescope.profile.Profiler} where a method or a line begins and ends. Nothing but the JDK is
 * needed to do it: {@code java.lang.classfile} rewrites and verifies.
 *
 * <p>Start at {@link dev.tilescope.agent.AgentEntry}, which the JVM calls, and {@link
 * dev.tilescope.agent.ProfilingAgent}, which puts the parts together: {@link
 * dev.tilescope.agent.ClassChoice} says whose methods are zones, {@link
 * dev.tilescope.agent.ZoneTransformer} is what the JVM asks for each class, {@link
 * dev.tilescope.agent.ClassWeaver} rewrites one, {@link dev.tilescope.agent.ZoneWeaver} one method.
 * {@link dev.tilescope.agent.Zones} is what the rewritten code calls.
 *
 * <p>The rule above all: a program runs with the agent as it runs without. What cannot be rewritten
 * stays as it was and is counted.
 */
@NullMarked
package dev.tilescope.agent;

import org.jspecify.annotations.NullMarked;
