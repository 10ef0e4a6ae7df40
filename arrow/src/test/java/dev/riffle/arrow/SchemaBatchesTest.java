package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads Examples through schemas. */
class SchemaBatchesTest {

    private static final ArrowType INT64 = new ArrowType.Int(64, true);
    private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);

    private static final Example ONE = Example.builder()
            .put("id", 1L)
            .put("name", "Zoë")
            .put("box", 1f, 2f, 3f, 4f, 5f, 6f)
            .put("points", 1f, 2f, 3f, 4f)
            .build();

    private static final Example TWO = Example.builder()
            .put("id", 2L)
            .put("points", Feature.empty(Kind.FLOAT))
            .put("box", Feature.notSet())
            .build();

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = ArrowFiles.tfRecord(directory.resolve("a.tfrecord"), ONE, TWO);
    }

    private static Field nullable(String name, ArrowType type, Field... children) {
        return new Field(name, FieldType.nullable(type), List.of(children));
    }

    private static Field required(String name, ArrowType type, Field... children) {
        return new Field(name, FieldType.notNullable(type), List.of(children));
    }

    private static Field list(String name, Field element) {
        return nullable(name, ArrowType.List.INSTANCE, element);
    }

    private static Field fixed(String name, int size, Field element) {
        return nullable(name, new ArrowType.FixedSizeList(size), element);
    }

    private List<Map<String, Object>> read(Field... fields) throws IOException {
        return ArrowValues.read(ArrowBatches.of(ArrowFiles.input(file), new Schema(List.of(fields))));
    }

    private static List<Object> column(String name, List<Map<String, Object>> rows) {
        List<Object> values = new ArrayList<>();
        rows.forEach(row -> values.add(row.get(name)));
        return values;
    }

    @Test
    void aMissingFeatureIsNullInANullableColumn() throws IOException {
        assertThat(column("name", read(nullable("name", ArrowType.Utf8.INSTANCE))))
                .containsExactly("Zoë", null);
        assertThat(column("name", read(nullable("name", ArrowType.Binary.INSTANCE))))
                .containsExactly(Bytes.ofUtf8("Zoë"), null);
        assertThat(column("none", read(nullable("none", INT64)))).containsExactly(null, null);
    }

    @Test
    void aRequiredFeatureIsAValueInEachRow() throws IOException {
        assertThat(column("id", read(required("id", INT64)))).containsExactly(1L, 2L);
    }

    @Test
    void anEmptyListDiffersFromAMissingList() throws IOException {
        Field floats = list("points", required("item", FLOAT));
        Field names = list("name", required("item", ArrowType.Utf8.INSTANCE));

        assertThat(column("points", read(floats))).containsExactly(List.of(1f, 2f, 3f, 4f), List.of());
        assertThat(column("name", read(names))).containsExactly(List.of("Zoë"), null);
    }

    @Test
    void listsOfAFixedSizeHaveTheShapeOfTheType() throws IOException {
        Field box = fixed("box", 2, required("row", new ArrowType.FixedSizeList(3), required("item", FLOAT)));

        assertThat(column("box", read(box))).containsExactly(List.of(List.of(1f, 2f, 3f), List.of(4f, 5f, 6f)), null);
    }

    @Test
    void listsOfListsOfAFixedSizeHaveEachNumberOfElements() throws IOException {
        Field points = list("points", required("point", new ArrowType.FixedSizeList(2), required("item", FLOAT)));

        assertThat(column("points", read(points)))
                .containsExactly(List.of(List.of(1f, 2f), List.of(3f, 4f)), List.of());
    }

    @Test
    void theColumnsHaveTheOrderOfTheSchema() throws IOException {
        List<Map<String, Object>> rows = read(
                nullable("name", ArrowType.Utf8.INSTANCE),
                RecordSchemas.placeFields().get(1),
                required("id", INT64));

        assertThat(rows.get(0))
                .containsExactly(Map.entry("name", "Zoë"), Map.entry("_record", 0L), Map.entry("id", 1L));
    }

    @Test
    void placesAreTheFileTheNumberAndTheOffsetOfEachRecord() throws IOException {
        Path other = ArrowFiles.tfRecord(directory.resolve("b.tfrecord"), TWO, ONE);
        List<Field> fields = new ArrayList<>(RecordSchemas.placeFields());
        fields.add(required("id", INT64));

        List<Map<String, Object>> rows =
                ArrowValues.read(ArrowBatches.of(ArrowFiles.input(file, other), new Schema(fields)));

        long second = 16L + ONE.toByteArray().length;
        long secondOfOther = 16L + TWO.toByteArray().length;
        assertThat(column("_file", rows)).containsExactly(file + "", file + "", other + "", other + "");
        assertThat(column("_record", rows)).containsExactly(0L, 1L, 0L, 1L);
        assertThat(column("_offset", rows)).containsExactly(0L, second, 0L, secondOfOther);
        assertThat(column("id", rows)).containsExactly(1L, 2L, 2L, 1L);
    }

    @Test
    void aSchemaWithoutColumnsCountsRows() throws IOException {
        assertThat(read()).containsExactly(Map.of(), Map.of());
    }

    private void assertFails(String message, Field... fields) {
        assertThatThrownBy(() -> read(fields))
                .isInstanceOf(RecordMismatchException.class)
                .hasMessage(message);
    }

    private String record(int number) {
        long offset = number == 0 ? 0 : 16L + ONE.toByteArray().length;
        return file + ": record " + number + " at offset " + offset + ": ";
    }

    @Test
    void aMissingFeatureOfARequiredColumnIsAnError() {
        String reason = ": expected a feature, found none; if records may lack it, make the column nullable or"
                + " allow a missing feature in the spec";

        assertFails(record(1) + "column \"name\"" + reason, required("name", ArrowType.Utf8.INSTANCE));
        assertFails(
                record(1) + "column \"name\"" + reason,
                required("name", ArrowType.List.INSTANCE, required("item", ArrowType.Utf8.INSTANCE)));
        assertFails(
                record(1) + "column \"box\"" + reason,
                required("box", new ArrowType.FixedSizeList(6), required("item", FLOAT)));
    }

    @Test
    void aFeatureOfAnotherKindIsAnError() {
        assertThatThrownBy(() -> read(nullable("id", FLOAT)))
                .isInstanceOfSatisfying(RecordMismatchException.class, e -> {
                    assertThat(e.source()).contains(file.toString());
                    assertThat(e.recordIndex()).hasValue(0);
                    assertThat(e.offset()).hasValue(0);
                    assertThat(e.column()).contains("id");
                })
                .hasMessage(record(0) + "column \"id\": expected float32 (float_list), found int64_list of 1 value;"
                        + " change the column to the type of the feature or to a list, or infer the schema from more"
                        + " records");
        assertFails(
                record(0)
                        + "column \"id\": expected float32 (float_list), found int64_list of 1 value; change the column to"
                        + " the type of the feature, or infer the schema from more records",
                list("id", required("item", FLOAT)));
    }

    @Test
    void severalValuesInAColumnOfSingleValuesAreAnError() {
        String remedy = "; change the column to the type of the feature or to a list, or infer the schema from more"
                + " records";

        assertFails(
                record(0) + "column \"points\": expected 1 value, found 4 values" + remedy, nullable("points", FLOAT));
        assertFails(
                record(0) + "column \"box\": expected 5 values, found 6 values" + remedy,
                fixed("box", 5, required("item", FLOAT)));
    }

    @Test
    void anEmptyListInAColumnOfSingleValuesIsAnError() throws IOException {
        file = ArrowFiles.tfRecord(directory.resolve("c.tfrecord"), TWO, ONE);

        assertFails(
                file + ": record 0 at offset 0: column \"points\": expected 1 value, found 0 values; change the column"
                        + " to the type of the feature or to a list, or infer the schema from more records",
                nullable("points", FLOAT));
    }

    @Test
    void aListThatIsNoMultipleOfItsElementsIsAnError() {
        assertFails(
                record(0) + "column \"points\": expected a multiple of 3 values, found 4 values; change the shape, or"
                        + " read the column as a list of single values",
                list("points", required("point", new ArrowType.FixedSizeList(3), required("item", FLOAT))));
    }

    @Test
    void bytesThatAreNotTextAreAnErrorInATextColumn() throws IOException {
        Bytes bad = Bytes.ofHex("61ff");
        file = ArrowFiles.tfRecord(
                directory.resolve("c.tfrecord"),
                Example.builder().put("name", "ok").put("names", "a", "b").build(),
                Example.builder()
                        .put("name", bad)
                        .put("names", Bytes.ofUtf8("é"), bad)
                        .build());
        String start = file + ": record 1 at offset "
                + (16
                        + Example.builder()
                                .put("name", "ok")
                                .put("names", "a", "b")
                                .build()
                                .toByteArray()
                                .length);

        assertFails(
                start + ": column \"name\": expected text in UTF-8, found the byte 0xff at 1 of 2; read the column as"
                        + " Binary",
                nullable("name", ArrowType.Utf8.INSTANCE));
        assertFails(
                start + ": column \"names\": expected text in UTF-8, found the byte 0xff at 1 of 2; read the column as"
                        + " Binary",
                list("names", required("item", ArrowType.Utf8.INSTANCE)));
        assertThat(column("name", read(nullable("name", ArrowType.Binary.INSTANCE))))
                .containsExactly(Bytes.ofUtf8("ok"), bad);
    }

    @Test
    void aRecordOfAnotherMessageTypeIsAnErrorInsteadOfNulls() throws IOException {
        file = ArrowFiles.tfRecord(directory.resolve("c.tfrecord"), ONE.toBytes(), Bytes.ofUtf8("plain text"));

        assertThatThrownBy(() -> read(nullable("id", INT64)))
                .hasMessageStartingWith(record(1).replace("a.tfrecord", "c.tfrecord"));
        assertThatThrownBy(this::read).hasMessageContaining(": is text, not an Example");
    }

    @Test
    void typesThatNoFeatureHasAreRejected() {
        assertThatThrownBy(() -> read(nullable("id", new ArrowType.Int(16, true))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column \"id\": features cannot be read as Int(16, true); use Int(64), Int(32), Float32,"
                        + " Float64, Utf8, Binary, or lists of them");
        assertThatThrownBy(() -> read(nullable("id", new ArrowType.Int(32, true))))
                .hasMessage("column \"id\": Example has no features of type int32; use Int(64)");
        assertThatThrownBy(() -> read(list("id", list("item", required("item", FLOAT)))))
                .hasMessage("column \"id\": only feature lists of a SequenceExample are lists of lists, found Example;"
                        + " use a list");
        assertThatThrownBy(() -> read(fixed("id", 1 << 25, required("item", FLOAT))))
                .hasMessage("column \"id\": lists of a fixed size must have 1 to 16777216 values, found 33554432; use"
                        + " a list");
        assertThatThrownBy(() -> read(required("id", INT64), nullable("id", INT64)))
                .hasMessage("two columns have the name \"id\"; remove one of them from the schema or the specs");
    }

    @Test
    void dictionariesAreRejectedAtEachLevel() {
        DictionaryEncoding encoding = new DictionaryEncoding(1, false, null);
        Field item = new Field("item", new FieldType(false, INT64, encoding), List.of());
        Field place = new Field(
                "id",
                new FieldType(false, ArrowType.Utf8.INSTANCE, encoding, Map.of("riffle.place", "file")),
                List.of());

        for (Field field : List.of(list("id", item), fixed("id", 2, item), place)) {
            assertThatThrownBy(() -> read(field))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("column \"id\": features cannot be read into a dictionary; use the type of the values"
                            + " without a dictionary");
        }
    }

    @Test
    void incompleteFieldsAreRejected() {
        assertThatThrownBy(() -> read(nullable("id", ArrowType.List.INSTANCE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column \"id\": a list must have one field for its elements, found 0");
        assertThatThrownBy(() -> read(new Field(null, FieldType.nullable(INT64), List.of())))
                .hasMessage("a column of the schema has no name; name all columns");
    }

    @Test
    void unknownMetadataValuesAreRejected() {
        Field place = new Field("p", new FieldType(false, INT64, null, Map.of("riffle.place", "line")), List.of());

        assertThatThrownBy(() -> read(place))
                .hasMessage("column \"p\": expected riffle.place file, record or offset, found line");
        assertThatThrownBy(() -> ArrowBatches.of(
                        ArrowFiles.input(file), new Schema(List.of(), Map.of("riffle.message", "Event"))))
                .hasMessage("schema: expected riffle.message Example, SequenceExample, ExampleListWithContext or"
                        + " OFRecord, found Event");
    }

    @Test
    void theNumberOfThreadsAndTheSizeOfBatchesDoNotChangeTheRows() throws IOException {
        Example[] examples = new Example[500];
        Arrays.setAll(examples, i -> Example.builder().put("id", (long) i).build());
        file = ArrowFiles.tfRecord(directory.resolve("c.tfrecord"), examples);
        ArrowBatches batches = ArrowBatches.of(ArrowFiles.input(file), new Schema(List.of(nullable("id", INT64))));

        List<Map<String, Object>> rows = ArrowValues.read(batches);

        assertThat(column("id", rows)).hasSize(500).startsWith(0L, 1L).endsWith(499L);
        assertThat(ArrowValues.read(batches.batchSize(7).threads(4))).isEqualTo(rows);
        assertThat(ArrowValues.read(batches.batchSize(1).threads(2))).isEqualTo(rows);
    }
}
