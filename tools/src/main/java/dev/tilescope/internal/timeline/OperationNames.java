package dev.tilescope.internal.timeline;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of the operations that ran on devices, as the host's messages tell them. */
public final class OperationNames {
  private static final Pattern OPERATION =
      Pattern.compile("`?TT_DNN_DEVICE_OP: \"([^\"]*)\", *\\d+, *\\d+, *\\w+, *(\\d+)");

  private final Map<Long, String> byNumber = new HashMap<>();

  /** Whether the message is one of an operation. */
  public boolean hear(String message) {
    Matcher operation = OPERATION.matcher(message);
    if (!operation.lookingAt()) {
      return false;
    }
    byNumber.put(Long.valueOf(operation.group(2)), operation.group(1));
    return true;
  }

  /** By their numbers, as reports count them. */
  public Map<Long, String> byNumber() {
    return Collections.unmodifiableMap(byNumber);
  }
}
