package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.replay.TraceDiff.Call;
import dev.tilescope.replay.TraceDiff.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceDiffTest {
  @TempDir Path folder;

  private Path before;
  private Path after;

  @BeforeEach
  void makeFolders() throws IOException {
    before = Files.createDirectory(folder.resolve("before"));
    after = Files.createDirectory(folder.resolve("after"));
  }

  @Test
  void aRunIsTheSameAsItself() {
    Path example = SampleTraces.resource("example1");
    TraceDiff diff = TraceDiff.of(TraceFolder.open(example), TraceFolder.open(example));
    assertThat(diff.isSame()).isTrue();
    assertThat(diff.same()).isEqualTo(3);
  }

  @Test
  void callsArePairedByOrderAndName() {
    for (String name : List.of("ttnn.add", "ttnn.relu", "ttnn.mul", "ttnn.exp")) {
      SampleTraces.write(before, before.toFile().list().length + 1, name, "", "");
    }
    for (String name : List.of("ttnn.abs", "ttnn.add", "ttnn.mul", "ttnn.exp", "ttnn.log")) {
      SampleTraces.write(after, after.toFile().list().length + 1, name, "", "");
    }
    TraceDiff diff = diff();
    assertThat(diff.removed()).containsExactly(new Call(2, "ttnn.relu"));
    assertThat(diff.added()).containsExactly(new Call(1, "ttnn.abs"), new Call(5, "ttnn.log"));
    assertThat(diff.same()).isEqualTo(3);
    assertThat(diff.isSame()).isFalse();
  }

  @Test
  void argumentsResultsAndFailuresThatChangedAreTold() {
    SampleTraces.write(
        before,
        1,
        "ttnn.add",
        SampleTraces.tensor("[4, 5]", ", \"values\": [1, 2]"),
        ", \"kwargs\": {\"alpha\": 1, \"gone\": true}, \"return_value\": [1, {\"a\": [1, {}]}]");
    SampleTraces.write(
        after,
        1,
        "ttnn.add",
        SampleTraces.tensor("[8, 5]", ", \"values\": [1, 3]"),
        ", \"kwargs\": {\"alpha\": 2.5, \"new\": \"x\"}, \"return_value\": [1, {\"a\": [2, {}]}],"
            + " \"exception\": {\"message\": \"no room\"}");
    assertThat(diff().changed().getFirst().differences())
        .containsExactly(
            new Difference("arg0.shape", "[4, 5]", "[8, 5]"),
            new Difference(
                "arg0.values",
                "2 values from [1, 2], sha256 b59e0e2b",
                "2 values from [1, 3], sha256 b9238828"),
            new Difference("alpha", "1", "2.5"),
            new Difference("gone", "True", null),
            new Difference("new", null, "\"x\""),
            new Difference("result[1].a[0]", "1", "2"),
            new Difference("failure", null, "no room"));
  }

  @Test
  void addressesDeviceIdsAndHashesAreNoChange() {
    SampleTraces.write(before, 1, "ttnn.add", "", kwargs("0x7f00", 1, "NaN", "1.0", "[0]"));
    SampleTraces.write(after, 1, "ttnn.add", "", kwargs("0xabcd", 2, "\"NaN\"", "1.00", "[5]"));
    assertThat(diff().isSame()).isTrue();
  }

  private static String kwargs(String address, int hash, String nan, String one, String ids) {
    return """
    , "kwargs": {"f": {"type": "function", "repr": "<function op at %s>"}, "g": "a at %s",
      "m": {"hash": %d, "x": [%s, %s]}, "d": {"type": "MeshDevice", "device_ids": %s}}\
    """
        .formatted(address, address, hash, nan, one, ids);
  }

  @Test
  void dialectsAndValuesOfOneSideAreNoChange() {
    SampleTraces.write(
        before,
        1,
        "ttnn.relu",
        """
        {"position": 0, "value": {"type": "ttnn.Tensor", "shape": [4, 5], "dtype": "bfloat16",
         "layout": "TILE", "storage_type": "DEVICE_STORAGE"}}\
        """,
        "");
    SampleTraces.write(
        after,
        1,
        "ttnn.relu",
        SampleTraces.tensor(
            "[4, 5]",
            ", \"storage_type\": \"StorageType.DEVICE\", \"dtype\": \"float32\", \"values\": [1]"),
        "");
    assertThat(diff().isSame()).isTrue();
  }

  @Test
  void valuesThatWereCutShortAreComparedAsFarAsBothGo() {
    String all = ", \"values\": [1, 2, 3, 4]";
    String cut = ", \"truncated\": {\"written\": 2, \"total\": 4}, \"values\": ";
    assertThat(tensors(all, cut + "[1, 2]")).isEmpty();
    assertThat(tensors(cut + "[1, 2]", all)).isEmpty();
    assertThat(tensors(cut + "[1, 2]", cut + "[1, 2]")).isEmpty();
    assertThat(tensors(all, cut + "[1, 5]")).extracting("where").containsExactly("arg0.values");
    assertThat(tensors(cut + "[1, 5]", cut + "[1, 2]"))
        .extracting("where")
        .containsExactly("arg0.values");
  }

  private List<Difference> tensors(String a, String b) {
    SampleTraces.write(before, 1, "ttnn.relu", SampleTraces.tensor("[4]", a), "");
    SampleTraces.write(after, 1, "ttnn.relu", SampleTraces.tensor("[4]", b), "");
    return diff().changed().stream().flatMap(c -> c.differences().stream()).toList();
  }

  @Test
  void memoryIsComparedInEveryForm() {
    String text =
        "\"MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED,buffer_type=BufferType::DRAM)\"";
    String object =
        "{\"memory_layout\": \"M.INTERLEAVED\", \"buffer_type\": \"B.%s\", \"hash\": %d}";
    assertThat(memories(text, object.formatted("DRAM", 1))).isEmpty();
    assertThat(memories(object.formatted("DRAM", 2), object.formatted("DRAM", 1))).isEmpty();
    assertThat(memories(text, object.formatted("L1", 1)))
        .containsExactly(new Difference("arg0.memory", "DRAM_INTERLEAVED", "L1_INTERLEAVED"));
    assertThat(memories(object.formatted("DRAM", 2), object.formatted("L1", 1)))
        .containsExactly(new Difference("arg0.memory.buffer_type", "\"B.DRAM\"", "\"B.L1\""));
  }

  private List<Difference> memories(String a, String b) {
    return tensors(", \"memory_config\": " + a, ", \"memory_config\": " + b);
  }

  @Test
  void largeIntegersAreNotTakenForEqual() {
    SampleTraces.write(before, 1, "ttnn.x", "{\"position\": 0, \"value\": 9007199254740993}", "");
    SampleTraces.write(after, 1, "ttnn.x", "{\"position\": 0, \"value\": 9007199254740992}", "");
    assertThat(diff().changed()).hasSize(1);
  }

  @Test
  void damagedFilesAreCountedAndComparedWithNothing() throws IOException {
    SampleTraces.write(before, 1, "ttnn.add", "", "");
    Files.writeString(after.resolve("1_ttnn_add_20260116_100125_580236.json"), "{");
    assertThat(diff().damage().count()).isOne();
    assertThat(diff().isSame()).isTrue();
  }

  private TraceDiff diff() {
    return TraceDiff.of(TraceFolder.open(before), TraceFolder.open(after));
  }
}
