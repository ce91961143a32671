package dev.tilescope.internal.timeline;

/**
 * A row of a timeline, whose zones nest.
 *
 * @param number unique, from 1, in the order rows are to be shown
 * @param group what it belongs to
 * @param part of the group, such as a core; empty for rows directly below the group
 */
public record Lane(int number, Group group, String part, String name) {
  /** The row of what whole programs took of a device. */
  public static final String PROGRAMS = "Programs";

  /** Only whole programs have a time that was held against boards. */
  public boolean isOfModelledPrograms() {
    return name.equals(PROGRAMS) && group.name().contains("(modelled");
  }

  /**
   * What rows belong to: the host's program, or one device.
   *
   * @param number unique, from 1
   * @param hasOwnClock whether nothing says how its times relate to those of other groups
   */
  public record Group(int number, String name, boolean hasOwnClock) {
    static final int HOST = 1;

    /** The host's operations over their programs, by the devices' clock. */
    public static final Group OF_OPERATIONS = new Group(2, "Host operations");

    public Group(int number, String name) {
      this(number, name, false);
    }

    public boolean isHost() {
      return number == HOST;
    }

    public boolean isDevice() {
      return number > OF_OPERATIONS.number;
    }
  }
}
