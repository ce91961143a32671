package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sixteen experts on the eight devices of a t3000, two rows of four; expert e is on 3e mod 8. All
 * is compared with the golden references too.
 */
class ExpertExchangeTest {
  private static final int DEVICES = 8;
  private static final int COLUMNS = 4;
  private static final int EXPERTS = 16;
  private static final int CHOSEN = 3;
  private static final int HIDDEN = 4;

  private MeshDevice mesh;

  @BeforeEach
  void open() {
    mesh = MeshDevice.open("t3000");
    Comparison.enable(0.9999, true);
  }

  @AfterEach
  void close() {
    Comparison.disable();
    mesh.close();
  }

  private static int deviceOf(int expert) {
    return 3 * expert % DEVICES;
  }

  private static List<Integer> expertsOf(int device) {
    return IntStream.range(0, EXPERTS).filter(e -> deviceOf(e) == device).boxed().toList();
  }

  /** The experts of a token, no two of them alike. */
  private static int expert(int token, int choice) {
    return (7 * token + 5 * choice) % EXPERTS;
  }

  private static Tensor numbers(int[] values, int... shape) {
    return Ttnn.fromArray(values, Shape.of(shape), DataType.UINT16, Layout.ROW_MAJOR);
  }

  private static Tensor rows(float[] values, int... shape) {
    return Ttnn.fromArray(values, Shape.of(shape), DataType.BFLOAT16, Layout.ROW_MAJOR);
  }

  private Tensor everywhere(Tensor host) {
    return Ttnn.distributeTensor(host, MeshMapper.replicate(), mesh);
  }

  private Tensor mapping() {
    int[] mapping = new int[EXPERTS * DEVICES];
    for (int expert = 0; expert < EXPERTS; expert++) {
      mapping[expert * DEVICES + deviceOf(expert)] = 1;
    }
    return everywhere(numbers(mapping, 1, 1, EXPERTS, DEVICES));
  }

  private static float value(int token, int element) {
    return 1 + (token * HIDDEN + element) % 50;
  }

  private static Values part(Tensor tensor, int device) {
    List<Values> parts = tensor.requireParts("tensor");
    return parts.get(parts.size() == 1 ? 0 : device);
  }

  private static float[] row(Tensor tensor, int device, int row) {
    return Arrays.copyOfRange(part(tensor, device).floats(), row * HIDDEN, row * HIDDEN + HIDDEN);
  }

  private static float[] token(int token, int more) {
    float[] row = new float[HIDDEN];
    for (int i = 0; i < HIDDEN; i++) {
      row[i] = value(token, i) + more;
    }
    return row;
  }

  /** Tokens of a group in their order, shared out along the batch or the sequence. */
  private record Tokens(int axis, int dim, int batch, int length) {
    static Tokens of(int axis, int dim) {
      int group = axis == 0 ? DEVICES / COLUMNS : COLUMNS;
      return new Tokens(axis, dim, dim == 1 ? 2 * group : 2, dim == 2 ? 3 * group : 3);
    }

    int count() {
      return batch * length;
    }

    int group() {
      return axis == 0 ? DEVICES / COLUMNS : COLUMNS;
    }

    int member(int device) {
      return axis == 0 ? device / COLUMNS : device % COLUMNS;
    }

    boolean sameGroup(int one, int other) {
      return axis == 0 ? one % COLUMNS == other % COLUMNS : one / COLUMNS == other / COLUMNS;
    }

    MeshMapper mapper() {
      int cut = dim == 1 ? 0 : 2;
      return MeshMapper.shard2d(axis == 0 ? cut : null, axis == 1 ? cut : null);
    }

    Tensor tokens(MeshDevice mesh) {
      float[] values = new float[count() * HIDDEN];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(i / HIDDEN, i % HIDDEN);
      }
      return Ttnn.distributeTensor(rows(values, batch, 1, length, HIDDEN), mapper(), mesh);
    }

    int[] chosen() {
      return IntStream.range(0, count() * CHOSEN)
          .map(i -> expert(i / CHOSEN, i % CHOSEN))
          .toArray();
    }

    Tensor indices(MeshDevice mesh) {
      return Ttnn.distributeTensor(numbers(chosen(), batch, 1, length, CHOSEN), mapper(), mesh);
    }

    List<Tensor> dispatched(MeshDevice mesh, Tensor mapping) {
      Object made =
          OperationCall.of("all_to_all_dispatch")
              .with(tokens(mesh), indices(mesh), mapping)
              .withArgument("cluster_axis", axis)
              .withArgument("output_concat_dim", dim)
              .run();
      return OperationCall.tensors(made);
    }
  }

  @ParameterizedTest
  @CsvSource({"0,1", "0,2", "1,1", "1,2"})
  void tokensGoToTheDevicesOfTheirExperts(int axis, int dim) {
    Tokens tokens = Tokens.of(axis, dim);
    List<Tensor> results = tokens.dispatched(mesh, mapping());
    Shape shape = Shape.of(1, tokens.batch(), tokens.length(), HIDDEN);
    assertThat(results.getFirst().shape()).isEqualTo(shape);
    for (int device = 0; device < DEVICES; device++) {
      assertThat(part(results.get(1), device).integers()).isEqualTo(tokens.chosen());
      for (int token = 0; token < tokens.count(); token++) {
        int on = device;
        int asked = token;
        boolean wanted = IntStream.range(0, CHOSEN).anyMatch(k -> deviceOf(expert(asked, k)) == on);
        assertThat(row(results.getFirst(), device, token))
            .isEqualTo(wanted ? token(token, 0) : new float[HIDDEN]);
      }
    }
  }

  /** Each expert adds its number to what it sees. */
  private static float[] made(Tokens tokens) {
    float[] made = new float[EXPERTS * tokens.count() * HIDDEN];
    for (int device = 0; device < DEVICES; device++) {
      List<Integer> own = expertsOf(device);
      for (int i = 0; i < own.size() * tokens.count(); i++) {
        int expert = own.get(i / tokens.count());
        float[] row = token(i % tokens.count(), expert);
        int at = (device * own.size() * tokens.count() + i) * HIDDEN;
        System.arraycopy(row, 0, made, at, HIDDEN);
      }
    }
    return made;
  }

  @ParameterizedTest
  @CsvSource({"0,1", "0,2", "1,1", "1,2"})
  void whatExpertsMadeComesBackToTheTokensOwners(int axis, int dim) {
    Tokens tokens = Tokens.of(axis, dim);
    Tensor metadata =
        everywhere(numbers(tokens.chosen(), 1, tokens.batch(), tokens.length(), CHOSEN));
    Tensor contributions =
        Ttnn.distributeTensor(
            rows(made(tokens), EXPERTS, tokens.batch(), tokens.length(), HIDDEN),
            MeshMapper.shard(0),
            mesh);
    Tensor combined =
        (Tensor)
            OperationCall.of("all_to_all_combine")
                .with(contributions, metadata, mapping())
                .withArgument("cluster_axis", axis)
                .withArgument("output_shard_dim", dim)
                .run();
    int batch = dim == 1 ? 2 : tokens.batch();
    int length = dim == 2 ? 3 : tokens.length();
    assertThat(combined.shape()).isEqualTo(Shape.of(CHOSEN, batch, length, HIDDEN));
    for (int device = 0; device < DEVICES; device++) {
      for (int i = 0; i < CHOSEN * batch * length; i++) {
        int b = i / length % batch + (dim == 1 ? tokens.member(device) * batch : 0);
        int s = i % length + (dim == 2 ? tokens.member(device) * length : 0);
        int token = b * tokens.length() + s;
        int expert = expert(token, i / (batch * length));
        boolean near = tokens.sameGroup(device, deviceOf(expert));
        assertThat(row(combined, device, i))
            .isEqualTo(near ? token(token, expert) : new float[HIDDEN]);
      }
    }
  }

  @Test
  void chosenWeightsAreSharedOutInTheirOrder() {
    float[] weights = new float[32];
    int[] places = {2, 4, 10, 13, 14, 18, 22, 24};
    for (int i = 0; i < places.length; i++) {
      weights[places[i]] = i + 1;
    }
    Tensor routed =
        (Tensor)
            OperationCall.of("moe_routing_remap")
                .with(everywhere(rows(weights, 1, 32)), 8, 4, 1)
                .run();
    for (int device = 0; device < DEVICES; device++) {
      float[] own = new float[32];
      for (int i = 2 * (device % COLUMNS); i < 2 * (device % COLUMNS) + 2; i++) {
        own[places[i]] = i + 1;
      }
      assertThat(part(routed, device).floats()).isEqualTo(own);
    }
  }

  @Test
  void aDeviceHasTheScoresOfItsOwnExperts() {
    int tokens = 32;
    float[] scores = new float[tokens * EXPERTS];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = 1 + i % 100;
    }
    int[] chosen = new int[tokens * CHOSEN];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = expert(i / CHOSEN / 8, i % CHOSEN);
    }
    Object results =
        OperationCall.of("moe_expert_token_remap")
            .with(
                everywhere(rows(scores, 1, 8, 4, EXPERTS)),
                mapping(),
                everywhere(numbers(chosen, 1, 8, 4, CHOSEN)))
            .run();
    List<Tensor> made = OperationCall.tensors(results);
    for (int device = 0; device < DEVICES; device++) {
      List<Integer> own = expertsOf(device);
      float[] mapped = new float[tokens * own.size()];
      int[] reduced = new int[tokens / 16 * own.size()];
      for (int i = 0; i < chosen.length; i++) {
        int local = own.indexOf(chosen[i]);
        int token = i / CHOSEN;
        if (local >= 0) {
          mapped[token * own.size() + local] = scores[token * EXPERTS + chosen[i]];
          reduced[token / 16 * own.size() + local] = 1;
        }
      }
      assertThat(part(made.get(0), device).floats()).isEqualTo(mapped);
      assertThat(part(made.get(1), device).integers()).isEqualTo(reduced);
    }
  }

  @Test
  void whatDoesNotFitTheMeshIsRefused() {
    Tokens tokens = Tokens.of(1, 1);
    Tensor narrow = everywhere(numbers(new int[EXPERTS], 1, 1, EXPERTS, 1));
    assertThatThrownBy(() -> tokens.dispatched(mesh, narrow))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("expert_mapping_tensor: a column for each of 8 devices");
    OperationCall combine =
        OperationCall.of("all_to_all_combine")
            .with(tokens.tokens(mesh), tokens.indices(mesh), mapping());
    assertThatThrownBy(combine::run)
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("cluster_axis: ");
    OperationCall routing =
        OperationCall.of("moe_routing_remap").with(everywhere(rows(new float[32], 1, 32)), 8, 8, 1);
    assertThatThrownBy(routing::run)
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("expert parallel size (8) should be the same as");
  }
}
