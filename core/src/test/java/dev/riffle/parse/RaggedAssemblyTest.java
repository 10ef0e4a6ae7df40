package dev.riffle.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.FeatureSpec.Validation;
import dev.riffle.parse.Partition.RowLengths;
import dev.riffle.parse.Partition.RowLimits;
import dev.riffle.parse.Partition.RowSplits;
import dev.riffle.parse.Partition.RowStarts;
import dev.riffle.parse.Partition.UniformRowLength;
import dev.riffle.parse.Partition.ValueRowIds;
import dev.riffle.parse.internal.StepRows;
import dev.riffle.parse.internal.ValueRows;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RaggedAssemblyTest {

    private static final ValueRows PI = row(3, 1, 4, 1, 5, 9);

    private static ValueRows row(long... numbers) {
        return new ValueRows(Values.ofLongs(numbers), Values.ofInts(0, numbers.length));
    }

    private static ValueRows rows(Values numbers, int... splits) {
        return new ValueRows(numbers, Values.ofInts(splits));
    }

    private static Ragged spec(DType splits, Partition... partitions) {
        return new Ragged(DType.INT64, Optional.of("v"), List.of(partitions), splits, Validation.OFF);
    }

    private static Tensor single(ValueRows numbers, Partition... partitions) {
        return RaggedAssembly.ofSingle(
                "r", spec(DType.INT64, partitions), Map.of("v", PI, "p", numbers)::get, new BitSet());
    }

    private static void assertSplits(Tensor tensor, Values... splits) {
        assertEquals(List.of(splits), ((RaggedTensor) tensor).rowSplits());
    }

    @Test
    void allPartitionsDescribeEqualRows() {
        Values expected = Values.ofLongs(0, 2, 3, 3, 6);
        assertSplits(single(row(0, 2, 3, 3, 6), new RowSplits("p")), expected);
        assertSplits(single(row(2, 1, 0, 3), new RowLengths("p")), expected);
        assertSplits(single(row(0, 2, 3, 3), new RowStarts("p")), expected);
        assertSplits(single(row(2, 3, 3, 6), new RowLimits("p")), expected);
        assertSplits(single(row(0, 0, 1, 3, 3, 3), new ValueRowIds("p")), expected);
    }

    @Test
    void innerUniformRowsAreDenseAndOuterOnesHaveSplits() {
        assertEquals(new DenseTensor(Shape.of(3, 2), PI.values()), single(row(), new UniformRowLength(2)));
        assertEquals(new DenseTensor(Shape.of(6), PI.values()), single(row()));
        RaggedTensor inside = (RaggedTensor) single(row(2, 4), new RowLengths("p"), new UniformRowLength(1));
        assertEquals(Shape.of(1), inside.innerShape());
        Tensor outside = single(row(2, 1, 0, 3), new UniformRowLength(2), new RowLengths("p"));
        assertSplits(outside, Values.ofLongs(0, 2, 4), Values.ofLongs(0, 2, 3, 3, 6));
    }

    @Test
    void shiftsTheNumbersOfABatch() {
        Map<String, ValueRows> rows = Map.of(
                "v", rows(Values.ofLongs(2, 7, 3, 1, 4), 0, 2, 2, 5),
                "p", rows(Values.ofLongs(0, 2, 0, 1, 3), 0, 2, 2, 5));
        Tensor tensor = RaggedAssembly.ofBatch("r", spec(DType.INT32, new RowSplits("p")), rows::get, new BitSet());
        assertSplits(tensor, Values.ofInts(0, 1, 1, 3), Values.ofInts(0, 2, 3, 5));
    }

    @Test
    void keepsInvalidSplitsWithoutValidation() {
        assertSplits(single(row(0, 50), new RowSplits("p")), Values.ofLongs(0, 50));
        assertSplits(single(row(), new RowSplits("p")), Values.ofLongs());
        assertSplits(single(row(5, -7), new RowLengths("p")), Values.ofLongs(0, 5, -2));
        assertSplits(single(row(1L << 62, 1L << 62), new RowLengths("p")), Values.ofLongs(0, 1L << 62, Long.MIN_VALUE));
    }

    @Test
    void narrowSplitsWrap() {
        Map<String, ValueRows> rows = Map.of("v", PI, "p", row((1L << 40) + 6));
        Tensor tensor = RaggedAssembly.ofSingle(
                "r", spec(DType.INT32, new RowLengths("p")).validated(), rows::get, new BitSet());
        assertSplits(tensor, Values.ofInts(0, 6));
    }

    @Test
    void validationReportsTheRecordAtFault() {
        Map<String, ValueRows> rows = Map.of(
                "v", rows(Values.ofLongs(2, 7, 3, 1, 4), 0, 2, 2, 5),
                "p", rows(Values.ofLongs(2, 1, 1), 0, 1, 1, 3));
        ExampleParseException rejected = assertThrows(
                ExampleParseException.class,
                () -> RaggedAssembly.ofBatch(
                        "r", spec(DType.INT32, new RowLengths("p")).validated(), rows::get, new BitSet()));
        assertEquals("r", rejected.key().orElseThrow());
        assertEquals(2, rejected.batchIndex());
        assertTrue(rejected.expected().contains("\"p\""), rejected.getMessage());
    }

    @Test
    void rejectsMissingNegativeAndHugeRowIds() {
        for (ValueRows ids : List.of(row(), row(0, 0, 0, 0, 0, -1), row(0, 0, 0, 0, 0, 1L << 40), row(0, 1))) {
            assertThrows(ExampleParseException.class, () -> single(ids, new ValueRowIds("p")));
        }
        for (long id : new long[] {-1, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE}) {
            Map<String, ValueRows> rows =
                    Map.of("v", rows(Values.ofLongs(2), 0, 1), "p", rows(Values.ofLongs(id), 0, 1));
            assertThrows(
                    ExampleParseException.class,
                    () -> RaggedAssembly.ofBatch(
                            "r", spec(DType.INT64, new ValueRowIds("p")), rows::get, new BitSet()));
        }
    }

    @Test
    void rejectsValuesThatDoNotFillUniformRows() {
        Map<String, ValueRows> rows = Map.of("v", rows(Values.ofLongs(1, 2, 3), 0, 2, 3));
        ExampleParseException rejected = assertThrows(
                ExampleParseException.class,
                () -> RaggedAssembly.ofBatch("r", spec(DType.INT32, new UniformRowLength(2)), rows::get, new BitSet()));
        assertEquals(1, rejected.batchIndex());
    }

    @Test
    void dividesTheStepsOfLists() {
        StepRows values = new StepRows(rows(Values.ofLongs(1, -2, 3), 0, 2, 3), Values.ofInts(0, 0, 2));
        StepRows lengths = new StepRows(rows(Values.ofLongs(1, 1, 1), 0, 2, 3), Values.ofInts(0, 0, 2));
        Map<String, StepRows> rows = Map.of("v", values, "p", lengths);
        Tensor tensor = RaggedAssembly.ofLists("r", spec(DType.INT32, new RowLengths("p")), rows::get, new BitSet());
        assertSplits(tensor, Values.ofInts(0, 0, 2), Values.ofInts(0, 2, 3), Values.ofInts(0, 1, 2, 3));
        Tensor plain = RaggedAssembly.ofSingleList("r", spec(DType.INT32), key -> values.steps(), new BitSet());
        assertSplits(plain, Values.ofInts(0, 2, 3));
    }

    @Test
    void listsCanLackNumbersWithoutValidationOrShifts() {
        StepRows values = new StepRows(rows(Values.ofLongs(1, -2, 3), 0, 3), Values.ofInts(0, 1));
        StepRows none = new StepRows(rows(Values.ofLongs(), 0), Values.ofInts(0, 0));
        Map<String, StepRows> rows = Map.of("v", values, "p", none);
        Ragged lengths = spec(DType.INT32, new RowLengths("p"));
        assertSplits(
                RaggedAssembly.ofLists("r", lengths, rows::get, new BitSet()),
                Values.ofInts(0, 1),
                Values.ofInts(0),
                Values.ofInts(0));
        for (Ragged rejected : List.of(lengths.validated(), spec(DType.INT32, new RowLimits("p")))) {
            assertThrows(
                    ExampleParseException.class, () -> RaggedAssembly.ofLists("r", rejected, rows::get, new BitSet()));
        }
    }

    @Test
    void rejectsListsWhosePartitionsHaveDifferentSteps() {
        StepRows values = new StepRows(rows(Values.ofLongs(1, 2), 0, 1, 2), Values.ofInts(0, 2));
        StepRows lengths = new StepRows(rows(Values.ofLongs(2), 0, 1), Values.ofInts(0, 1));
        StepRows limits = new StepRows(rows(Values.ofLongs(1, 1), 0, 1, 2), Values.ofInts(0, 2));
        Map<String, StepRows> rows = Map.of("v", values, "p", lengths, "q", limits);
        Ragged ragged = spec(DType.INT32, new RowLimits("q"), new RowLengths("p"));
        assertThrows(ExampleParseException.class, () -> RaggedAssembly.ofLists("r", ragged, rows::get, new BitSet()));
    }
}
