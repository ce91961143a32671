/**
 * The commands that a metal trace is made of: what the host's prefetcher and the dispatcher of a
 * chip are told, as bytes and as records.
 *
 * <ul>
 *   <li>{@link dev.tilescope.device.internal.PrefetchCommand} and {@link
 *       dev.tilescope.device.internal.DispatchCommand}: every command; most of the first carry one
 *       of the second. {@link dev.tilescope.device.internal.LaunchMessage} and {@link
 *       dev.tilescope.device.internal.GoMessage}: what kernels are started with;
 *   <li>{@link dev.tilescope.device.internal.Table}: how one command lies in memory. Each is
 *       described once, beside its record: names, bytes and bits of its {@link
 *       dev.tilescope.device.internal.Field fields}, the {@link
 *       dev.tilescope.device.internal.Entries} and the {@link dev.tilescope.device.internal.Tail}
 *       behind them, and its text. Writing, reading, size, text and check all follow the table; the
 *       record says which of its components are written, and the switch over codes which are made
 *       of what is read, both in the table's order. A new command is a record with a table, and in
 *       {@link dev.tilescope.device.internal.DispatchCode} or {@link
 *       dev.tilescope.device.internal.PrefetchCode} its code and its case;
 *   <li>{@link dev.tilescope.device.internal.CommandWriter}: records to bytes; {@link
 *       dev.tilescope.device.internal.Commands}: bytes to records, up to the first bad byte; {@link
 *       dev.tilescope.device.internal.CommandCursor}: a walk over the bytes that allocates nothing,
 *       for replay. The cursor does all the checking, so that it and the decoder cannot disagree;
 *   <li>{@link dev.tilescope.device.internal.CommandFormat}: what differs between architectures;
 *   <li>{@link dev.tilescope.device.internal.CommandBreakdown}: what a trace's bytes are spent on,
 *       and why; {@link dev.tilescope.device.internal.CommandText}: a command for people.
 * </ul>
 *
 * <p>Pure functions over bytes; nothing here knows an open device. Uses {@code model} only.
 */
@NullMarked
package dev.tilescope.device.internal;

import org.jspecify.annotations.NullMarked;
