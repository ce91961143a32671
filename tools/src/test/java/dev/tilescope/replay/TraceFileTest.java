package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Text;
import dev.tilescope.replay.RecordedTensor.Values;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceFileTest {
  private static final int MANY = 2_000_000;

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("dev.tilescope.replay.SampleTraces#realFiles")
  void aRealFileWrittenAgainKeepsEveryField(Path file) throws IOException {
    TracedCall call = TraceFile.read(file);
    Path again = folder.resolve("again.json");
    TraceFile.write(call, again);
    assertThat(TraceFile.read(again).document()).isEqualTo(call.document());
    assertThat(Files.readString(again)).isEqualTo(Files.readString(file));
    assertThat(SampleTraces.list(folder)).containsExactly(again);
  }

  @Test
  void aRealCallHasItsNameNumberArgumentsAndResult() {
    TracedCall add =
        TraceFile.read(
            SampleTraces.resource("example1").resolve("3_ttnn_add_20260116_100125_581494.json"));
    assertThat(add.name()).isEqualTo("ttnn.add");
    assertThat(add.number()).isEqualTo(3);
    assertThat(add.args()).hasSize(2);
    assertThat(RecordedTensor.of(add.args().getFirst()).values()).isEqualTo(Values.READ);
    assertThat(RecordedTensor.of(add.returnValue()).dims()).containsExactly(4L, 5L);
  }

  @Test
  void everyKindOfArgumentIsReadAndBareInfinitiesAreWrittenAsStrings() throws IOException {
    TracedCall kinds = TraceFile.read(SampleTraces.resource("kinds.json"));
    assertThat(kinds.args()).hasSize(27);
    assertThat(kinds.args().get(23)).isEqualTo(new Numeral("Infinity"));
    assertThat(((Numeral) kinds.args().get(24)).asDouble()).isNaN();
    Path strict = folder.resolve("strict.json");
    TraceFile.write(kinds, strict);
    try (JsonReader reader = JsonReader.of(Files.newInputStream(strict), "strict")) {
      reader.skip();
      reader.requireEnd();
    }
    assertThat(TraceFile.read(strict).args().get(23)).isEqualTo(new Text("Infinity"));
  }

  @Test
  void aCopyIsTheFileAsStrictJson() {
    StringWriter out = new StringWriter();
    TraceFile.copy(SampleTraces.resource("kinds.json"), out);
    assertThat(out.toString())
        .startsWith("{\n  \"operation_id\": 1,\n  \"operation_name\": \"ttnn.kinds\"")
        .contains("\"value\": \"Infinity\"", "\"value\": \"NaN\"")
        .endsWith("}");
  }

  @Test
  void theSeedsDialectAndNamesWithColonsAreRead() throws IOException {
    TracedCall call =
        read(
            """
            {"kwargs": {"b": 1, "a": 123456789012345678901234567890}, "timestamp": "2026",
             "args": [{"value": 2, "position": 1}, {"value": 1, "position": 0}],
             "operation_name": "ttnn::experimental::add", "operation_number": 7, "num_tensors": 0,
             "parent_operation_id": 3, "exception": {"type": "E", "message": "no room"}}\
            """);
    assertThat(call.number()).isEqualTo(7);
    assertThat(call.name()).isEqualTo("ttnn.experimental.add");
    assertThat(call.args()).containsExactly(new Numeral("1"), new Numeral("2"));
    assertThat(call.kwargs().keySet()).containsExactly("b", "a");
    assertThat(call.kwargs().get("a")).isEqualTo(new Numeral("123456789012345678901234567890"));
    assertThat(call.parent()).isEqualTo(3);
    assertThat(call.failure()).isEqualTo("no room");
  }

  @Test
  void aNumberBeyond64BitsIsNoNumberOfACall() throws IOException {
    TracedCall call =
        read(
            """
            {"operation_name": "ttnn.add", "operation_id": 99999999999999999999,
             "parent_operation_id": 1e3, "args": [{"position": 99999999999999999999, "value": 1}, 2]}
            """);
    assertThat(call.number()).isZero();
    assertThat(call.parent()).isNull();
    assertThat(call.args()).hasSize(2);
  }

  @Test
  void aFileCutOffAnywhereIsOneErrorWithFileLineAndColumn() throws IOException {
    byte[] whole = Files.readAllBytes(SampleTraces.resource("kinds.json"));
    Path cut = folder.resolve("cut.json");
    for (int length = 0; length < whole.length; length += 7) {
      Files.write(cut, Arrays.copyOf(whole, length));
      for (int way = 0; way < 3; way++) {
        int chosen = way;
        assertThatThrownBy(() -> readIn(chosen, cut))
            .isInstanceOf(TilescopeException.class)
            .hasMessageMatching("(?s)\\Q" + cut + "\\E:\\d+:\\d+: .*");
      }
    }
  }

  private static TracedCall readIn(int way, Path file) {
    return way == 0
        ? TraceFile.read(file)
        : way == 1 ? TraceFile.readMetadata(file) : TraceFile.readSummary(file);
  }

  @Test
  void anyByteMayBeWrongWithoutAnotherKindOfError() throws IOException {
    byte[] whole = Files.readAllBytes(SampleTraces.resource("kinds.json"));
    Path file = folder.resolve("mutated.json");
    for (int at = 0; at < whole.length; at += 11) {
      byte[] mutated = whole.clone();
      mutated[at] = (byte) (at * 31 + 128);
      Files.write(file, mutated);
      try {
        TracedCall call = TraceFile.readMetadata(file);
        assertThatCode(() -> Configuration.of(call)).doesNotThrowAnyException();
      } catch (TilescopeException e) {
        assertThat(e).hasMessageStartingWith(file.toString());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "3", "null", "{}", "{\"operation_name\": 3}", "{\"a\":1} x"})
  void whatIsNoTracedCallIsAnError(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("file.json:1:");
  }

  @Test
  void nestingWithoutEndIsAnError() {
    assertThatThrownBy(() -> read("{\"args\":" + "[".repeat(100_000)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("file.json:1:");
  }

  @Test
  void aMissingFileAndAFolderAreErrors() {
    assertThatThrownBy(() -> TraceFile.read(folder.resolve("none.json")))
        .isInstanceOf(TilescopeException.class)
        .hasMessageEndingWith("there is no such file");
    assertThatThrownBy(() -> TraceFile.read(folder))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("is not a regular file");
  }

  @Test
  void metadataLeavesOutValuesOfTensorsOnly() throws IOException {
    TracedCall call = metadata("\"type\": \"ttnn.Tensor\", \"values\": [[1, 2], [3, NaN]]");
    assertThat(RecordedTensor.of(call.args().getFirst()).values()).isEqualTo(Values.NOT_READ);
    assertThat(call.kwargs().get("values")).isEqualTo(Recorded.list(List.of(new Numeral("9"))));
  }

  @Test
  void metadataLeavesOutValuesThatComeBeforeTheirType() throws IOException {
    TracedCall call = metadata("\"values\": [[1, 2], [3, NaN]], \"type\": \"torch.Tensor\"");
    assertThat(RecordedTensor.of(call.args().getFirst()).values()).isEqualTo(Values.NOT_READ);
  }

  @Test
  void aSummaryOfValuesIsTheSameInAnyOrderAndWithNumbersAsStrings() throws IOException {
    RecordedTensor a = summary("\"type\": \"ttnn.Tensor\", \"values\": [[1, 2], [3, NaN]]");
    RecordedTensor b = summary("\"values\": [[1, 2], [3, \"NaN\"]], \"type\": \"ttnn.Tensor\"");
    RecordedTensor other = summary("\"type\": \"ttnn.Tensor\", \"values\": [[1, 2], [3, 4]]");
    assertThat(a.valuesText()).isEqualTo("4: [1, 2, 3, NaN]");
    assertThat(hash(b)).isEqualTo(hash(a)).isNotEqualTo(hash(other));
  }

  @Test
  void callsThatWereReadWithoutValuesAreNotWritten() throws IOException {
    TracedCall call = metadata("\"type\": \"ttnn.Tensor\", \"values\": [1]");
    Path target = folder.resolve("target.json");
    assertThatThrownBy(() -> TraceFile.write(call, target))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("read it with TraceFile.read");
    assertThat(target).doesNotExist();
  }

  @Test
  void valuesThatAreNotAskedForTakeNoMemory() throws IOException {
    Path file = folder.resolve("many.json");
    for (String order : List.of("\"type\": \"ttnn.Tensor\", %s", "%s, \"type\": \"ttnn.Tensor\"")) {
      writeManyValues(file, order.split("%s", -1));
      assertThat(bytesAllocatedBy(() -> TraceFile.readMetadata(file)))
          .isLessThan(Files.size(file) * 4 / 5);
    }
  }

  private static long bytesAllocatedBy(Runnable work) {
    work.run();
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static void writeManyValues(Path file, String[] around) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("{\"operation_name\": \"ttnn.add\", \"return_value\": {" + around[0]);
      out.write("\"values\": [[0");
      for (int i = 1; i < MANY; i++) {
        out.write(i % 1000 == 0 ? "], [0.5" : ", 0.123456789");
      }
      out.write("]]" + around[1] + "}}");
    }
  }

  private TracedCall metadata(String tensor) throws IOException {
    return TraceFile.readMetadata(fileWith(tensor));
  }

  private RecordedTensor summary(String tensor) throws IOException {
    return RecordedTensor.of(TraceFile.readSummary(fileWith(tensor)).args().getFirst());
  }

  private static String hash(RecordedTensor tensor) {
    return ((Fields) tensor.fields().get("values")).text(TensorValues.HASH);
  }

  private Path fileWith(String tensor) throws IOException {
    return Files.writeString(
        folder.resolve("tensor.json"),
        "{\"operation_name\": \"ttnn.x\", \"args\": [{\"position\": 0, \"value\": {%s}}], \"kwargs\": {\"values\": [9]}}"
            .formatted(tensor));
  }

  private TracedCall read(String text) throws IOException {
    return TraceFile.read(Files.writeString(folder.resolve("file.json"), text));
  }
}
