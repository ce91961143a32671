package dev.tilescope.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.HashMap;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.EventType;

/** One run of a sample class by JUnit. */
record SampleRun(EngineExecutionResults results, Map<String, TestExecutionResult> byName) {
  /**
   * @param configuration names and values in turn
   */
  static SampleRun of(Class<?> sample, String... configuration) {
    EngineTestKit.Builder kit =
        EngineTestKit.engine("junit-jupiter").selectors(selectClass(sample));
    for (int i = 0; i < configuration.length; i += 2) {
      kit.configurationParameter(configuration[i], configuration[i + 1]);
    }
    EngineExecutionResults results = kit.execute();
    Map<String, TestExecutionResult> byName = new HashMap<>();
    results.testEvents().stream()
        .filter(event -> event.getType() == EventType.FINISHED)
        .forEach(event ->
            byName.put(
                event.getTestDescriptor().getDisplayName().replaceFirst("\\(.*\\)", ""),
                event.getRequiredPayload(TestExecutionResult.class)));
    return new SampleRun(results, byName);
  }

  Status status(String name) {
    return result(name).getStatus();
  }

  Throwable thrown(String name) {
    return result(name)
        .getThrowable()
        .orElseThrow(() -> new AssertionError(name + " threw nothing"));
  }

  private TestExecutionResult result(String name) {
    TestExecutionResult result = byName.get(name);
    if (result == null) {
      throw new AssertionError("no test " + name + " among " + byName.keySet());
    }
    return result;
  }
}
