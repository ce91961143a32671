package dev.tilescope.ops.internal.mechanism;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code TTNN_CONFIG_OVERRIDES}, an environment variable or a system property, says of
 * comparison mode.
 */
public final class ComparisonSettings {
  private static final String OVERRIDES = "TTNN_CONFIG_OVERRIDES";

  private ComparisonSettings() {}

  static String overrides() {
    String property = System.getProperty(OVERRIDES, System.getenv(OVERRIDES));
    return property == null ? "" : property;
  }

  /** Keys of other settings, and text that is no JSON, say nothing about this one. */
  public static @Nullable GoldenChecks configured(String json) {
    if (!isTrue(json, "enable_comparison_mode")) {
      return null;
    }
    Matcher pcc =
        Pattern.compile("\"comparison_mode_pcc\"\\s*:\\s*(\\d(?:\\.\\d+)?)").matcher(json);
    return new GoldenChecks(
        pcc.find() ? Double.parseDouble(pcc.group(1)) : GoldenChecks.DEFAULT_PCC,
        isTrue(json, "comparison_mode_should_raise_exception"));
  }

  private static boolean isTrue(String json, String key) {
    return Pattern.compile('"' + key + "\"\\s*:\\s*(true|1)\\b").matcher(json).find();
  }
}
