package dev.tilescope.internal.links;

/**
 * What a file says of something that ran: a row of a performance CSV, a program of a device, a zone
 * of the host, or an operation of a report. Whatever a file does not say is empty or {@link
 * #UNKNOWN}.
 *
 * @param tensors what it took and gave, as {@link TensorText} writes it
 * @param details its attributes, as {@link DetailText} writes them
 * @param call its number among the calls of the run: rows of one call on several devices, and of
 *     its replays, have the same
 * @param replay which replay of a metal trace it was part of
 * @param moment when it began, on a clock that its device has for itself
 */
public record Ran(
    String name, String tensors, String details, int device, long call, long replay, long moment) {
  public static final int UNKNOWN = -1;

  /** Nothing is known but its name and its place in a list. */
  public static Ran named(String name) {
    return new Ran(name, "", "", UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
  }

  /** The same, as another count of its run's calls numbers it. */
  public Ran withCall(long other) {
    return new Ran(name, tensors, details, device, other, replay, moment);
  }
}
