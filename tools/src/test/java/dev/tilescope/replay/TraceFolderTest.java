package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.TraceFolder.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFolderTest {
  @TempDir Path folder;

  @Test
  void callsComeInOrderOfNumbersNotOfNames() {
    for (int number : List.of(10, 2, 1, 100, 9)) {
      SampleTraces.write(folder, number, "ttnn.add", "", "");
    }
    assertThat(TraceFolder.open(folder).entries())
        .extracting(Entry::number)
        .containsExactly(1L, 2L, 9L, 10L, 100L);
  }

  @Test
  void whatIsNoTracedCallIsLeftAlone() throws IOException {
    SampleTraces.write(folder, 1, "ttnn.Tensor.__getitem__", "", "");
    Path writing = Files.createDirectory(folder.resolve(".writing"));
    SampleTraces.write(writing, 2, "ttnn.add", "", "");
    for (String other :
        List.of(
            "_trace_metadata.json",
            "_test_results.json",
            ".3_ttnn_add_20260116_100125_580236.json",
            "report.json",
            "4_ttnn_add.json",
            "5_ttnn_add_20260116_100125_580236.json.tmp",
            "999999999999999999999_ttnn_add_20260116_100125_580236.json")) {
      Files.writeString(folder.resolve(other), "{");
    }
    TraceDamage damage = new TraceDamage();
    assertThat(TraceFolder.open(folder).calls(damage))
        .singleElement()
        .extracting(TracedCall::name)
        .isEqualTo("ttnn.Tensor.__getitem__");
    assertThat(damage.count()).isZero();
  }

  @Test
  void damagedFilesAreCountedAndTheRestIsRead() throws IOException {
    SampleTraces.write(folder, 1, "ttnn.add", "", "");
    Path cut = folder.resolve("2_ttnn_add_20260116_100125_580236.json");
    Files.writeString(cut, "{\"operation_id\": 2,\n \"operation_name\"");
    Files.createDirectory(folder.resolve("3_ttnn_add_20260116_100125_580236.json"));
    SampleTraces.write(folder, 4, "ttnn.mul", "", "");
    TraceDamage damage = new TraceDamage();
    assertThat(TraceFolder.open(folder).metadata(damage))
        .extracting(TracedCall::number)
        .containsExactly(1L, 4L);
    assertThat(damage.count()).isEqualTo(2);
    assertThat(damage.told().getFirst()).startsWith(cut + ":2:");
  }

  @Test
  void onlyTheFilesThatAreAskedForAreRead() throws IOException {
    SampleTraces.write(folder, 1, "ttnn.add", "", "");
    Files.writeString(folder.resolve("2_ttnn_add_20260116_100125_580236.json"), "damaged");
    TraceDamage damage = new TraceDamage();
    assertThat(TraceFolder.open(folder).metadata(damage).limit(1)).hasSize(1);
    assertThat(damage.count()).isZero();
  }

  @Test
  void aFolderOfReportsLeadsToItsTraces() throws IOException {
    Path inside = Files.createDirectory(folder.resolve("operation_parameters"));
    SampleTraces.write(inside, 1, "ttnn.add", "", "");
    assertThat(TraceFolder.open(folder).path()).isEqualTo(inside);
    assertThat(TraceFolder.open(folder).entry(1).operation()).isEqualTo("ttnn_add");
  }

  @Test
  void foldersWithCallsAreFoundBelowAFolderOfRunsButNoHiddenOnes() throws IOException {
    for (String inside : List.of("b/operation_parameters", "a/operation_parameters/test", "c")) {
      Path traced = Files.createDirectories(folder.resolve(inside));
      SampleTraces.write(traced, 1, "ttnn.add", "", "");
      SampleTraces.write(traced, 2, "ttnn.add", "", "");
    }
    SampleTraces.write(Files.createDirectory(folder.resolve(".old")), 1, "ttnn.add", "", "");
    Files.writeString(Files.createDirectory(folder.resolve("d")).resolve("report.json"), "{}");
    assertThat(TraceFolder.inside(folder))
        .containsExactly(
            folder.resolve("a/operation_parameters/test"),
            folder.resolve("b/operation_parameters"),
            folder.resolve("c"));
  }

  @Test
  void anUnknownNumberAndAnUnknownFolderAreErrors() {
    SampleTraces.write(folder, 3, "ttnn.add", "", "");
    SampleTraces.write(folder, 8, "ttnn.add", "", "");
    assertThatThrownBy(() -> TraceFolder.open(folder).entry(5))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(folder + ": there is no call 5; the calls are 3 to 8");
    assertThatThrownBy(() -> TraceFolder.open(folder.resolve("none")))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("there is no such folder");
  }
}
