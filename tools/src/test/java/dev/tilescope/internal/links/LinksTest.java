package dev.tilescope.internal.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.links.Link.Confidence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class LinksTest {
  private static List<Ran> named(String... names) {
    return Arrays.stream(names).map(Ran::named).toList();
  }

  private static Ran call(String name, String tensors, int device, long call, long replay) {
    return new Ran(name, tensors, "", device, call, replay, Ran.UNKNOWN);
  }

  private static int[] targets(Links links) {
    return IntStream.range(0, links.byRow().size()).map(links::target).toArray();
  }

  @Test
  void equalListsAreLinkedOneByOneWithCertainty() {
    Links links = Links.of(named("Matmul", "Softmax"), named("Matmul", "Softmax"));
    assertThat(targets(links)).containsExactly(0, 1);
    assertThat(links.linked(Confidence.CERTAIN)).isEqualTo(2);
    assertThat(links.problem()).isNull();
  }

  @Test
  void aPartIsFoundInItsWhole() {
    assertThat(targets(Links.of(named("b", "c", "d"), named("a", "b", "c", "d", "e"))))
        .containsExactly(1, 2, 3);
  }

  @Test
  void aPartThatFitsInTwoPlacesIsNotCertain() {
    Links links = Links.of(named("b", "c"), named("a", "b", "c", "b", "c", "d"));
    assertThat(links.linked()).isEqualTo(2);
    assertThat(links.linked(Confidence.CERTAIN)).isZero();
  }

  @Test
  void ofSeveralAlikeTheOneWithTheSameTensorsIsMeant() {
    List<Ran> targets =
        List.of(call("Matmul", "32x64", -1, -1, -1), call("Matmul", "8", -1, -1, -1));
    assertThat(targets(Links.of(List.of(call("Matmul", "8", 0, 5, -1)), targets)))
        .containsExactly(1);
  }

  @Test
  void whatNothingIsCalledSaysSo() {
    Links links = Links.of(named("a", "Frobnicate", "b"), named("a", "b"));
    assertThat(targets(links)).containsExactly(0, -1, 1);
    assertThat(links.words(1)).isEqualTo("none is called Frobnicate");
  }

  @Test
  void theCountOfCallsTellsWhichOfManyLayersWasDropped() {
    List<Ran> targets = new ArrayList<>();
    List<Ran> rows = new ArrayList<>();
    targets.add(Ran.named("Embedding"));
    for (int layer = 0; layer < 30; layer++) {
      targets.addAll(named("Norm", "Matmul", "Add"));
    }
    targets.addAll(named("Head", "Argmax", "Copy"));
    for (int i = 0; i < targets.size(); i++) {
      if (i < 31 || i >= 34) {
        rows.add(call(targets.get(i).name(), "", 0, 100 + i, -1));
      }
    }
    Links links = Links.of(rows, targets);
    assertThat(links.target(30)).isEqualTo(30);
    assertThat(links.target(31)).isEqualTo(34);
    assertThat(links.confidence(31)).isEqualTo(Confidence.CERTAIN);
    List<Ran> uncounted = rows.stream().map(row -> Ran.named(row.name())).toList();
    assertThat(Links.of(uncounted, targets).confidence(31)).isNotEqualTo(Confidence.CERTAIN);
  }

  @Test
  void rowsOfAllDevicesAndReplaysOfACallAreOneOperation() {
    List<Ran> rows = new ArrayList<>();
    for (int device = 7; device >= 0; device--) {
      for (int replay = -1; replay < 3; replay++) {
        rows.add(call("Matmul", "", device, 11, replay));
        rows.add(call("Softmax", "", device, 12, replay));
      }
    }
    Links links = Links.of(rows, named("Matmul", "Softmax"));
    for (int i = 0; i < rows.size(); i++) {
      assertThat(links.target(i)).isEqualTo(rows.get(i).name().equals("Matmul") ? 0 : 1);
    }
    assertThat(links.linked(Confidence.CERTAIN)).isEqualTo(rows.size());
  }

  @Test
  void numbersThatHoldTheDeviceAreThoseOfTheCall() {
    List<Ran> rows = List.of(call("a", "", 0, 1024, -1), call("a", "", 3, 1027, -1));
    assertThat(CallNumbers.of(rows)).allMatch(row -> row.call() == 1);
    List<Ran> plain = List.of(call("a", "", 0, 1024, -1), call("a", "", 3, 1028, -1));
    assertThat(CallNumbers.of(plain)).isEqualTo(plain);
    List<Ran> program = List.of(call("a", "", -1, 2049, -1), call("b", "", -1, 3073, -1));
    assertThat(CallNumbers.of(program)).extracting(Ran::call).containsExactly(2L, 3L);
    List<Ran> few = List.of(call("a", "", -1, 1, -1), call("b", "", -1, 2, -1));
    assertThat(CallNumbers.of(few)).isEqualTo(few);
  }

  @Test
  void devicesThatCountForThemselvesAreEachLinkedWithTheReport() {
    List<Ran> rows =
        List.of(
            call("Matmul", "", 0, 1, -1),
            call("Softmax", "", 0, 2, -1),
            call("Matmul", "", 1, 51, -1),
            call("Softmax", "", 1, 52, -1));
    assertThat(targets(Links.of(rows, named("Matmul", "Softmax")))).containsExactly(0, 1, 0, 1);
  }

  @Test
  void aWarmUpBeforeTheReportIsNotMistakenForItWithCertainty() {
    List<Ran> rows = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      if (i != 4) {
        rows.add(call(List.of("a", "b", "c", "d", "e").get(i % 5), "", 0, i, -1));
      }
    }
    Links links = Links.of(rows, named("a", "b", "c", "d", "e"));
    assertThat(links.linked(Confidence.CERTAIN)).isZero();
  }

  @Test
  void rowsOfOneLayerAreNotOfAReportOfTwo() {
    List<Ran> targets = named("a", "w", "x", "w", "x", "p", "q", "p", "q", "z");
    List<String> one = List.of("a", "w", "x", "p", "q", "z");
    List<Ran> rows =
        IntStream.range(0, one.size()).mapToObj(i -> call(one.get(i), "", 0, i, -1)).toList();
    assertThat(Links.of(rows, targets).problem()).contains("it is of another run");
    List<Ran> two =
        IntStream.range(0, targets.size())
            .mapToObj(i -> call(targets.get(i).name(), "", 0, i, -1))
            .toList();
    assertThat(Links.of(two, rows.stream().map(row -> Ran.named(row.name())).toList()).problem())
        .contains("it is of another run");
  }

  @Test
  void aRowOutOfOrderIsLinkedIfNothingElseIsLikeIt() {
    List<Ran> targets =
        IntStream.range(0, 6).mapToObj(i -> call("Op" + i, "8x" + i, -1, -1, -1)).toList();
    List<Ran> rows =
        IntStream.of(0, 4, 2, 3, 1, 5).mapToObj(i -> call("Op" + i, "8x" + i, 0, -1, -1)).toList();
    assertThat(targets(Links.of(rows, targets))).containsExactly(0, 4, 2, 3, 1, 5);
  }

  @Test
  void noRowsAndNoTargetsSayWhy() {
    assertThat(Links.of(List.of(), named("a")).problem()).contains("no rows");
    assertThat(Links.of(named("a"), List.of()).problem()).contains("none is called a");
  }

  @Test
  void aHundredThousandRowsAreLinkedInSeconds() {
    Random random = new Random(7);
    List<Ran> targets = new ArrayList<>();
    List<Ran> counted = new ArrayList<>();
    List<Ran> bare = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      String name = "Op" + (i % 23 == 0 ? random.nextInt(5) : i % 23);
      targets.add(Ran.named(name));
      if (random.nextInt(10) > 0) {
        counted.add(call(name, "", 0, i, -1));
        bare.add(Ran.named(name));
      }
    }
    Assertions.assertTimeout(
        Duration.ofSeconds(60),
        () -> {
          Links links = Links.of(counted, targets);
          assertThat(links.linked()).isEqualTo(counted.size());
          assertThat(Links.of(bare, targets).linked()).isGreaterThan(bare.size() * 9L / 10);
        });
  }
}
