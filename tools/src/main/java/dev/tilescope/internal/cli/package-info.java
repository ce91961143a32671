/**
 * The command line: parse, call, print, exit code.
 *
 * <p>In: the words after {@code tilescope}. Out: text on standard output, messages on standard
 * error, and an {@link dev.tilescope.internal.cli.ExitCode}. Nothing is decided here that a library
 * user could want: a command reads its arguments, calls the package that does the work and prints.
 *
 * <p>Start at {@link dev.tilescope.internal.cli.Main}. {@link dev.tilescope.internal.cli.Commands}
 * is the table of commands; a class named {@code XCommand} is one of them. A command
 *
 * <ul>
 *   <li>is a {@code Callable<Integer>} with picocli's annotations, and gets {@code --help}, {@code
 *       --version} and {@code --debug} without saying so;
 *   <li>prints to {@code spec.commandLine().getOut()}, and progress and remarks to {@code
 *       getErr()};
 *   <li>throws {@link dev.tilescope.model.TilescopeException} for what the user can put right.
 * </ul>
 *
 * <p>{@link dev.tilescope.internal.cli.Failures} turns every way to fail into one message and one
 * exit code.
 */
@NullMarked
package dev.tilescope.internal.cli;

import org.jspecify.annotations.NullMarked;
