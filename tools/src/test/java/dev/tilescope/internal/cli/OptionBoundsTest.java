package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

class OptionBoundsTest {
  private final CommandSpec spec = new CommandLine(CommandSpec.create()).getCommandSpec();

  @Test
  void aNumberOutOfBoundsIsAUsageErrorThatNamesOptionBoundsAndNumber() {
    assertThatThrownBy(() -> OptionBounds.requireAtLeast(spec, "--limit", 0, -1))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--limit must be at least 0, got -1");
    assertThatThrownBy(() -> OptionBounds.requireFromTo(spec, "--port", 0, 65535, 65536))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--port must be from 0 to 65535, got 65536");
    assertThatThrownBy(() -> OptionBounds.requireCorrelation(spec, "--pcc", Double.NaN))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--pcc must be a correlation from -1 to 1, got NaN");
  }

  @Test
  void bothEndsAndWhatWasNotGivenAreWithinBounds() {
    assertThatCode(
            () -> {
              OptionBounds.requireAtLeast(spec, "--limit", 0, 0);
              OptionBounds.requireAtLeast(spec, "--limit", 0, null);
              OptionBounds.requireFromTo(spec, "--port", 1, 65535, 1);
              OptionBounds.requireFromTo(spec, "--port", 1, 65535, 65535);
              OptionBounds.requireFromTo(spec, "--port", 1, 65535, null);
              OptionBounds.requireCorrelation(spec, "--pcc", -1.0);
              OptionBounds.requireCorrelation(spec, "--pcc", null);
            })
        .doesNotThrowAnyException();
  }
}
