package dev.tilescope.internal.python;

import dev.tilescope.model.TilescopeException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that Python calls by name, besides operations. */
final class Functions {
  /** Does something for Python. */
  interface Function {
    /** The answer: anything that {@link FrameWriter} writes; other objects become handles. */
    @Nullable Object call(Arguments arguments);
  }

  private static final Map<String, Function> ALL = new HashMap<>();

  static {
    ALL.putAll(DeviceFunctions.all());
    ALL.putAll(TensorFunctions.all());
    ALL.putAll(CaptureFunctions.all());
    ALL.putAll(GraphFunctions.all());
    ALL.putAll(ParameterFunctions.all());
    ALL.putAll(ProfileFunctions.all());
  }

  private Functions() {}

  static Function named(String name) {
    Function found = ALL.get(name);
    if (found == null) {
      throw new TilescopeException("there is no function \"%s\"".formatted(name));
    }
    return found;
  }
}
