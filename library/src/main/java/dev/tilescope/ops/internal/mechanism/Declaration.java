package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.AttributeRule;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.CircularBufferRule;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.CompilationRule;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.CostRule;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.DistributionRule;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Golden;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Kernel;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.MeshGolden;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.OutputRule;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Validation;
import dev.tilescope.tensor.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link DeviceOperation}. The order of an operation's life: what it takes, what it gives,
 * what it needs, what it costs, what it computes, and what that is checked against.
 */
public final class Declaration<P extends Record> {
  private final Signature device;
  private final Signature primitive;
  private List<Input> inputs = List.of();
  private String into = "output_tensor";
  private Validation<P> validation = call -> {};
  private AttributeRule<P> attributes = Call::params;
  private @Nullable OutputRule<P> outputs;
  private DistributionRule<P> distribution = Declaration::asTheInputs;
  private @Nullable CircularBufferRule<P> circularBuffers;
  private String circularBufferText = "";
  private @Nullable CostRule<P> cost;
  private CompilationRule<P> compiledFor = (_, specs) -> specs;
  private Engine engine = Engine.COMPUTES;
  private @Nullable Kernel<P> kernel;
  private @Nullable MeshGolden<P> meshGolden;
  private @Nullable Golden<P> golden;

  Declaration(Signature device, Signature primitive) {
    this.device = device;
    this.primitive = primitive;
  }

  public Declaration<P> takes(Input... tensors) {
    inputs = List.of(tensors);
    return this;
  }

  /** How the user calls the tensor to write to; {@code output_tensor} unless said here. */
  public Declaration<P> into(String argument) {
    into = argument;
    return this;
  }

  public Declaration<P> validation(Validation<P> rule) {
    validation = rule;
    return this;
  }

  /**
   * What traces and performance reports say of a call; its parameters unless said here. It is made
   * before the call is checked and must not depend on its outputs.
   */
  public Declaration<P> attributes(AttributeRule<P> rule) {
    attributes = rule;
    return this;
  }

  public Declaration<P> output(Function<Call<P>, TensorSpec> rule) {
    outputs = call -> List.of(rule.apply(call));
    return this;
  }

  public Declaration<P> outputs(OutputRule<P> rule) {
    outputs = rule;
    return this;
  }

  public Declaration<P> distribution(DistributionRule<P> rule) {
    distribution = rule;
    return this;
  }

  /**
   * @param text how they are sized, for users
   */
  public Declaration<P> circularBuffers(String text, CircularBufferRule<P> rule) {
    circularBufferText = text;
    circularBuffers = rule;
    return this;
  }

  public Declaration<P> cost(CostRule<P> rule) {
    cost = rule;
    return this;
  }

  /**
   * The program is given its shapes when it is launched, so that one serves tensors of all shapes
   * that are alike otherwise.
   *
   * @param rest what of a call's shapes it is compiled for nevertheless
   */
  public Declaration<P> anyShape(Function<Call<P>, ?> rest) {
    compiledFor =
        (call, specs) -> {
          List<@Nullable Object> all = new ArrayList<>();
          specs.forEach(spec -> all.add(spec == null ? null : Held.of(spec)));
          all.add(rest.apply(call));
          return all;
        };
    return this;
  }

  /** A tensor but for its shape. */
  private record Held(DataType dtype, Layout layout, MemoryConfig memoryConfig) {
    static Held of(TensorSpec spec) {
      return new Held(spec.dtype(), spec.layout(), spec.memoryConfig());
    }
  }

  public Declaration<P> engine(Engine kernels) {
    engine = kernels;
    return this;
  }

  public Declaration<P> kernel(Kernel<P> rule) {
    kernel = rule;
    return this;
  }

  /** A kernel that sees the values of all devices of the mesh at once, as its reference does. */
  public Declaration<P> meshKernel(Kernel<P> rule, MeshGolden<P> reference) {
    meshGolden = reference;
    return kernel(rule);
  }

  public Declaration<P> golden(Function<GoldenCall<P>, double[]> rule) {
    golden = call -> List.of(rule.apply(call));
    return this;
  }

  public Declaration<P> goldens(Golden<P> rule) {
    golden = rule;
    return this;
  }

  public DeviceOperation<P> declare() {
    return new DeviceOperation<>(
        device,
        primitive,
        inputs,
        into,
        validation,
        attributes,
        Objects.requireNonNull(outputs, "output"),
        distribution,
        Objects.requireNonNull(circularBuffers, "circularBuffers"),
        circularBufferText,
        Objects.requireNonNull(cost, "cost"),
        compiledFor,
        engine,
        Objects.requireNonNull(kernel, "kernel"),
        meshGolden,
        Objects.requireNonNull(golden, "golden"));
  }

  /** That of the first input that differs between devices. */
  private static <P extends Record> Distribution asTheInputs(Call<P> call) {
    for (var input : call.given()) {
      if (!input.distribution().isReplicated()) {
        return input.distribution();
      }
    }
    return Distribution.REPLICATED;
  }
}
