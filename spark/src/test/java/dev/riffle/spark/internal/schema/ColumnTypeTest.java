package dev.riffle.spark.internal.schema;

import static dev.riffle.RecordFormat.OFRECORD;
import static dev.riffle.RecordFormat.TFRECORD;
import static dev.riffle.spark.internal.options.RecordType.BYTES;
import static dev.riffle.spark.internal.options.RecordType.EXAMPLE;
import static dev.riffle.spark.internal.options.RecordType.SEQUENCE_EXAMPLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.BuiltInFormats;
import dev.riffle.RecordFormat;
import dev.riffle.example.Kind;
import dev.riffle.spark.internal.options.Options;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.ColumnType.Element;
import dev.riffle.spark.internal.schema.ColumnType.Nesting;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnTypeTest {

    private static final StructType STRUCT = new StructType().add("b", DataTypes.LongType);

    private static ColumnType of(DataType type, RecordFormat format, RecordType record) {
        return ColumnType.of(field("a", type), Options.of(format, record));
    }

    private static StructField field(String name, DataType type) {
        return new StructField(name, type, true, Metadata.empty());
    }

    private static DataType type(String ddl) {
        return DataType.fromDDL("a " + ddl) instanceof StructType struct
                ? struct.apply("a").dataType()
                : DataTypes.NullType;
    }

    @ParameterizedTest
    @CsvSource({
        "BOOLEAN, BOOLEAN, INT64, INT64",
        "TINYINT, BYTE, INT64, INT32",
        "SMALLINT, SHORT, INT64, INT32",
        "INT, INT, INT64, INT32",
        "BIGINT, LONG, INT64, INT64",
        "FLOAT, FLOAT, FLOAT, FLOAT",
        "DOUBLE, DOUBLE, FLOAT, DOUBLE",
        "STRING, STRING, BYTES, BYTES",
        "STRING COLLATE UNICODE_CI, STRING, BYTES, BYTES",
        "CHAR(3), STRING, BYTES, BYTES",
        "BINARY, BINARY, BYTES, BYTES",
        "'DECIMAL(38, 10)', DECIMAL, BYTES, BYTES",
        "TIMESTAMP, TIMESTAMP, INT64, INT64",
        "TIMESTAMP_NTZ, TIMESTAMP, INT64, INT64",
        "DATE, DATE, INT64, INT32",
    })
    void mapsPlainTypesAndLists(String ddl, Element element, Kind tensorFlow, Kind oneFlow) {
        for (RecordFormat format : BuiltInFormats.all()) {
            ColumnType scalar = of(type(ddl), format, EXAMPLE);
            ColumnType list = of(DataTypes.createArrayType(type(ddl)), format, EXAMPLE);

            assertThat(scalar).isEqualTo(new ColumnType(type(ddl), Nesting.SCALAR, element));
            assertThat(list.nesting()).isEqualTo(Nesting.LIST);
            assertThat(list.element()).isEqualTo(element);
            assertThat(list.kind(format)).isEqualTo(format == TFRECORD ? tensorFlow : oneFlow);
        }
        ColumnType lists =
                of(DataTypes.createArrayType(DataTypes.createArrayType(type(ddl))), TFRECORD, SEQUENCE_EXAMPLE);
        assertThat(lists.nesting()).isEqualTo(Nesting.LISTS);
        assertThat(lists.element()).isEqualTo(element);
    }

    @Test
    void detectsVectorsByTheirFields() {
        ColumnType vector = of(new VectorLike(), OFRECORD, EXAMPLE);

        assertThat(vector).isEqualTo(new ColumnType(new VectorLike(), Nesting.VECTOR, Element.DOUBLE));
        assertThat(vector.kind(TFRECORD)).isEqualTo(Kind.FLOAT);
        assertThat(vector.kind(OFRECORD)).isEqualTo(Kind.DOUBLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "STRUCT<b: BIGINT> | EXAMPLE | column \"a\" is of type struct<b:bigint>, which an Example cannot hold; set the option flattenStructs to true",
                "ARRAY<STRUCT<b: BIGINT>> | EXAMPLE | select an array of each field",
                "MAP<STRING, INT> | EXAMPLE | map_keys(",
                "ARRAY<MAP<STRING, INT>> | EXAMPLE | from map<string,int> to numbers",
                "ARRAY<ARRAY<BIGINT>> | EXAMPLE | set recordType SequenceExample",
                "ARRAY<ARRAY<ARRAY<BIGINT>>> | SEQUENCE_EXAMPLE | a SequenceExample cannot hold; select flatten(",
                "INTERVAL DAY TO SECOND | EXAMPLE | cast it to a number or a string",
                "INTERVAL YEAR TO MONTH | EXAMPLE | cast it to a number or a string",
                "INTERVAL | EXAMPLE | cast it to a number or a string",
                "VOID | EXAMPLE | cast it to the intended type",
                "VARIANT | EXAMPLE | to_json(",
                "TIME | EXAMPLE | cast it to a string or a number",
                "STRING | BYTES | a record of bytes cannot hold; write one binary column named \"payload\"",
                "BINARY | BYTES | write one binary column named \"payload\"",
            })
    void rejectsOtherTypesWithARemedy(String ddl, RecordType record, String expected) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(type(ddl), TFRECORD, record))
                .withMessageContaining("column \"a\" is of type ")
                .withMessageContaining(expected);
    }

    @Test
    void rejectsArraysOfArraysInOfRecords() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(type("ARRAY<ARRAY<BIGINT>>"), OFRECORD, EXAMPLE))
                .withMessage("column \"a\" is of type array<array<bigint>>, which an OFRecord cannot hold;"
                        + " select flatten(...), and the sizes of the arrays if you need them");
    }

    @Test
    void mapsBytesToOneColumn() {
        assertThat(ColumnType.of(field("payload", DataTypes.BinaryType), Options.of(TFRECORD, BYTES)))
                .isEqualTo(new ColumnType(DataTypes.BinaryType, Nesting.SCALAR, Element.BINARY));
    }
}
