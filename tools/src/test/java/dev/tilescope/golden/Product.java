package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.ops.options.MatmulOptions;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The operands of a matrix product: any of the batches that TT-NN takes, transposed or not. */
record Product(Operand a, Operand b, boolean transposeA, boolean transposeB, int columns) {
  static Product drawn(Draw draw) {
    int rows = draw.between(7, 70);
    int inner = draw.between(1, 90);
    int columns = draw.between(7, 70);
    boolean transposeA = draw.flip();
    boolean transposeB = draw.flip();
    int[] batch = draw.flip() ? new int[0] : new int[] {draw.between(1, 3), draw.between(1, 3)};
    int[] ones = batch.clone();
    Arrays.fill(ones, 1);
    int kind = draw.between(0, 3);
    int[] batchA = kind == 1 ? ones : batch;
    int[] batchB = kind == 2 ? ones : kind == 3 ? new int[0] : batch;
    return new Product(
        draw.tensor(matrix(batchA, rows, inner, transposeA)),
        draw.tensor(matrix(batchB, inner, columns, transposeB)),
        transposeA,
        transposeB,
        columns);
  }

  private static int[] matrix(int[] batch, int rows, int columns, boolean transposed) {
    int[] last = transposed ? new int[] {columns, rows} : new int[] {rows, columns};
    return IntStream.concat(IntStream.of(batch), IntStream.of(last)).toArray();
  }

  MatmulOptions options() {
    return MatmulOptions.DEFAULT.withTransposeA(transposeA).withTransposeB(transposeB);
  }

  String arguments() {
    return "transpose_a=%s transpose_b=%s".formatted(transposeA, transposeB);
  }

  OnnxValue golden() {
    return oracle("MatMul").input(given(a, transposeA)).input(given(b, transposeB));
  }

  private static OnnxValue given(Operand operand, boolean transposed) {
    if (!transposed) {
      return operand.golden();
    }
    int rank = operand.rank();
    int[] order = IntStream.range(0, rank).toArray();
    order[rank - 2] = rank - 1;
    order[rank - 1] = rank - 2;
    return oracle("Transpose").ints("perm", order).input(operand.golden());
  }
}
