package dev.tilescope.replay;

import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.OperationCall;
import dev.tilescope.ops.OperationCall.Parameter;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Sequence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a traced call as values of the types that the operation takes: positional ones
 * by the order of its signature, the others by name.
 *
 * <p>What a file says is data: classes are those of the operation's own signature, and no file that
 * a trace names is opened or written, but for the arrays beside it ({@link SideValues}).
 */
final class RecordedArguments {
  /** The runtime's own, which do not reach the operation. */
  private static final Set<String> QUEUES = Set.of("queue_id", "cq_id");

  private final OperationCall call;
  private final LinkedHashMap<String, @Nullable Object> values = new LinkedHashMap<>();

  private RecordedArguments(OperationCall call) {
    this.call = call;
  }

  static CallPlan of(TracedCall traced) {
    if (ArrayReplay.is(traced)) {
      return ArrayReplay.plan(traced);
    }
    requireForms(traced);
    RecordedArguments arguments = new RecordedArguments(OperationCall.of(traced.name()));
    List<Recorded> positional = traced.args();
    List<Parameter> parameters = arguments.call.parameters();
    if (positional.size() > parameters.size()) {
      throw new TilescopeException(
          "%s takes at most %d arguments, the file has %d"
              .formatted(traced.name(), parameters.size(), positional.size()));
    }
    for (int i = 0; i < positional.size(); i++) {
      arguments.add(parameters.get(i), positional.get(i));
    }
    traced.kwargs().forEach(arguments::add);
    arguments.requireAll();
    arguments.seed();
    return new CallPlan(arguments.call.operation(), arguments.values);
  }

  /** What has another form would be taken for no arguments. */
  private static void requireForms(TracedCall traced) {
    Recorded args = traced.document().get("args");
    Recorded kwargs = traced.document().get("kwargs");
    if (!(args == null || args instanceof Nothing || args instanceof Sequence)) {
      throw RecordedValue.mismatch("args", List.class, args);
    }
    if (!(kwargs == null || kwargs instanceof Nothing || kwargs instanceof Fields)) {
      throw RecordedValue.mismatch("kwargs", Map.class, kwargs);
    }
  }

  private void requireAll() {
    for (Parameter parameter : call.parameters()) {
      if (parameter.isRequired() && !values.containsKey(parameter.name())) {
        throw new TilescopeException(
            "%s: the file does not have the argument %s"
                .formatted(call.operation(), parameter.name()));
      }
    }
  }

  private void add(String name, Recorded value) {
    for (Parameter parameter : call.parameters()) {
      if (parameter.name().equals(name)) {
        add(parameter, value);
        return;
      }
    }
    // An argument that was not given needs no place.
    if (!QUEUES.contains(name) && !(value instanceof Nothing)) {
      call.withArgument(name, null);
    }
  }

  private void add(Parameter parameter, Recorded value) {
    if (value instanceof Nothing) {
      if (parameter.isNullable() || parameter.type() == Object.class) {
        values.put(parameter.name(), null);
      }
      return;
    }
    if (parameter.type() == Path.class || parameter.name().equals("cache_file_name")) {
      throw new TilescopeException(
          "%s: a file that a trace names is never opened; call %s from Java"
              .formatted(parameter.name(), call.operation()));
    }
    values.put(parameter.name(), RecordedValue.of(parameter.name(), parameter.type(), value));
  }

  private void seed() {
    Map<String, TensorSpec> specs = new HashMap<>();
    values.forEach((name, value) -> {
      if (value instanceof TensorPlan plan) {
        specs.put(name, plan.spec());
      }
    });
    ArgumentSeeds seeds = new ArgumentSeeds(call.operation(), specs, values.get("dim"));
    long[] place = {0};
    values.replaceAll((name, value) -> seeded(seeds, name, value, place));
  }

  private static @Nullable Object seeded(
      ArgumentSeeds seeds, String name, @Nullable Object value, long[] place) {
    return switch (value) {
      case TensorPlan plan when plan.parts() == null ->
          plan.withSeed(seeds.choose(name, plan.spec().dtype().isFloat(), ++place[0]));
      case TorchPlan plan when plan.values() == null ->
          plan.withSeed(seeds.choose(name, plan.dtype().isFloat(), ++place[0]));
      case List<?> items -> {
        List<@Nullable Object> all = new ArrayList<>();
        items.forEach(item -> all.add(seeded(seeds, name, item, place)));
        yield all;
      }
      case null -> null;
      case Object other -> other;
    };
  }
}
