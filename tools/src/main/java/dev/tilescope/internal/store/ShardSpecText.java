package dev.tilescope.internal.store;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Memory configurations in the one form whose shard details the viewer shows: {@code
 * ShardSpec(grid={[...]},shape={h, w},orientation=ShardOrientation::X,halo=0)}. Reports of today
 * write {@code ShardSpec{grid=[...], shape=[h, w], orientation=...}} or leave the halo out.
 */
final class ShardSpecText {
  private static final Pattern SHARD_SPEC =
      Pattern.compile(
          "(?<!nd_)(?<![A-Za-z])ShardSpec[({]\\s*grid=\\{?(?<grid>\\[[^=]*(=\\d[^=]*)*?])}?,\\s*"
              + "shape=[\\[{](?<h>\\d+),\\s*(?<w>\\d+)[\\]}],\\s*"
              + "orientation=(ShardOrientation::)?(?<orientation>\\w+)"
              + "(,\\s*halo=(?<halo>\\w+))?[^(){}]*[)}]");

  /** A range of cores as today's reports write it, which may lack its last brace. */
  private static final Pattern JSON_RANGE =
      Pattern.compile(
          "\\{\"start\":\\{\"x\":(\\d+),\"y\":(\\d+)},\"end\":\\{\"x\":(\\d+),\"y\":(\\d+)}}?");

  private ShardSpecText() {}

  static String forViewer(String memoryConfig) {
    if (!memoryConfig.contains("ShardSpec")) {
      return memoryConfig;
    }
    Matcher matcher = SHARD_SPEC.matcher(memoryConfig);
    return matcher.replaceFirst(spec ->
        Matcher.quoteReplacement(
            "ShardSpec(grid={%s},shape={%s, %s},orientation=ShardOrientation::%s,halo=%s)"
                .formatted(
                    grid(spec.group("grid")),
                    spec.group("h"),
                    spec.group("w"),
                    spec.group("orientation"),
                    halo(spec.group("halo")))));
  }

  private static String grid(String written) {
    String ranges =
        JSON_RANGE
            .matcher(written)
            .results()
            .map(range ->
                "[(x=%s,y=%s) - (x=%s,y=%s)]"
                    .formatted(range.group(1), range.group(2), range.group(3), range.group(4)))
            .collect(Collectors.joining(", "));
    return ranges.isEmpty() ? written : ranges;
  }

  private static String halo(String written) {
    return written == null || written.equals("false")
        ? "0"
        : written.equals("true") ? "1" : written;
  }
}
