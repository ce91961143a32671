package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.json.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected texts are what CPython 3.11 printed for the same values. */
class PythonJsonTest {
  @ParameterizedTest
  @CsvSource({
    "5e-324, 5e-324",
    "4.9E-324, 5e-324",
    "1E-5, 1e-05",
    "0.0001, 0.0001",
    "1e15, 1000000000000000.0",
    "1e16, 1e+16",
    "123456789012345680.0, 1.2345678901234568e+17",
    "9999999999999998.0, 9999999999999998.0",
    "1e22, 1e+22",
    "1e23, 1e+23",
    "2e-3, 0.002",
    "-0.0, -0.0",
    "-0, 0",
    "0.10, 0.1",
    "0.3333333333333333, 0.3333333333333333",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "100.0, 100.0",
    "1180591620717411303424, 1180591620717411303424",
    "1e999, Infinity",
    "-1e999, -Infinity",
    "NaN, NaN"
  })
  void numbersAreAsPythonPrintsThem(String written, String expected) {
    assertThat(PythonJson.number(written)).isEqualTo(expected);
  }

  @Test
  void keysAreSortedByCodePointsAndTextIsAscii() {
    assertThat(PythonJson.of(read("{\"\ud800\udc00\": 1, \"\ue000\": [], \"b\": {}, \"Z\": null}")))
        .isEqualTo("{\"Z\": null, \"b\": {}, \"\\ue000\": [], \"\\ud800\\udc00\": 1}");
    assertThat(PythonJson.of(Recorded.of("\u00fc\u007f\n\t\"\\\b\f\r\u0001/")))
        .isEqualTo("\"\\u00fc\\u007f\\n\\t\\\"\\\\\\b\\f\\r\\u0001/\"");
  }

  @Test
  void prefixesAndHalfPairsHaveAnOrder() {
    assertThat(PythonJson.compareCodePoints("a", "ab")).isNegative();
    assertThat(PythonJson.compareCodePoints("\ud800\udc01", "\ud800\udc00")).isPositive();
    assertThat(PythonJson.compareCodePoints("\ud800", "\ud800\udc00")).isNegative();
    assertThat(PythonJson.compareCodePoints("x", "x")).isZero();
  }

  @Test
  void indentedTextHasTwoSpacesALevel() {
    assertThat(PythonJson.indented(read("{\"b\": [1, []], \"a\": {}}")))
        .isEqualTo("{\n  \"a\": {},\n  \"b\": [\n    1,\n    []\n  ]\n}");
  }

  @Test
  void theHashOfAConfigurationIsTtnns() {
    Recorded arguments =
        read(
            """
            {"arg0": {"type": "ttnn.Tensor", "original_shape": [1, 32], "hash": 5,
              "memory_config": {"shard_spec": null, "hash": 77}},
             "alpha": 1e-5, "shape": {"type": "Shape", "value": "Shape([1, 2])"},
             "sem": "<x at 0x7fab>", "cfg": {"allowed_worker_cores": null}}\
            """);
    Recorded machine =
        read(
            """
            {"board_type": "Wormhole", "device_series": ["n300"], "card_count": 1,
             "mesh_device_shape": "[1, 2]"}\
            """);
    assertThat(ConfigurationHash.of("ttnn.add", arguments, machine))
        .isEqualTo("36bbf464fe23bc676060d61132a5795f592f0e0882e741b8b3a68bded334bc62");
    assertThat(ConfigurationHash.of("ttnn.add", arguments, read("{\"device_count\": 8}")))
        .isEqualTo("929f789af7f1a8b1d292492343709657c17d54a907b9b1d47a59dd679c3f12fc");
    assertThat(ConfigurationHash.of("ttnn.add", arguments, Recorded.NOTHING))
        .isEqualTo("9a30bbc5fdba9ad483fd11820dea9e591f600e7bfb194311fe31f99c6543f43f");
    Recorded legacy =
        read(
            """
            {"tensor_placements": [{"mesh_device_shape": "[4, 8]",
              "placement": "['PlacementShard(3)']"}]}\
            """);
    assertThat(ConfigurationHash.of("ttnn.add", arguments, legacy))
        .isEqualTo("f66f9be9e6a5e3d8782b04b9efb772805ff1925f570afd865a97aaa03c430b5a");
  }

  private static Recorded read(String json) {
    return RecordedJson.read(JsonReader.of(json, "t"));
  }
}
