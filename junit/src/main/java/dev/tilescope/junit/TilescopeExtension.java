package dev.tilescope.junit;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Puts a capture around each test that asks for one: by {@link CaptureGraph}, by a budget, or by a
 * parameter {@link Captured}; and a trace of operation parameters, by {@link TraceParams}. The
 * annotations bring it along.
 *
 * <p>For a whole run without a change to the tests, JUnit finds it by itself ({@code
 * junit.jupiter.extensions.autodetection.enabled=true}) and {@code tilescope.capture-graph=FOLDER},
 * a system property or configuration parameter, asks for a report of every test, {@code
 * tilescope.trace-params} for its operation parameters. With none of them it does nothing.
 *
 * <p>It wraps the innermost call of the test method rather than running before and after it: that
 * is on the thread of the test even if a timeout runs the test on one of its own.
 */
public final class TilescopeExtension implements InvocationInterceptor, ParameterResolver {
  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    run(invocation, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    run(invocation, context);
  }

  @Override
  public void interceptDynamicTest(
      Invocation<@Nullable Void> invocation,
      DynamicTestInvocationContext test,
      ExtensionContext context)
      throws Throwable {
    run(invocation, context);
  }

  private static void run(Invocation<@Nullable Void> invocation, ExtensionContext context)
      throws Throwable {
    TestTrace trace = TestTrace.of(context);
    if (trace == null) {
      capture(invocation, context);
    } else {
      trace.around(() -> capture(invocation, context));
    }
  }

  private static void capture(Invocation<@Nullable Void> invocation, ExtensionContext context)
      throws Throwable {
    CaptureRequest request = CaptureRequest.of(context);
    Captured captured = captured(context);
    if (request == null || captured.hasBegun()) {
      invocation.proceed();
      return;
    }
    TestCapture capture = new TestCapture(request, captured, context);
    capture.begin();
    try {
      invocation.proceed();
    } catch (Throwable thrown) {
      capture.endAfterThrow(thrown);
      throw thrown;
    }
    capture.endAfterReturn();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Captured.class
        && parameter.getDeclaringExecutable() instanceof Method
        && context.getTestMethod().isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return captured(context);
  }

  /** One for each test: contexts inherit what their parents store, so the key names the test. */
  private static Captured captured(ExtensionContext context) {
    return context
        .getStore(Namespace.create(TilescopeExtension.class))
        .computeIfAbsent(context.getUniqueId(), _ -> new Captured(), Captured.class);
  }
}
