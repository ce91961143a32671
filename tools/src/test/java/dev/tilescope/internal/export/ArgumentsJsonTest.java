package dev.tilescope.internal.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.OperationArguments;
import dev.tilescope.analysis.OperationArguments.Call;
import dev.tilescope.internal.json.JsonReader;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
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
          [ <nullopt> ]                  | "<nullopt>"
          <incomplete type>              | "<incomplete type>"
          [ unsupported type , X::Y<int>] | {"unsupported type": "X::Y<int>"}
          A(storage=DeviceStorage())     | {"A": {"storage": {}}}
          A(b=B(c=C::D,e=3,f=true))      | {"A": {"b": {"c": "C::D","e": 3,"f": "true"}}}
          A(shape=Shape([1, 2]),x=0.5)   | {"A": {"shape": [1,2],"x": 0.5}}
          {1, 2}                         | "{1, 2}"
          {}                             | "{}"
          []                             | []
          A (x=1)                        | {"A": {"x": 1}}
          vector{1, 2}                   | {"vector": "{1, 2}"}
          A(b={})                        | {"A": {"b": {}}}
          A(b={-1, 0.5})                 | {"A": {"b": "{-1, 0.5}"}}
          ttnn::Shape([1])               | {"ttnn::Shape": [1]}
          a\\b                           | "a\\\\b"
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          MatmulParams(1, Program(a, b))  | {"MatmulParams":{1, {a, b}}}
          [Tensor(1), Tensor(2)]          | [{1}, {2}]
          [0, 2] and [3]                  | [0, 2] and [3]
          MeshDevice(1x1 grid, 1 devices) | {"MeshDevice":{1x1 grid, 1 devices}}
          A(b=c d)                        | {"A":{"b":"c" d}}
          R(g={[(x=0,y=1) - (x=7,y=7)]})  | {"R":{"g":[{"x":0,"y":1} - {"x":7,"y":7}]}}
          """)
  void whatIsNoJsonStandsWithTheReasonInThePlaceOfTheArgument(String argument, String text) {
    String[] parts = element(argument).split("\", *\"element_info\": ", 2);
    assertThat(parts[0]).startsWith("{\"UnparsedElement\": {\"error\": \"").contains("(column ");
    String info = "{\"arg0\": " + text + "}";
    assertThat(parts[1]).isEqualTo("\"" + info.replace("\"", "\\\"") + "\"}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          MatmulParams(1, Program(a, b))  | {"MatmulParams": [1,["a","b"]]}
          [Tensor(1), Tensor(2)]          | [[1],[2]]
          MeshDevice(1x1 grid, 1 devices) | {"MeshDevice": {"shape": [1,1],"devices": 1}}
          MeshDevice(8x4 grid, 32 devices)| {"MeshDevice": {"shape": [8,4],"devices": 32}}
          A(b=c d)                        | {"A": {"b": "c d"}}
          C(f=MathFidelity.LoFi,n=-1,e=1E-12,o=B(x=1)) | {"C": {"f": "MathFidelity.LoFi","n": -1,"e": 1.0E-12,"o": {"x": 1}}}
          R(g={[(x=0,y=1) - (x=7,y=7)]})  | {"R": {"g": [{"start": {"x": 0,"y": 1},"end": {"x": 7,"y": 7}}]}}
          A(1, b=2)                       | {"A": [1,{"b": 2}]}
          A(b=X.Y, b=X.Z)                 | {"A": [{"b": "X.Y"},{"b": "X.Z"}]}
          A(s="a,(b", t=X.Y)              | {"A": {"s": "a,(b","t": "X.Y"}}
          Shape([1, 2])                   | {"Shape": [1,2]}
          1                               | "1"
          """)
  void whatIsNoJsonIsTakenApartIfThatIsAskedFor(String argument, String json) throws IOException {
    StringWriter out = new StringWriter();
    ArgumentsJson.Outcome outcome = ArgumentsJson.write(one(argument), out, true);
    assertThat(out.toString().replaceAll("\n *", "")).contains("[{\"arg0\": " + json + "}]");
    assertThat(outcome.unparsedCount()).isZero();
  }

  @Test
  void whatCannotBeTakenApartIsCountedByItsType() throws IOException {
    OperationArguments arguments =
        new OperationArguments(
            List.of(
                new Call("ttnn::add", List.of("1", "A(b=(1", "A(2, b)", "ns::B([)]", "[1 2]"))));
    assertThat(ArgumentsJson.write(arguments, new StringWriter()))
        .isEqualTo(new ArgumentsJson.Outcome(5, Map.of("A", 2, "ns::B", 1, "other", 1)));
    assertThat(ArgumentsJson.write(arguments, new StringWriter(), true).unparsed())
        .containsOnlyKeys("A", "ns::B")
        .containsEntry("A", 1);
  }

  @Test
  void controlCharactersAndQuotesCannotBreakTheDocument() {
    assertThat(compact("A(name=\"x=(y)\u0007\")"))
        .isEqualTo("{\"A\": {\"name\": \"x=(y)\\u0007\"}}");
    assertThat(compact("a \"b\u001b")).isEqualTo("\"a \\\"b\\u001b\"");
    assertThat(compact("A(x=1e999)")).isEqualTo("{\"A\": {\"x\": \"Infinity\"}}");
    assertThat(element("A(x=99999999999999999999)")).contains("UnparsedElement", "64 bits");
    assertThat(element("A(x=" + "B(y=".repeat(100_000))).contains("UnparsedElement");
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
      requireJson(document(argument.toString()), argument.toString());
      requireJson(takenApart(argument.toString()), argument.toString());
    }
    String deep = "A(x=".repeat(100_000) + ")".repeat(100_000);
    requireJson(takenApart(deep), "deep");
  }

  private static void requireJson(String document, String argument) {
    try (JsonReader json = JsonReader.of(document, argument)) {
      json.skip();
      json.requireEnd();
    }
  }

  private static String takenApart(String argument) {
    StringWriter out = new StringWriter();
    try {
      ArgumentsJson.write(one(argument), out, true);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toString();
  }

  private static OperationArguments one(String... arguments) {
    return new OperationArguments(List.of(new Call("ttnn::add", List.of(arguments))));
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
      ArgumentsJson.write(one(arguments), out);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toString();
  }

  /** The value of the only argument on one line. */
  private static String compact(String argument) {
    String element = element(argument);
    assertThat(element).startsWith("{\"arg0\": ");
    return element.substring("{\"arg0\": ".length(), element.length() - 1);
  }

  /** What stands for the only argument, on one line. */
  private static String element(String argument) {
    String line = document(argument).replaceAll("\n *", "");
    String before = "\"arguments\": [";
    return line.substring(line.indexOf(before) + before.length(), line.length() - "]}]}".length());
  }
}
