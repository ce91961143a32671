package dev.tilescope.device.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** What holds of every table, also of those to come. */
class TableTest {
  private static final int ROOM_BYTES = 160;

  private static List<Table> commands() {
    Stream<Table> prefetch = Stream.of(PrefetchCode.values()).skip(1).map(PrefetchCode::table);
    Stream<Table> dispatch = Stream.of(DispatchCode.values()).skip(1).map(DispatchCode::table);
    return Stream.concat(prefetch, dispatch).toList();
  }

  private static List<Table> all() {
    List<Table> tables = new ArrayList<>(commands());
    for (Table command : commands()) {
      if (command.entries() != null) {
        tables.add(command.entries().table());
        tables.add(command.entries().brief());
      }
    }
    tables.add(LaunchMessage.TABLE);
    return tables;
  }

  @Provide
  Arbitrary<Table> tables() {
    return Arbitraries.of(all());
  }

  /** The number of a command, its stride and all of its fields. */
  @Test
  void noTwoFieldsShareABit() {
    for (Table table : all()) {
      int[] used = new int[ROOM_BYTES];
      if (commands().contains(table)) {
        used[0] = 0xFF;
        int stride = table.strideAt();
        Arrays.fill(used, stride, stride == 0 ? 1 : stride + Integer.BYTES, 0xFF);
      }
      for (Field field : table.fields()) {
        for (int at = 0; at < ROOM_BYTES; at++) {
          int bits = field.bitsIn(at);
          assertThat(used[at] & bits)
              .as("bits of byte %d that %s shares in %s", at, field.name(), table.type())
              .isZero();
          used[at] |= bits;
        }
      }
    }
  }

  @Test
  void everyComponentHasAPartAndEveryFieldItsOwnName() {
    for (Table table : all()) {
      if (table.type().isRecord()) {
        assertThat(table.parts())
            .as("parts of %s", table.type())
            .hasSameSizeAs(table.type().getRecordComponents());
      }
      assertThat(table.fields().stream().map(Field::name)).doesNotHaveDuplicates();
    }
  }

  /** Whatever a field is given, it gives back, and touches no other. */
  @Property(tries = 2000, seed = "21")
  void aFieldHoldsItsNumberAndTouchesNoOther(
      @ForAll("tables") Table table, @ForAll @IntRange(max = 15) int which, @ForAll long number) {
    if (table.fields().isEmpty()) {
      return;
    }
    Field field = table.fields().get(which % table.fields().size());
    long within = within(field, number);
    byte[] bytes = new byte[ROOM_BYTES];
    field.write(bytes, 0, within);
    assertThat(field.read(bytes, 0)).isEqualTo(within);
    for (int at = 0; at < ROOM_BYTES; at++) {
      assertThat(bytes[at] & 0xFF & ~field.bitsIn(at)).as("byte %d", at).isZero();
    }
  }

  private static long within(Field field, long number) {
    Field.Range range = field.range();
    if (range == Field.Range.ALL) {
      return field.bits() == Long.SIZE ? number : number & 0xFFFF_FFFFL;
    }
    return range.least() + Math.floorMod(number, range.most() - range.least() + 1);
  }

  @Property(tries = 1000, seed = "22")
  void whatAFieldCannotHoldIsRefusedByItsName(
      @ForAll("tables") Table table, @ForAll @IntRange(max = 15) int which, @ForAll boolean below) {
    if (table.fields().isEmpty()) {
      return;
    }
    Field field = table.fields().get(which % table.fields().size());
    Field.Range range = field.range();
    if (range != Field.Range.ALL) {
      long wrong = below ? range.least() - 1 : range.most() + 1;
      assertThatThrownBy(() -> field.write(new byte[ROOM_BYTES], 0, wrong))
          .hasMessage(
              "command field %s must be %d to %d, got %d",
              field.name(), range.least(), range.most(), wrong);
    }
  }

  /** The quick ways to read a command and the plain ones are two sayings of one thing. */
  @Property(tries = 2000, seed = "24")
  void aFieldOfACommandReadsTheSameInBothWays(
      @ForAll("tables") Table table, @ForAll @Size(ROOM_BYTES) byte[] bytes) {
    if (commands().contains(table)) {
      for (Field field : table.fields()) {
        assertThat(field.readHeader(bytes, 0)).as(field.name()).isEqualTo(field.read(bytes, 0));
      }
    }
  }

  @Property(tries = 20_000, seed = "25")
  void whatIsSoundAtALookIsSoundFieldByField(
      @ForAll("tables") Table table, @ForAll @Size(16) byte[] noise, @ForAll byte[] mask) {
    if (commands().contains(table) && table.fields().stream().allMatch(f -> f.end() <= 16)) {
      byte[] bytes = noise.clone();
      for (int i = 0; i < Math.min(mask.length, bytes.length); i++) {
        bytes[i] &= mask[i];
      }
      boolean isSound = table.check().isSound(bytes, 0);
      if (isSound) {
        assertThat(table.check().sizing().tailAt(bytes, 0)).isEqualTo(table.sizeAt(bytes, 0));
      }
      assertThat(isSound).isEqualTo(isSoundFieldByField(table, bytes));
    }
  }

  private static boolean isSoundFieldByField(Table table, byte[] bytes) {
    try {
      table.check().entry("command", TableCheck.NO_ENTRY, bytes, 0);
      for (Field field : table.fields()) {
        field.check("command", TableCheck.NO_ENTRY, bytes, 0);
      }
      return true;
    } catch (CorruptCommandsException e) {
      return false;
    }
  }

  @Provide
  Arbitrary<List<PrefetchCommand>> traces() {
    return AnyCommands.traces();
  }

  /** Its size, its bytes and its table agree. */
  @Property(tries = 300, seed = "23")
  void aCommandIsAsLongAsItsTableSays(@ForAll("traces") List<PrefetchCommand> commands) {
    for (PrefetchCommand command : commands) {
      byte[] bytes = new byte[command.sizeBytes()];
      command.write(bytes, 0);
      assertThat(command.code().table().sizeAt(bytes, 0)).isEqualTo(command.sizeBytes());
    }
  }

  /** The commands that other tests are about are all there are. */
  @Test
  void anyCommandsAreOfEveryCode() {
    Set<PrefetchCode> prefetch = EnumSet.allOf(PrefetchCode.class);
    Set<DispatchCode> dispatch = EnumSet.allOf(DispatchCode.class);
    prefetch.remove(PrefetchCode.ILLEGAL);
    dispatch.remove(DispatchCode.ILLEGAL);
    AnyCommands.traces()
        .list()
        .ofSize(2000)
        .sample()
        .forEach(trace ->
            trace.forEach(command -> {
              prefetch.remove(command.code());
              if (command instanceof PrefetchCommand.Inline inline) {
                dispatch.remove(inline.payload().code());
              }
            }));
    assertThat(prefetch).isEmpty();
    assertThat(dispatch).isEmpty();
  }

  /** A name that no field has would only be noticed when such a command is printed. */
  @Test
  void textsNameFieldsThatThereAre() {
    for (Table table : commands()) {
      CommandText.NAMED
          .matcher(table.text())
          .results()
          .forEach(named -> {
            boolean isOfEntries = Set.of("sum", "each").contains(String.valueOf(named.group(2)));
            Table of = isOfEntries ? Objects.requireNonNull(table.entries()).table() : table;
            assertThat(of.field(named.group(1))).isNotNull();
          });
    }
  }
}
