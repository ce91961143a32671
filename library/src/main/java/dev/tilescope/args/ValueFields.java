package dev.tilescope.args;

/** Names of the fields that hold a tensor's values, for those who write and read them. */
public final class ValueFields {
  /** The elements, as nested lists or one list. */
  public static final String VALUES = "values";

  /** How many of how many there are, if {@link #VALUES} are cut short. */
  public static final String TRUNCATED = "truncated";

  /** In place of {@link #VALUES}, the name of the {@code .npy} file beside that has them. */
  public static final String VALUES_FILE = "values_file";

  /** An object for each device but the first, or {@link #REPLICATED}. */
  public static final String DEVICE_VALUES = "device_values";

  /** In place of the devices, if all have the same values. */
  public static final String REPLICATED = "replicated";

  public static final String DEVICE = "device";

  /** The device before that has the same values. */
  public static final String SAME_AS = "same_as";

  /** The same fields again, for what a call has written over. */
  public static final String VALUES_BEFORE = "values_before";

  private ValueFields() {}
}
