package dev.tilescope.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class VarintsTest {
  private static byte[] bytes(long value) {
    byte[] target = new byte[Varints.MOST_BYTES];
    return Arrays.copyOf(target, Varints.put(target, 0, value));
  }

  @Property(seed = "21")
  void numbersComeBack(@ForAll long value) {
    byte[] written = bytes(value);
    assertThat(Varints.end(written, 0, written.length)).isEqualTo(written.length);
    assertThat(Varints.get(written, 0)).isEqualTo(value);
    assertThat(Varints.toSigned(Varints.ofSigned(value))).isEqualTo(value);
  }

  @Property(seed = "22", tries = 200)
  void aNumberThatIsCutOffEndsBehindTheLimit(@ForAll long value) {
    byte[] written = bytes(value);
    for (int limit = 0; limit < written.length; limit++) {
      assertThat(Varints.end(written, 0, limit)).isEqualTo(limit + 1);
    }
  }

  @Test
  void theBytesAreThoseOfProtobuf() {
    assertThat(bytes(0)).containsExactly(0);
    assertThat(bytes(127)).containsExactly(127);
    assertThat(bytes(300)).containsExactly(0xAC, 0x02);
    assertThat(bytes(-1)).hasSize(10).endsWith(0xFF, 0x01);
    assertThat(Varints.ofSigned(-1)).isEqualTo(1);
    assertThat(Varints.ofSigned(1)).isEqualTo(2);
  }

  @Test
  void moreThan64BitsAreSeen() {
    byte[] endless = new byte[20];
    Arrays.fill(endless, (byte) 0x80);
    assertThat(Varints.end(endless, 3, 20) - 3).isGreaterThan(Varints.MOST_BYTES);
    assertThat(Varints.end(endless, 3, 13) - 3).isGreaterThan(Varints.MOST_BYTES);
    assertThat(Varints.end(endless, 3, 12)).isEqualTo(13);
  }
}
