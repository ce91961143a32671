package dev.tilescope.args;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.args.CallRecord.Content;
import dev.tilescope.internal.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallJsonTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 7})
  void theHeadIsWhatAFileBeginsWithUpToTheOperation(long parent) {
    Content content = new Content("ttnn.\"add\"", List.of(), -1, null, false, null, null);
    CallRecord call = new CallRecord(12, parent, "20261116_101112_131415", content, true);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.pretty(file)) {
      new CallJson(json, TraceOptions.DEFAULT, elements -> "").write(call);
    }
    byte[] head = CallJson.head(call);
    assertThat(file.toByteArray()).startsWith(head);
    assertThat(file.toString().substring(head.length))
        .startsWith(",\n  \"operation_name\": \"ttnn.\\\"add\\\"\",");
  }
}
