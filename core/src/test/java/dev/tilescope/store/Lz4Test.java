package dev.tilescope.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class Lz4Test {
  private final Lz4 lz4 = new Lz4();

  /** From noise to one byte repeated. */
  private static byte[] bytes(int length, int alphabet, long seed) {
    Random random = new Random(seed);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      boolean copy = i > 100 && random.nextInt(40) > 0;
      bytes[i] = copy ? bytes[i - 1 - i % 97] : (byte) random.nextInt(alphabet);
    }
    return bytes;
  }

  @Property(tries = 300, seed = "42")
  void whatIsCompressedExpandsToTheSame(
      @ForAll @IntRange(min = 0, max = 200_000) int length,
      @ForAll @IntRange(min = 1, max = 256) int alphabet,
      @ForAll long seed) {
    byte[] bytes = bytes(length, alphabet, seed);
    assertThat(Lz4.expand(lz4.compress(bytes, length), length)).isEqualTo(bytes);
  }

  @Property(tries = 500, seed = "43")
  void aDamagedBlockExpandsToNothingOrToTheLengthItShould(
      @ForAll @IntRange(min = 1, max = 3000) int length,
      @ForAll @IntRange(min = 0, max = 100_000) int place,
      @ForAll byte value,
      @ForAll long seed) {
    byte[] block = lz4.compress(bytes(length, 4, seed), length);
    block[place % block.length] = value;
    byte[] expanded = Lz4.expand(block, length);
    assertThat(expanded == null || expanded.length == length).isTrue();
    assertThat(Lz4.expand(block, length + 1))
        .satisfiesAnyOf(
            wrong -> assertThat(wrong).isNull(), wrong -> assertThat(wrong).hasSize(length + 1));
  }

  @Test
  void aBlockOfAnotherProgramExpands() {
    byte[] block = {0x45, 'a', 'b', 'c', 'd', 4, 0, (byte) 0x50, 'e', 'n', 'd', '.', '.'};
    assertThat(Lz4.expand(block, 18))
        .isEqualTo("abcdabcdabcdaend..".getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void aReportShrinksToAFraction() {
    byte[] text =
        new TraceText().start("a").end("a").trace().repeat(200).getBytes(StandardCharsets.UTF_8);
    assertThat(lz4.compress(text, text.length).length).isLessThan(text.length / 20);
  }
}
