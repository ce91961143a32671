package dev.tilescope.torch;

import ai.djl.engine.Engine;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips tests, and says so, where DJL's PyTorch does not load. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsPyTorch.Condition.class)
@interface NeedsPyTorch {
  final class Condition implements ExecutionCondition {
    private static final class Loaded {
      static final ConditionEvaluationResult RESULT = load();
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return Loaded.RESULT;
    }

    private static ConditionEvaluationResult load() {
      try {
        Engine engine = Engine.getEngine("PyTorch");
        return ConditionEvaluationResult.enabled("PyTorch " + engine.getVersion());
      } catch (RuntimeException | LinkageError e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
          cause = cause.getCause();
        }
        String reason =
            "SKIPPED: DJL's PyTorch does not load here, so the tests of tilescope-torch say"
                + " nothing; its native library comes with Maven on Linux x86_64 only. Cause: "
                + cause;
        System.err.println(reason);
        return ConditionEvaluationResult.disabled(reason);
      }
    }
  }
}
