package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

/** Checks that the values of a row need no more memory than a record may have. */
class RowMemoryTest {

    @Test
    void theLimitAppliesToAllValuesOfARow() {
        RowMemory memory = new RowMemory(100);
        memory.add(60);
        memory.add(40);
        assertThatThrownBy(() -> memory.add(1))
                .isInstanceOf(ArrowColumnException.class)
                .hasMessage(
                        "the values of the row have 101 bytes up to this one, but the limit is 100, half of the heap;"
                                + " split the row, or raise the heap (-Xmx)");
        memory.clear();
        assertThatNoException().isThrownBy(() -> memory.add(100));
    }

    /** A vector of bits needs 64 times less memory than the integers of a feature. */
    @Test
    void aListLargerThanHalfOfTheHeapIsAnErrorBeforeItIsCopied() {
        long limit = Runtime.getRuntime().maxMemory() / 2;
        int size = Math.toIntExact(limit / Long.BYTES + 1);
        try (BufferAllocator allocator = new RootAllocator();
                ListVector lists = ListVector.empty("bits", allocator)) {
            FieldType type = FieldType.nullable(ArrowType.Bool.INSTANCE);
            BitVector bits = (BitVector) lists.addOrGetVector(type).getVector();
            bits.setValueCount(size);
            lists.startNewValue(0);
            lists.endValue(0, size);
            lists.setValueCount(1);

            assertThatThrownBy(() -> ArrowRecords.payloads(VectorSchemaRoot.of(lists), RecordFormat.TFRECORD)
                            .toList())
                    .isInstanceOf(ArrowColumnException.class)
                    .hasMessageStartingWith("row 0: column \"bits\": the values of the row have " + 8L * size
                            + " bytes up to this one, but the limit is " + limit + ", half of the heap;");
        }
    }
}
