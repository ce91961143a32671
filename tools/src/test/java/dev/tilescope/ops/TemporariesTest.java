package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.BufferRef;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.DeviceTensors;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TemporariesTest {
  private static final TensorSpec SPEC =
      new TensorSpec(Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE, MemoryConfig.DRAM);

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor made() {
    return DeviceTensors.allocate(SPEC, Distribution.REPLICATED, device, "test");
  }

  private static Tensor view(Tensor tensor) {
    return tensor.view(SPEC.withShape(Shape.of(1, 32, 32)));
  }

  @Test
  void whatTheCallerGaveStaysByWhicheverTensorItIsReached() {
    Tensor given = made();
    try (Temporaries temporaries = Temporaries.besides(given, null)) {
      temporaries.own(view(given));
      temporaries.free(view(given));
      temporaries.step(view(given), x -> made());
    }
    assertThat(given.isAllocated()).isTrue();
    assertThat(device.liveBuffers()).containsExactly(given.buffer());
  }

  @Test
  void aResultLeavesByAnyViewOfIt() {
    Tensor result;
    try (Temporaries temporaries = Temporaries.besides()) {
      Tensor first = temporaries.own(made());
      temporaries.own(made());
      result = temporaries.handOver(view(first));
    }
    assertThat(device.liveBuffers()).containsExactly(result.buffer());
  }

  @Test
  void aStepFreesWhatItStartedFromUnlessItGaveAView() {
    try (Temporaries temporaries = Temporaries.besides()) {
      Tensor first = temporaries.own(made());
      Tensor second = temporaries.step(first, TemporariesTest::view, x -> x);
      assertThat(first.isAllocated()).isTrue();
      Tensor third = temporaries.step(second, x -> made());
      assertThat(first.isAllocated()).isFalse();
      assertThat(temporaries.handOver(third).isAllocated()).isTrue();
    }
    assertThat(device.liveBuffers()).hasSize(1);
  }

  @Test
  void everythingIsFreedIfAStepFails() {
    Tensor given = made();
    assertThatThrownBy(() ->
            Temporaries.through(
                given,
                x -> made(),
                x -> {
                  throw new IllegalStateException("step");
                }))
        .hasMessage("step");
    assertThat(device.liveBuffers()).containsExactly(given.buffer());
  }

  @Test
  void ofSeveralThingsThoseAreFreedThatWereMadeBeforeOneFailed() {
    List<Integer> items = List.of(1, 2, 0);
    assertThatThrownBy(
            () -> {
              try (Temporaries temporaries = Temporaries.besides()) {
                temporaries.each(items, item -> 6 / item > 0 ? made() : made());
              }
            })
        .isInstanceOf(ArithmeticException.class);
    assertThat(device.liveBuffers()).isEmpty();
  }

  @Test
  void theLastIsFreedFirstButSeveralInTheirOrder() {
    List<Long> freed = new ArrayList<>();
    TraceListener listener =
        new TraceListener() {
          @Override
          public void bufferDeallocated(BufferRef buffer) {
            freed.add(buffer.uniqueId());
          }
        };
    List<Long> expected = new ArrayList<>();
    Tracker.add(listener);
    try (Temporaries temporaries = Temporaries.besides()) {
      Tensor first = temporaries.own(made());
      List<Tensor> several = temporaries.ownAll(List.of(made(), made(), made()));
      Tensor last = temporaries.own(made());
      expected.add(id(last));
      several.forEach(tensor -> expected.add(id(tensor)));
      expected.add(id(first));
    } finally {
      Tracker.remove(listener);
    }
    assertThat(freed).isEqualTo(expected);
  }

  private static long id(Tensor tensor) {
    return tensor.requireBuffer("tensor").uniqueId();
  }

  @Test
  void hostTensorsHaveNothingToFree() {
    Tensor host = Ttnn.fromArray(new float[4], Shape.of(4), DataType.FLOAT32, Layout.TILE);
    try (Temporaries temporaries = Temporaries.besides(host)) {
      Tensor other = temporaries.step(temporaries.own(host), x -> Ttnn.toDtype(x, DataType.INT32));
      temporaries.free(other);
      assertThat(temporaries.handOver(other)).isSameAs(other);
    }
    assertThat(Ttnn.toArray(host)).hasSize(4);
  }

  @Test
  void buffersWithoutMemoryAreToldApart() {
    try (GraphCapture _ = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor given = made();
      Tensor own = made();
      try (Temporaries temporaries = Temporaries.besides(given)) {
        temporaries.own(given);
        temporaries.own(own);
      }
      assertThat(given.isAllocated()).isTrue();
      assertThat(own.isAllocated()).isFalse();
    }
  }

  /** What became of a buffer. */
  private enum Fate {
    CALLERS,
    NEW,
    OWNED,
    HANDED_OVER,
    FREED
  }

  /** The same by plain rules: what each buffer is, and nothing else. */
  private final class Model {
    private final Random random;
    private final Map<Buffer, Fate> fates = new IdentityHashMap<>();
    private final List<Tensor> tensors = new ArrayList<>();

    Model(long seed) {
      random = new Random(seed);
    }

    Fate fate(Tensor tensor) {
      return fates.get(tensor.buffer());
    }

    Tensor add(Tensor tensor, Fate fate) {
      fates.putIfAbsent(tensor.buffer(), fate);
      tensors.add(tensor);
      return tensor;
    }

    void turn(Tensor tensor, Fate from, Fate to) {
      fates.replace(tensor.buffer(), from, to);
    }

    /** A new tensor, one that there is, or a view of one; none that is freed. */
    Tensor any() {
      List<Tensor> alive = tensors.stream().filter(t -> fate(t) != Fate.FREED).toList();
      if (alive.isEmpty() || random.nextInt(3) == 0) {
        return add(made(), Fate.NEW);
      }
      Tensor one = alive.get(random.nextInt(alive.size()));
      return random.nextBoolean() ? one : add(view(one), fate(one));
    }

    void act(Temporaries temporaries) {
      Tensor tensor = any();
      switch (random.nextInt(5)) {
        case 0 -> own(temporaries.own(tensor));
        case 1 -> step(temporaries, tensor, any());
        case 2 -> {
          temporaries.free(tensor);
          turn(tensor, Fate.OWNED, Fate.FREED);
        }
        case 3 -> {
          temporaries.handOver(List.of(tensor, tensor));
          turn(tensor, Fate.OWNED, Fate.HANDED_OVER);
        }
        default -> temporaries.each(List.of(tensor, any()), x -> x).forEach(this::own);
      }
    }

    private void own(Tensor tensor) {
      turn(tensor, Fate.NEW, Fate.OWNED);
      turn(tensor, Fate.HANDED_OVER, Fate.OWNED);
    }

    private void step(Temporaries temporaries, Tensor from, Tensor to) {
      temporaries.step(from, x -> to);
      own(to);
      if (from.buffer() != to.buffer()) {
        turn(from, Fate.OWNED, Fate.FREED);
      }
    }

    void check() {
      assertThat(tensors).allMatch(tensor -> tensor.isAllocated() == (fate(tensor) != Fate.FREED));
    }
  }

  @Test
  void anySequenceFreesWhatPlainRulesSay() {
    for (int seed = 0; seed < 500; seed++) {
      Model model = new Model(seed);
      Tensor given = model.add(made(), Fate.CALLERS);
      boolean fails = seed % 2 == 0;
      try (Temporaries temporaries = Temporaries.besides(null, view(given))) {
        for (int i = model.random.nextInt(12); i >= 0; i--) {
          model.act(temporaries);
          model.check();
        }
        if (fails) {
          throw new IllegalStateException("half-way");
        }
      } catch (IllegalStateException failure) {
        assertThat(fails).isTrue();
      }
      model.fates.replaceAll((_, fate) -> fate == Fate.OWNED ? Fate.FREED : fate);
      model.check();
      model.tensors.forEach(Tensor::close);
    }
    assertThat(device.liveBuffers()).isEmpty();
  }
}
