package dev.tilescope.golden;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** All golden cases, by family. A new operation is a new entry in the table of its family. */
final class OperationGoldenCases {
  static final List<GoldenCase> CASES =
      Stream.of(
              ElementwiseCases.CASES,
              FunctionCases.CASES,
              LogicCases.CASES,
              InPlaceCases.CASES,
              MatmulCases.CASES,
              MovementCases.CASES,
              PlacementCases.CASES,
              PartCases.CASES,
              IndexCases.CASES,
              CreationCases.CASES,
              TransformerCases.CASES,
              ReductionCases.CASES,
              NormCases.CASES,
              SoftmaxCases.CASES,
              CollectiveCases.CASES,
              ImageCases.CASES,
              ConvolutionCases.CASES,
              ModelCases.CASES,
              NamedModelCases.CASES)
          .flatMap(List::stream)
          .toList();

  private OperationGoldenCases() {}

  /** The operations that have a case, by their names in traces, such as {@code ttnn::add}. */
  static Set<String> covered() {
    Set<String> names = new TreeSet<>();
    CASES.forEach(golden -> names.add(golden.operation()));
    return names;
  }
}
