package dev.tilescope.analysis;

import java.util.Set;
import java.util.stream.Collectors;

/** Calls that only free a tensor: they take it and do not use it. */
public final class FreeingCalls {
  /** By which a deallocation outside of every call goes. */
  public static final String UNCALLED = "ttnn::deallocate";

  private static final Set<String> NAMES =
      Set.of(UNCALLED, "ttnn.deallocate", "Tensor::deallocate");

  private FreeingCalls() {}

  public static boolean contain(String name) {
    return NAMES.contains(name);
  }

  /** The names for a condition in SQL, {@code name IN (...)}. */
  public static String sqlList() {
    return NAMES.stream().sorted().collect(Collectors.joining("', '", "('", "')"));
  }
}
