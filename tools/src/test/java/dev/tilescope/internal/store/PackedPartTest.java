package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedPartTest {
  @Test
  void everyPartComesOutAsItWas() {
    Random random = new Random(7);
    for (int length : new int[] {1, 1000, 65_535, 65_536, 1 << 20}) {
      byte[] noise = new byte[length];
      random.nextBytes(noise);
      byte[] text = "{\"node_type\": 1}, ".repeat(length).substring(0, length).getBytes();
      for (byte[] part : new byte[][] {noise, text}) {
        byte[] packed = PackedPart.pack(part, length);
        assertThat(packed.length).isLessThanOrEqualTo(length);
        assertThat(PackedPart.unpack(packed, length)).isEqualTo(part);
      }
      assertThat(PackedPart.pack(text, length).length)
          .isLessThan(length < 65_536 ? length + 1 : length / 10);
    }
  }

  @Test
  void damagedBytesAreNoPart() {
    byte[] part = "a report ".repeat(20_000).getBytes();
    byte[] packed = PackedPart.pack(part, part.length);
    assertThat(PackedPart.unpack(Arrays.copyOf(packed, packed.length / 2), part.length)).isNull();
    assertThat(PackedPart.unpack(packed, part.length - 1)).isNull();
    assertThat(PackedPart.unpack(packed, part.length + 1)).isNull();
    packed[0] ^= 1;
    assertThat(PackedPart.unpack(packed, part.length)).isNull();
  }
}
