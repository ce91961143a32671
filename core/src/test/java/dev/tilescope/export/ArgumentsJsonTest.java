package dev.tilescope.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.OperationArguments;
import dev.tilescope.analysis.OperationArguments.Call;
import dev.tilescope.json.JsonReader;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsJsonTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          Shape([1, 4, 2048, 128])       | {"Shape": [1,4,2048,128]}
          DataType::BFLOAT16             | "DataType::BFLOAT16"
          1                              | "1"
          false                          | "false"
          0.5                            | "0.5"
          [0, 2]                         | [0,2]
          Tensor(1)                      | {"Tensor": "{1}"}
          Tile(tile_shape={32, 32})      | {"Tile": {"tile_shape": "{32, 32}"}}
          tile_shape={32, 32}            | {"tile_shape": "{32, 32}"}
          std::nullopt                   | "std::nullopt"
          [<nullopt>]                    | "<nullopt>"
          <incomplete type>              | "<incomplete type>"
          [ unsupported type , X::Y<int>] | {"unsupported type": "X::Y<int>"}
          A(storage=DeviceStorage())     | {"A": {"storage": {}}}
          A(b=B(c=C::D,e=3,f=true))      | {"A": {"b": {"c": "C::D","e": 3,"f": "true"}}}
          A(shape=Shape([1, 2]),x=0.5)   | {"A": {"shape": [1,2],"x": 0.5}}
          {1, 2}                         | "{1, 2}"
          """)
  void anArgumentBecomesTheJsonOfSerializeGraph(String argument, String json) {
    assertThat(compact(argument)).isEqualTo(json);
  }

  @Test
  void aMemoryConfigBecomesNestedObjects() {
    assertThat(
            compact(
                "MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED,"
                    + "buffer_type=BufferType::L1,shard_spec=std::nullopt)"))
        .isEqualTo(
            "{\"MemoryConfig\": {\"memory_layout\": \"TensorMemoryLayout::INTERLEAVED\","
                + "\"buffer_type\": \"BufferType::L1\",\"shard_spec\": \"std::nullopt\"}}");
  }

  @Test
  void aPositionalStructIsKeptAsTextWithTheReason() {
    assertThat(compact("MatmulParams(1, Program(a, b), false)"))
        .startsWith("{\"UnparsedElement\": {\"error\": \"")
        .contains("column")
        .endsWith("\"element_info\": \"{\\\"MatmulParams\\\": {1, {a, b}, false}}\"}}");
  }

  @Test
  void controlCharactersAndQuotesCannotBreakTheDocument() {
    assertThat(compact("A(name=\"x=(y)\u0007\")"))
        .isEqualTo("{\"A\": {\"name\": \"x=(y)\\u0007\"}}");
    assertThat(compact("a \"b\u001b")).isEqualTo("\"a \\\"b\\u001b\"");
    assertThat(compact("A(x=1e999)")).isEqualTo("{\"A\": {\"x\": \"Infinity\"}}");
    assertThat(compact("A(x=99999999999999999999)")).contains("UnparsedElement", "64 bits");
    assertThat(compact("A(x=" + "B(y=".repeat(100_000))).contains("UnparsedElement");
  }

  @Test
  void anyTextGivesAWholeDocument() {
    Random random = new Random(20261115);
    String alphabet = "aZ_09:=(){}[]<>,. -\"\\\n\u0001\ud800é";
    for (int i = 0; i < 5000; i++) {
      StringBuilder argument = new StringBuilder();
      for (int n = random.nextInt(24); n > 0; n--) {
        argument.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try (JsonReader json = JsonReader.of(document(argument.toString()), argument.toString())) {
        json.skip();
        json.requireEnd();
      }
    }
  }

  @Test
  void theDocumentListsOperationsWithNumberedArguments() {
    assertThat(document("1", "2"))
        .isEqualTo(
            """
            {
              "content": [
                {
                  "operation": "ttnn::add",
                  "arguments": [
                    {
                      "arg0": "1"
                    },
                    {
                      "arg1": "2"
                    }
                  ]
                }
              ]
            }
            """);
  }

  private static String document(String... arguments) {
    StringWriter out = new StringWriter();
    try {
      ArgumentsJson.write(
          new OperationArguments(List.of(new Call("ttnn::add", List.of(arguments)))), out);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toString();
  }

  /** The value of the only argument on one line. */
  private static String compact(String argument) {
    String line = document(argument).replaceAll("\n *", "");
    return line.substring(line.indexOf("\"arg0\": ") + 8, line.length() - "}]}]}".length());
  }
}
