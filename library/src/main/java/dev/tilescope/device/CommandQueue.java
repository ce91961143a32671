package dev.tilescope.device;

import dev.tilescope.model.TilescopeException;
import java.util.function.Supplier;

/**
 * One of the queues through which a program gives work to a device: {@code device.commandQueue(1)}.
 * Work goes to queue 0 unless the calling thread is {@linkplain #run inside} another one.
 *
 * <p>The modelled device does what it is told at once, in the order in which the host says it, so
 * results never depend on a race. What a board demands is demanded all the same: before a program
 * comes from another queue than the one before it, the queues must have been synchronised.
 */
public final class CommandQueue {
  private static final ScopedValue<CommandQueue> CURRENT = ScopedValue.newInstance();

  private final MeshDevice device;
  private final int id;

  /** Of all programs that came this way. */
  private long programs;

  /** How many of them have certainly ended, as the host and as the other queue knows. */
  private long finished;

  private long events;

  CommandQueue(MeshDevice device, int id) {
    this.device = device;
    this.id = id;
  }

  /** The queue of a device that the calling thread is inside of, else its first. */
  static CommandQueue current(MeshDevice device) {
    CommandQueue inside = CURRENT.isBound() ? CURRENT.get() : null;
    return inside != null && inside.device == device ? inside : device.commandQueue(0);
  }

  public int id() {
    return id;
  }

  /** What the calling thread enqueues within the body goes through this queue. */
  public void run(Runnable body) {
    ScopedValue.where(CURRENT, this).run(body);
  }

  /** As {@link #run}, with a result. */
  public <R> R call(Supplier<R> body) {
    return ScopedValue.where(CURRENT, this).call(body::get);
  }

  /** Marks this point of the queue. */
  public Event recordEvent() {
    device.traces().refuse("Event Synchronization is not supported during trace capture.", this);
    synchronized (this) {
      return new Event(device, id, ++events, programs);
    }
  }

  /** Lets this queue go on when the event has come to pass. */
  public void waitFor(Event event) {
    device.traces().refuse("Event Synchronization is not supported during trace capture.", this);
    if (event.device() != device) {
      throw new TilescopeException(
          "event %d is of %s, the queue of %s; events pass between the queues of one device"
              .formatted(event.id(), event.device().label(), device.label()));
    }
    device.commandQueue(event.queue()).ended(event.programs());
  }

  /** Waits until the device has done all that came this way. */
  public void finish() {
    device.traces().refuse("Event Synchronization is not supported during trace capture.", this);
    ended(Long.MAX_VALUE);
  }

  private synchronized void ended(long count) {
    finished = Math.max(finished, Math.min(count, programs));
  }

  private synchronized boolean isBusy() {
    return finished < programs;
  }

  /** A program comes from the calling thread; another queue must not be using the cores. */
  static void use(MeshDevice device) {
    if (device.commandQueues().size() > 1) {
      current(device).use();
    }
  }

  private void use() {
    for (CommandQueue other : device.commandQueues()) {
      if (other != this && other.isBusy()) {
        throw new TilescopeException(
            "Sub device id 0 currently in use by cq %d. Can't enqueue program from cq %d. Finish or wait for an event to transfer ownership."
                .formatted(other.id, id));
      }
    }
    synchronized (this) {
      programs++;
    }
  }

  @Override
  public String toString() {
    return "command queue " + id + " of " + device.label();
  }
}
