package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceOperationNamesTest {
  @ParameterizedTest
  @ValueSource(strings = {"BinaryNgDeviceOperation", "Matmul", "Tilize<2>"})
  void aBareNameIsOfTheDevice(String name) {
    assertThat(DeviceOperationNames.contain(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ttnn::add", "ttnn.add", "torch.relu", "add (torch)"})
  void aNameWithANamespaceAPackageOrARemarkIsOfTheHost(String name) {
    assertThat(DeviceOperationNames.contain(name)).isFalse();
  }
}
