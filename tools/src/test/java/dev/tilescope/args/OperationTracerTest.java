package dev.tilescope.args;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.args.WrittenCall.Fields;
import dev.tilescope.args.WrittenCall.Numeral;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.io.MovedFiles;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchDtype;
import dev.tilescope.tensor.TorchTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationTracerTest {
  @TempDir private Path folder;
  private MeshDevice device;

  @BeforeEach
  void openDevice() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void closeDevice() {
    OperationTracer.disable();
    device.close();
  }

  private void trace(TraceOptions options, Runnable program) {
    OperationTracer.enable(options.withDirectory(folder));
    program.run();
    OperationTracer.Summary summary = OperationTracer.disable();
    assertThat(summary).isNotNull();
    assertThat(summary.failed()).isZero();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted(Comparator.comparing(OperationTracerTest::number))
          .toList();
    }
  }

  private static long number(Path file) {
    String name = file.getFileName().toString();
    return Long.parseLong(name.substring(0, name.indexOf('_')));
  }

  private List<WrittenCall> calls() throws IOException {
    List<WrittenCall> calls = new ArrayList<>();
    for (Path file : files()) {
      calls.add(WrittenCall.read(file));
    }
    return calls;
  }

  private static Fields tensor(Object value) {
    assertThat(value).isInstanceOf(Fields.class);
    assertThat(((Fields) value).text("type")).isEqualTo("ttnn.Tensor");
    return (Fields) value;
  }

  @Test
  void theFirstExampleOfTheDocumentMakesThreeFiles() throws IOException {
    trace(
        TraceOptions.DEFAULT,
        () -> {
          Tensor a = Ttnn.rand(Shape.of(2, 3), device);
          Tensor b = Ttnn.rand(Shape.of(2, 3), device);
          Ttnn.add(a, b);
        });
    assertThat(files().stream().map(file -> file.getFileName().toString()))
        .hasSize(3)
        .allMatch(name -> name.matches("\\d+_ttnn_\\w+_\\d{8}_\\d{6}_\\d{6}\\.json"));
    List<WrittenCall> calls = calls();
    assertThat(calls)
        .extracting(WrittenCall::name)
        .containsExactly("ttnn.rand", "ttnn.rand", "ttnn.add");
    WrittenCall add = calls.getLast();
    assertThat(add.number()).isEqualTo(3);
    assertThat(add.document().get("operation_number")).isEqualTo(new Numeral("3"));
    assertThat(add.document().get("num_tensors")).isEqualTo(new Numeral("3"));
    assertThat(add.args()).hasSize(2);
    Fields first = tensor(add.args().getFirst());
    assertThat(first.values().keySet())
        .containsExactly(
            "type",
            "original_shape",
            "original_dtype",
            "mesh_device",
            "shape",
            "dtype",
            "layout",
            "storage_type",
            "memory_config");
    assertThat(first.text("dtype")).isEqualTo("DataType.BFLOAT16");
    assertThat(first.text("layout")).isEqualTo("Layout.TILE");
    assertThat(first.text("storage_type")).isEqualTo("StorageType.DEVICE");
    assertThat(tensor(add.returnValue()).items("shape"))
        .isEqualTo(List.of(new Numeral("2"), new Numeral("3")));
    assertThat(calls.getFirst().kwargs().get("shape"))
        .isEqualTo(List.of(new Numeral("2"), new Numeral("3")));
    assertThat(((Fields) calls.getFirst().kwargs().get("layout")).text("repr"))
        .isEqualTo("Layout.TILE");
    assertThat(((Fields) calls.getFirst().kwargs().get("device")).text("value"))
        .isEqualTo("MeshDevice(1x1 grid, 1 devices)");
  }

  @Test
  void theSecondExampleOfTheDocumentMakesTwoFiles() throws IOException {
    trace(
        TraceOptions.DEFAULT.withValues(),
        () -> {
          TorchTensor torch =
              TorchTensor.of(new float[] {1, -2, 0.5f, 4, 1.25f, -0.75f}, Shape.of(2, 3))
                  .to(TorchDtype.BFLOAT16);
          Tensor host =
              Ttnn.fromTorch(
                  torch,
                  FromTorchOptions.DEFAULT.withDtype(DataType.BFLOAT16).withLayout(Layout.TILE));
          Ttnn.toDevice(host, device, MemoryConfig.DRAM);
        });
    List<WrittenCall> calls = calls();
    assertThat(calls)
        .extracting(WrittenCall::name)
        .containsExactly("ttnn.from_torch", "ttnn.to_device");
    Fields torch = (Fields) calls.getFirst().args().getFirst();
    assertThat(torch.text("type")).isEqualTo("torch.Tensor");
    assertThat(torch.text("dtype")).isEqualTo("float32");
    assertThat(torch.items("values").toString())
        .isEqualTo(tensor(calls.getFirst().returnValue()).items("values").toString())
        .contains("-0.75");
    assertThat(tensor(calls.getFirst().returnValue()).text("storage_type"))
        .isEqualTo("StorageType.HOST");
    Fields config = (Fields) calls.getLast().kwargs().get("memory_config");
    assertThat(config.text("buffer_type")).isEqualTo("BufferType.DRAM");
  }

  @Test
  void aCallThatFailsIsRecordedWithItsException() throws IOException {
    Tensor a = Ttnn.rand(Shape.of(2, 3), device);
    Tensor b = Ttnn.rand(Shape.of(5, 7), device);
    trace(TraceOptions.DEFAULT, () -> assertThatThrownBy(() -> Ttnn.add(a, b)).isNotNull());
    WrittenCall call = calls().getFirst();
    assertThat(call.failure()).contains("[2, 3]");
    assertThat(call.returnValue()).isNull();
    assertThat(call.args()).hasSize(2);
  }

  @Test
  void aFreedTensorIsRecordedWithoutValues() throws IOException {
    Tensor x = Ttnn.rand(Shape.of(2, 3), device);
    trace(TraceOptions.DEFAULT.withValues(), () -> Ttnn.deallocate(x));
    WrittenCall call = calls().getFirst();
    assertThat(call.name()).isEqualTo("ttnn.deallocate");
    assertThat(tensor(call.args().getFirst()).values()).doesNotContainKey("values");
    assertThat(tensor(call.args().getFirst()).text("storage_type")).isEqualTo("StorageType.DEVICE");
  }

  @Test
  void anArgumentThatCannotBeReadIsCountedAndNeverReachesTheProgram() {
    OperationTracer.enable(TraceOptions.DEFAULT.withValues().withDirectory(folder));
    TorchTensor broken =
        TorchTensor.deferred(
            Shape.of(2, 3),
            TorchDtype.FLOAT32,
            () -> {
              throw new IllegalStateException("gone");
            });
    assertThatThrownBy(() -> Ttnn.fromTorch(broken, FromTorchOptions.DEFAULT)).hasMessage("gone");
    assertThat(OperationTracer.disable().failed()).isEqualTo(1);
  }

  @Test
  void aCallNamesTheOneItWasMadeIn() throws IOException {
    Tensor a = Ttnn.rand(Shape.of(32, 32), device);
    trace(TraceOptions.DEFAULT, () -> Ttnn.addmm(a, a, a, 2f, 3f, MatmulOptions.DEFAULT));
    List<WrittenCall> calls = calls();
    assertThat(calls).hasSizeGreaterThan(1);
    assertThat(calls.getFirst().name()).isEqualTo("ttnn.addmm");
    assertThat(calls.getFirst().parent()).isNull();
    assertThat(calls.subList(1, calls.size())).allMatch(call -> call.parent() == 1L);
  }

  @Test
  void infinitiesAndNotANumberAreStrings() throws IOException {
    trace(
        TraceOptions.DEFAULT.withValues(),
        () -> {
          float[] values = {
            Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 0.1f, 3.3895314e38f, -0f
          };
          Tensor x = Ttnn.fromArray(values, Shape.of(6));
          Ttnn.neg(Ttnn.toDevice(Ttnn.toLayout(x, Layout.TILE), device));
        });
    Fields result = tensor(calls().getFirst().returnValue());
    assertThat(result.items("values"))
        .isEqualTo(
            List.of(
                "NaN",
                "Infinity",
                "-Infinity",
                new Numeral("0.10000000149011612"),
                new Numeral("3.3895313892515355E38"),
                new Numeral("-0.0")));
  }

  @Test
  void integersAreIntegersAndUnsignedOnesHaveNoSign() throws IOException {
    trace(
        TraceOptions.DEFAULT.withValues(),
        () -> Ttnn.fromArray(new int[] {-1, 7}, Shape.of(2), DataType.UINT32, Layout.ROW_MAJOR));
    Fields result = tensor(calls().getFirst().returnValue());
    assertThat(result.text("dtype")).isEqualTo("uint32");
    assertThat(result.items("values"))
        .isEqualTo(List.of(new Numeral("4294967295"), new Numeral("7")));
  }

  @Test
  void valuesBeyondTheLimitAreLeftOutAndTheFileSaysSo() throws IOException {
    trace(
        TraceOptions.DEFAULT.withValues().withMaxValues(5),
        () -> Ttnn.fromArray(new float[12], Shape.of(3, 4)));
    Fields result = tensor(calls().getFirst().returnValue());
    assertThat(result.items("values")).hasSize(2);
    Fields truncated = (Fields) result.get("truncated");
    assertThat(truncated.get("written")).isEqualTo(new Numeral("5"));
    assertThat(truncated.get("total")).isEqualTo(new Numeral("12"));
  }

  @Test
  void bigTensorsGoToNumpyFilesIfAsked() throws IOException {
    trace(
        TraceOptions.DEFAULT.withValues().withNpyAbove(10),
        () -> Ttnn.fromArray(new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, Shape.of(3, 4)));
    Fields result = tensor(calls().getFirst().returnValue());
    byte[] npy = Files.readAllBytes(folder.resolve(result.text("values_file")));
    assertThat(npy).hasSize(128 + 48).startsWith(0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0);
    assertThat(new String(npy, 10, 70, java.nio.charset.StandardCharsets.US_ASCII))
        .startsWith("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4,), }");
    assertThat(java.nio.ByteBuffer.wrap(npy).order(java.nio.ByteOrder.LITTLE_ENDIAN).getFloat(172))
        .isEqualTo(11f);
  }

  @Test
  void onlyNamedOperationsAndOnlySoManyAreTraced() throws IOException {
    trace(
        TraceOptions.DEFAULT.withOperations(List.of("ttnn.re*", "ttnn::neg")).withLimit(3),
        () -> {
          Tensor x = Ttnn.rand(Shape.of(32, 32), device);
          for (int i = 0; i < 2; i++) {
            Ttnn.relu(x);
            Ttnn.exp(x);
            Ttnn.neg(x);
          }
        });
    assertThat(calls())
        .extracting(WrittenCall::name)
        .containsExactly("ttnn.relu", "ttnn.neg", "ttnn.relu");
  }

  @Test
  void aFolderWithFilesGoesOnCountingAndAnEmptiedOneBeginsAgain() throws IOException {
    Tensor x = Ttnn.rand(Shape.of(32, 32), device);
    trace(TraceOptions.DEFAULT, () -> Ttnn.relu(x));
    trace(TraceOptions.DEFAULT, () -> Ttnn.relu(x));
    assertThat(files()).extracting(OperationTracerTest::number).containsExactly(1L, 2L);
    for (Path file : files()) {
      Files.delete(file);
    }
    trace(TraceOptions.DEFAULT, () -> Ttnn.relu(x));
    assertThat(files()).extracting(OperationTracerTest::number).containsExactly(1L);
  }

  @Test
  void aFailureToWriteIsCountedAndNeverReachesTheProgram() throws IOException {
    Tensor x = Ttnn.rand(Shape.of(32, 32), device);
    OperationTracer.enable(TraceOptions.DEFAULT.withDirectory(folder));
    deleteFolder();
    Ttnn.relu(x);
    Ttnn.relu(x);
    OperationTracer.Summary summary = OperationTracer.disable();
    assertThat(summary.failed()).isEqualTo(2);
    assertThat(summary.toString()).contains("2 could not be written");
  }

  @Test
  void tracingEndsWhileOthersCallWithoutLossOrGap() throws Exception {
    Tensor x = Ttnn.rand(Shape.of(1, 1), device);
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> callers =
        IntStream.range(0, 4)
            .mapToObj(i ->
                Thread.ofPlatform()
                    .start(() -> {
                      try {
                        while (!isOver.get()) {
                          Ttnn.reshape(x, 1, 1, 1);
                        }
                      } catch (Throwable e) {
                        failure.set(e);
                      }
                    }))
            .toList();
    long written = 0;
    for (int round = 0; round < 60; round++) {
      OperationTracer.enable(TraceOptions.DEFAULT.withDirectory(folder).withLimit(50));
      Ttnn.reshape(x, 1, 1, 1);
      OperationTracer.Summary summary = OperationTracer.disable();
      assertThat(summary.failed()).isZero();
      written += summary.written();
    }
    isOver.set(true);
    for (Thread caller : callers) {
      caller.join();
    }
    assertThat(failure.get()).isNull();
    assertThat(files())
        .extracting(OperationTracerTest::number)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, written).boxed().toList());
  }

  @Test
  void tracingEndsWhenTheFilesOfBigTensorsAreThere() throws Exception {
    Tensor big = Ttnn.zeros(Shape.of(1024, 512));
    OperationTracer.enable(TraceOptions.DEFAULT.withValues().withDirectory(folder));
    Thread caller = Thread.ofPlatform().start(() -> Ttnn.toDevice(big, device).close());
    Path temporary = folder.resolve(MovedFiles.UNFINISHED);
    while (isEmpty(temporary) && caller.isAlive()) {
      Thread.onSpinWait();
    }
    OperationTracer.Summary summary = OperationTracer.disable();
    caller.join();
    assertThat(summary.failed()).isZero();
    assertThat(summary.written()).isPositive();
    assertThat(calls()).hasSize((int) summary.written());
    assertThat(temporary).doesNotExist();
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }

  @Test
  void anInterruptedThreadTracesAndStaysInterrupted() throws IOException {
    Tensor x = Ttnn.rand(Shape.of(32, 32), device);
    Thread.currentThread().interrupt();
    trace(TraceOptions.DEFAULT, () -> Ttnn.relu(x));
    trace(TraceOptions.DEFAULT.withValues(), () -> Ttnn.relu(x));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(files()).extracting(OperationTracerTest::number).containsExactly(1L, 2L);
    assertThat(folder.resolve(MovedFiles.UNFINISHED)).doesNotExist();
  }

  @Test
  void aFolderThatCannotBeWrittenToIsLeftAsItWas() throws IOException {
    Tensor x = Ttnn.rand(Shape.of(32, 32), device);
    Path inTheWay = Files.writeString(folder.resolve(MovedFiles.UNFINISHED), "");
    assertThatThrownBy(() -> OperationTracer.enable(TraceOptions.DEFAULT.withDirectory(folder)))
        .hasMessageContaining("cannot be traced to " + folder);
    assertThat(OperationTracer.isEnabled()).isFalse();
    Files.delete(inTheWay);
    for (int round = 0; round < 2; round++) {
      trace(TraceOptions.DEFAULT, () -> Ttnn.relu(x));
      assertThat(files()).extracting(OperationTracerTest::number).containsExactly(1L);
      Files.delete(files().getFirst());
    }
    assertThat(inTheWay).doesNotExist();
  }

  private void deleteFolder() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void callsOfASweepNameTheConfigurationTheyComeFrom() throws IOException {
    Tensor x = Ttnn.rand(Shape.of(32, 32), device);
    try {
      trace(
          TraceOptions.DEFAULT,
          () -> {
            for (String hash : new String[] {"abc", "d\"e", "", null}) {
              OperationTracer.setSweepSourceHash(hash);
              Ttnn.relu(x);
            }
          });
    } finally {
      OperationTracer.setSweepSourceHash(null);
    }
    assertThat(calls())
        .extracting(call -> call.document().text("sweep_source_hash"))
        .containsExactly("abc", "d\"e", null, null);
  }

  @Test
  void callsThatAreMadeAgainHaveTheSameTextsButForTheirHeads() throws IOException {
    MemoryConfig l1 = MemoryConfig.L1;
    Tensor x = Ttnn.toLayout(Ttnn.zeros(Shape.of(32, 32), device), Layout.TILE);
    Runnable calls =
        () -> {
          Ttnn.toMemoryConfig(x, l1).close();
          Ttnn.multiply(x, 2).close();
          Ttnn.multiply(x, 2L).close();
          Ttnn.multiply(x, 2f).close();
          Ttnn.multiply(x, -0f).close();
          Ttnn.multiply(x, 0f).close();
        };
    for (int i = 0; i < 2; i++) {
      trace(
          TraceOptions.DEFAULT,
          () -> {
            calls.run();
            calls.run();
          });
    }
    List<String> texts = new ArrayList<>();
    for (Path file : files()) {
      texts.add(Files.readString(file).replaceAll("\"(operation_|parent_|time)\\w+\": [^,]+,", ""));
    }
    int each = texts.size() / 4;
    assertThat(texts.subList(0, each).stream().distinct()).hasSizeGreaterThanOrEqualTo(5);
    for (int i = 1; i < 4; i++) {
      assertThat(texts.subList(i * each, (i + 1) * each)).isEqualTo(texts.subList(0, each));
    }
    assertThat(calls())
        .extracting(WrittenCall::number)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, texts.size()).boxed().toList());
  }

  @Test
  void manyThreadsShareOneSequenceOfNumbersWithoutGaps() throws Exception {
    int threads = 16;
    int callsEach = Integer.getInteger("tilescope.test.calls", 200);
    Tensor x = Ttnn.rand(Shape.of(1, 1), device);
    OperationTracer.enable(TraceOptions.DEFAULT.withDirectory(folder));
    List<Thread> running =
        IntStream.range(0, threads)
            .mapToObj(i ->
                Thread.ofPlatform()
                    .start(() -> {
                      for (int n = 0; n < callsEach; n++) {
                        Ttnn.reshape(x, 1, 1, 1);
                      }
                    }))
            .toList();
    for (Thread thread : running) {
      thread.join();
    }
    assertThat(OperationTracer.disable().written()).isEqualTo((long) threads * callsEach);
    assertThat(files())
        .extracting(OperationTracerTest::number)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, (long) threads * callsEach).boxed().toList());
    assertThat(calls()).allMatch(call -> call.name().equals("ttnn.reshape"));
  }
}
