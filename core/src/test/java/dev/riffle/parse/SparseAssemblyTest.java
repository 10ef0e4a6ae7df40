package dev.riffle.parse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.riffle.Rounds;
import dev.riffle.parse.FeatureSpec.IndexOrder;
import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.internal.IndexOrdering;
import dev.riffle.parse.internal.ValueRows;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Values;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SparseAssemblyTest {

    private static final Sparse TEXTS = new Sparse(List.of("i"), "v", DType.STRING, Shape.of(13), IndexOrder.SORT);

    private static final Map<String, ValueRows> TWO_RECORDS = Map.of(
            "i", new ValueRows(Values.ofLongs(9, 0, 20, -3), Values.ofInts(0, 2, 4)),
            "v", new ValueRows(Values.ofStrings("a", "b", "c", "d"), Values.ofInts(0, 2, 4)));

    @Test
    void sortsWithinRecordsAndKeepsIndicesOutsideTheSize() {
        SparseTensor sparse = SparseAssembly.ofBatch(TEXTS, TWO_RECORDS::get);
        assertEquals(Values.ofLongs(0, 0, 0, 9, 1, -3, 1, 20), sparse.indices());
        assertEquals(Values.ofStrings("b", "a", "d", "c"), sparse.values());
        assertEquals(Shape.of(2, 13), sparse.shape());
    }

    @Test
    void keepsTheOrderOfTheRecord() {
        SparseTensor sparse = SparseAssembly.ofBatch(TEXTS.alreadySorted(), TWO_RECORDS::get);
        assertEquals(Values.ofLongs(0, 9, 0, 0, 1, 20, 1, -3), sparse.indices());
        assertSame(TWO_RECORDS.get("v").values(), sparse.values());
    }

    @Test
    void sortsBySeveralIndicesStably() {
        Sparse spec = new Sparse(List.of("i", "j"), "v", DType.FLOAT32, Shape.of(5, 6), IndexOrder.SORT);
        Map<String, ValueRows> rows = Map.of(
                "i", new ValueRows(Values.ofLongs(3, 1, 1, 1), Values.ofInts(0, 4)),
                "j", new ValueRows(Values.ofLongs(0, 4, 2, 4), Values.ofInts(0, 4)),
                "v", new ValueRows(Values.ofFloats(1, 2, 3, 4), Values.ofInts(0, 4)));
        SparseTensor sparse = SparseAssembly.ofSingle(spec, rows::get);
        assertEquals(Values.ofLongs(1, 2, 1, 4, 1, 4, 3, 0), sparse.indices());
        assertEquals(Values.ofFloats(3, 2, 4, 1), sparse.values());
        assertEquals(Shape.of(5, 6), sparse.shape());
    }

    @Test
    void ordersLikeAStableSort() throws Exception {
        Rounds.run("SparseAssemblyTest", 50, (random, name) -> {
            int size = random.nextInt(300);
            long[][] places = {
                random.longs(size, 0, 9).toArray(), random.longs(size, -2, 3).toArray()
            };
            int[] expected = IntStream.range(0, size)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingLong(i -> places[0][i]).thenComparingLong(i -> places[1][i]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            IndexOrdering ordering = new IndexOrdering(places);
            boolean moved = ordering.sort(0, size);
            assertArrayEquals(expected, ordering.order(), name);
            assertEquals(!Arrays.equals(expected, IntStream.range(0, size).toArray()), moved, name);
        });
    }

    @Test
    void sortsOnlyTheGivenRange() {
        IndexOrdering ordering = new IndexOrdering(new long[][] {{5, 4, 3, 2, 1}});
        assertTrue(ordering.sort(1, 4));
        assertArrayEquals(new int[] {0, 3, 2, 1, 4}, ordering.order());
        assertFalse(ordering.sort(1, 4));
    }
}
