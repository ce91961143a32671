package dev.tilescope.replay;

import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A printed shard spec as an object: {@code ShardSpec{grid=[{"start":{"x":0,"y":0},"end":{...}}],
 * shape=[32, 32], orientation=ShardOrientation::ROW_MAJOR}}, also without the closing braces that
 * TT-NN forgets.
 */
final class ShardSpecText {
  private static final String CORE =
      "\\{\\s*\"x\"\\s*:\\s*(\\d+)\\s*,\\s*\"y\"\\s*:\\s*(\\d+)\\s*\\}";
  private static final Pattern RANGE =
      Pattern.compile("\\{\\s*\"start\"\\s*:\\s*" + CORE + "\\s*,\\s*\"end\"\\s*:\\s*" + CORE);
  private static final Pattern SPEC =
      Pattern.compile(
          "ShardSpec\\{grid=\\[(.*)\\], shape=\\[(\\d+),\\s*(\\d+)\\], orientation=\\w+::(\\w+).*",
          Pattern.DOTALL);

  private ShardSpecText() {}

  /** Every {@code shard_spec} in a value {@linkplain #parsed parsed}. */
  static Recorded parsedIn(Recorded value) {
    return switch (value) {
      case Nothing _, Flag _, Numeral _, Text _ -> value;
      case Sequence(List<Recorded> items) ->
          Recorded.list(items.stream().map(ShardSpecText::parsedIn).toList());
      case Fields fields -> {
        LinkedHashMap<String, Recorded> parsed = new LinkedHashMap<>();
        fields
            .values()
            .forEach((name, item) ->
                parsed.put(
                    name,
                    name.equals("shard_spec") && item instanceof Text(String text)
                        ? parsed(text)
                        : parsedIn(item)));
        yield new Fields(parsed);
      }
    };
  }

  /** {@code None} is null; what is no printed shard spec stays as it is. */
  static Recorded parsed(String text) {
    Matcher spec = SPEC.matcher(text);
    if (!spec.matches()) {
      return text.equals("None") ? Recorded.NOTHING : new Text(text);
    }
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    List<Recorded> ranges = new ArrayList<>();
    RANGE.matcher(spec.group(1)).results().forEach(range -> ranges.add(range(range)));
    fields.put("grid", Recorded.list(ranges));
    fields.put(
        "shape", Recorded.list(List.of(new Numeral(spec.group(2)), new Numeral(spec.group(3)))));
    fields.put("orientation", new Text(spec.group(4)));
    return new Fields(fields);
  }

  private static Fields range(MatchResult range) {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    fields.put("start", core(range.group(1), range.group(2)));
    fields.put("end", core(range.group(3), range.group(4)));
    return new Fields(fields);
  }

  private static Fields core(String x, String y) {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    fields.put("x", new Numeral(x));
    fields.put("y", new Numeral(y));
    return new Fields(fields);
  }
}
