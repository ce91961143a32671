package dev.tilescope.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.golden.GoldenTrial.Placed;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorRef;
import dev.tilescope.ops.OperationDescription;
import dev.tilescope.ops.Operations;
import dev.tilescope.ops.Overwrites;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.replay.TensorHash;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Operations declare what they write to; nothing else makes them, so it is looked for here. */
class OverwritesTest {
  /** Finds arguments that have other values after a call, which their operation does not tell. */
  private static final class Watch implements TraceListener {
    private record Open(Object[] arguments, Map<Integer, String> before) {}

    private final Deque<Open> open = new ArrayDeque<>();
    private final Set<String> undeclared = new TreeSet<>();
    private int changes;

    @Override
    public void functionStart(Signature signature, Object[] arguments) {
      if (signature.isOperation()) {
        open.push(new Open(arguments, hashes(arguments)));
      }
    }

    @Override
    public void functionEnd(
        Signature signature, List<? extends TensorRef> outputs, long modelledDeviceNanos) {
      if (signature.isOperation()) {
        check(signature, open.pop());
      }
    }

    private void check(Signature signature, Open call) {
      Set<Integer> declared = Overwrites.of(signature.name()).changed(call.arguments());
      hashes(call.arguments())
          .forEach((place, hash) -> {
            String name = signature.argumentNames().get(place);
            if (!hash.equals(call.before().get(place)) && !Overwrites.isTarget(name)) {
              changes++;
              if (!declared.contains(place)) {
                undeclared.add(signature.name() + " " + name);
              }
            }
          });
    }

    private static Map<Integer, String> hashes(Object[] arguments) {
      Map<Integer, String> hashes = new HashMap<>();
      for (int i = 0; i < arguments.length; i++) {
        if (arguments[i] instanceof Tensor tensor && tensor.hasValues()) {
          hashes.put(i, TensorHash.of(tensor));
        }
      }
      return hashes;
    }
  }

  @Test
  void noOperationChangesAnArgumentThatItDoesNotDeclare() {
    Watch watch = new Watch();
    try (MeshDevice device = MeshDevice.open("n150")) {
      Tracker.add(watch);
      for (GoldenCase golden : OperationGoldenCases.CASES) {
        golden.trials().findFirst().ifPresent(trial -> run(trial, device));
      }
    } finally {
      Tracker.remove(watch);
    }
    assertThat(watch.undeclared).isEmpty();
    assertThat(watch.changes).isGreaterThan(20);
  }

  private static void run(GoldenTrial trial, MeshDevice device) {
    List<Tensor> inputs =
        trial.operands().stream().map(operand -> Ttnn.toDevice(operand.host(), device)).toList();
    trial.ours().apply(new Placed(device, inputs)).forEach(Tensor::close);
    inputs.forEach(Tensor::close);
  }

  @Test
  void everyOperationThatIsNamedAsOneInPlaceDeclaresIt() {
    assertThat(
            Operations.all().stream()
                .map(OperationDescription::name)
                .filter(name -> name.matches(".*([^_]_|_in_place|update_cache|fill_cache)")))
        .hasSizeGreaterThan(25)
        .allMatch(name -> !Overwrites.of(name).written(_ -> null).isEmpty());
  }
}
