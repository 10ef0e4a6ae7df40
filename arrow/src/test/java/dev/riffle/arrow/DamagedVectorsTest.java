package dev.riffle.arrow;

import static dev.riffle.arrow.FilledVectors.INT64;
import static dev.riffle.arrow.FilledVectors.LIST;
import static dev.riffle.arrow.FilledVectors.STRUCT;
import static dev.riffle.arrow.FilledVectors.UTF8;
import static dev.riffle.arrow.FilledVectors.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.example.Example;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that vectors with invalid lengths, names or scales are errors, and never other values. */
class DamagedVectorsTest {

    private final BufferAllocator allocator = new RootAllocator(64 << 20);

    @AfterEach
    void allMemoryIsReleased() {
        allocator.close();
    }

    private static void assertFails(VectorSchemaRoot root, String message) {
        assertThatThrownBy(
                        () -> ArrowRecords.payloads(root, RecordFormat.TFRECORD).toList())
                .isInstanceOf(ArrowColumnException.class)
                .hasMessage(message);
    }

    /** The buffers of a short field can be long enough, so that their bounds show nothing. */
    @Test
    void aFieldShorterThanItsStructIsAnError() {
        Schema schema = new Schema(List.of(field("s", STRUCT, field("a", INT64))));
        try (VectorSchemaRoot root = FilledVectors.of(
                allocator,
                schema,
                List.of(List.of(Map.of("a", 1)), List.of(Map.of("a", 2)), List.of(Map.of("a", 3))))) {
            ((StructVector) root.getVector(0)).getChild("a", BigIntVector.class).setValueCount(1);

            assertFails(root, "column \"s.a\": it has 1 rows, but its struct has 3; write the data again");
        }
    }

    @Test
    void aFieldShorterThanItsExamplesIsAnError() {
        Field examples = field("examples", LIST, field("item", STRUCT, field("a", INT64)));
        Schema schema = new Schema(List.of(examples), Map.of("riffle.message", "ExampleListWithContext"));
        try (VectorSchemaRoot root =
                FilledVectors.of(allocator, schema, List.of(List.of(List.of(Map.of("a", 1), Map.of("a", 2)))))) {
            StructVector structs = (StructVector) ((ListVector) root.getVector(0)).getDataVector();
            structs.getChild("a", BigIntVector.class).setValueCount(1);

            assertFails(root, "column \"examples\": it has 1 rows, but its struct has 2; write the data again");
        }
    }

    @Test
    void valuesOfAMapShorterThanItsEntriesAreAnError() {
        Field key = new Field("key", FieldType.notNullable(UTF8), List.of());
        Field entries = new Field("entries", FieldType.notNullable(STRUCT), List.of(key, field("value", INT64)));
        try (VectorSchemaRoot root = FilledVectors.of(
                allocator,
                new Schema(List.of(field("m", new ArrowType.Map(false), entries))),
                List.of(List.of(List.of(Map.of("key", "a", "value", 1), Map.of("key", "b", "value", 2)))))) {
            StructVector structs = (StructVector) ((MapVector) root.getVector(0)).getDataVector();
            structs.getChild("value", BigIntVector.class).setValueCount(1);

            assertFails(root, "column \"m.value\": it has 1 rows, but its struct has 2; write the data again");
        }
    }

    /** Arrow replaces a field of a struct by a later field of this name. */
    @Test
    void aMapWithoutValuesIsAnError() {
        Field key = new Field("key", FieldType.notNullable(UTF8), List.of());
        Field entries = new Field("entries", FieldType.notNullable(STRUCT), List.of(key, key));
        Schema schema = new Schema(List.of(field("m", new ArrowType.Map(false), entries)));
        try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
            assertFails(
                    root,
                    "column \"m\": the entries of a map have 1 parts, not a key and a value; write the data again");
        }
    }

    @Test
    void shortBuffersOfTheExamplesAreAnError() {
        Field examples = field("examples", LIST, field("item", STRUCT, field("a", INT64)));
        Schema schema = new Schema(List.of(examples), Map.of("riffle.message", "ExampleListWithContext"));
        try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
                ArrowBuf validity = allocator.buffer(64);
                ArrowBuf offsets = allocator.buffer(64)) {
            validity.setOne(0L, 64);
            offsets.setZero(0, 64);
            // Nine rows need two bytes of validity.
            root.getVector(0)
                    .loadFieldBuffers(new ArrowFieldNode(9, 1), List.of(validity.slice(0, 1), offsets.slice(0, 40)));
            VectorSchemaRoot rows = new VectorSchemaRoot(root.getSchema(), root.getFieldVectors(), 9);

            assertFails(
                    rows,
                    "row 8: column \"examples\": the buffers of the vector are shorter than its rows need, so the"
                            + " vector is damaged; write the data again");
        }
    }

    @Test
    void columnsWithoutANameAreAnError() {
        Field nameless = new Field(null, FieldType.nullable(INT64), List.of());
        for (Schema schema : List.of(
                new Schema(List.of(nameless)),
                new Schema(List.of(nameless), Map.of("riffle.message", "ExampleListWithContext")))) {
            try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
                assertFails(root, "a column or a field of a struct has no name; name all columns");
            }
        }
    }

    private DecimalVector one(int scale) {
        DecimalVector vector = (DecimalVector)
                field("x", new ArrowType.Decimal(38, scale, 128)).createVector(allocator);
        vector.allocateNew(1);
        byte[] one = new byte[16];
        one[15] = 1;
        vector.setBigEndian(0, one);
        vector.setValueCount(1);
        return vector;
    }

    @Test
    void aHugeScaleNeedsNoMemory() {
        try (VectorSchemaRoot root = VectorSchemaRoot.of(one(Integer.MAX_VALUE))) {
            assertFails(
                    root,
                    "column \"x\": its decimals have 2147483647 digits after the point, more than 1024; cast the"
                            + " column to text or to a float");
        }
        try (VectorSchemaRoot root = VectorSchemaRoot.of(one(-2_000_000_000))) {
            assertFails(
                    root,
                    "row 0: column \"x\": 1E+2000000000 does not fit in an int64_list; cast the column to text or to"
                            + " a float");
        }
    }

    @Test
    void theLargestScaleIsText() {
        try (VectorSchemaRoot root = VectorSchemaRoot.of(one(1024))) {
            assertThat(ArrowRecords.payloads(root, RecordFormat.TFRECORD).map(Example::parse))
                    .containsExactly(Example.builder()
                            .put("x", "0." + "0".repeat(1023) + "1")
                            .build());
        }
    }
}
