package dev.riffle.parse.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvDecoderTest {

    private static final CsvDecoder NUMBER_AND_NAME = CsvDecoder.of(CsvColumn.int64(9), CsvColumn.string("none"));

    private static final CsvDecoder NAMES = CsvDecoder.of(CsvColumn.string("a"), CsvColumn.string("b"));

    private static List<Bytes> records(String... lines) {
        return Stream.of(lines).map(Bytes::ofUtf8).toList();
    }

    private static List<String> names(String line) {
        return NAMES.decode(Bytes.ofUtf8(line)).stream()
                .map(column -> column.values().utf8At(0))
                .toList();
    }

    @Test
    void decodesColumnsOfEachType() {
        CsvDecoder decoder = CsvDecoder.of(
                CsvColumn.int32(0),
                CsvColumn.int64(0),
                CsvColumn.float32(0),
                CsvColumn.float64(0),
                CsvColumn.required(DType.STRING));

        List<DenseTensor> columns = decoder.decode(records("1,2,1.5,2.5,x", "-1,+2,1e400,0x10,y"));

        assertThat(columns)
                .containsExactly(
                        DenseTensor.vector(Values.ofInts(1, -1)),
                        DenseTensor.vector(Values.ofLongs(2, 2)),
                        DenseTensor.vector(Values.ofFloats(1.5f, Float.POSITIVE_INFINITY)),
                        DenseTensor.vector(Values.ofDoubles(2.5, 16)),
                        DenseTensor.vector(Values.ofStrings("x", "y")));
    }

    @Test
    void replacesEmptyFieldsWithTheDefault() {
        assertThat(NUMBER_AND_NAME.decode(records(",x", "\"\",", "1,\"\"")))
                .containsExactly(
                        DenseTensor.vector(Values.ofLongs(9, 9, 1)),
                        DenseTensor.vector(Values.ofStrings("x", "none", "none")));
    }

    @Test
    void replacesNaValuesWithTheDefault() {
        assertThat(NUMBER_AND_NAME.naValue("NA").decode(records("NA,\"NA\"", "1, NA")))
                .containsExactly(
                        DenseTensor.vector(Values.ofLongs(9, 1)), DenseTensor.vector(Values.ofStrings("none", " NA")));
    }

    @Test
    void keepsTheShape() {
        DenseTensor lines = DenseTensor.of(Shape.of(2, 1), Values.ofStrings("1,x", "2,y"));

        assertThat(NUMBER_AND_NAME.decode(lines))
                .containsExactly(
                        DenseTensor.of(Shape.of(2, 1), Values.ofLongs(1, 2)),
                        DenseTensor.of(Shape.of(2, 1), Values.ofStrings("x", "y")));
        assertThat(NUMBER_AND_NAME.decode(List.of()))
                .containsExactly(DenseTensor.vector(Values.ofLongs()), DenseTensor.vector(Values.ofStrings()));
        assertThat(NUMBER_AND_NAME.decode(Bytes.ofUtf8("1,x")))
                .containsExactly(DenseTensor.scalar(Values.ofLongs(1)), DenseTensor.scalar(Values.ofStrings("x")));
    }

    @Test
    void quotedFieldsContainDelimitersLineBreaksAndQuotes() {
        assertThat(names("\"a,b\",\"c\"\"d\"")).containsExactly("a,b", "c\"d");
        assertThat(names("\"\r\n\",\"\"\"\"")).containsExactly("\r\n", "\"");
    }

    @Test
    void readsQuotesAsCharactersWithoutQuoting() {
        assertThat(NAMES.withoutQuoting().decode(records("a\"b,\"x\"")).get(0))
                .isEqualTo(DenseTensor.vector(Values.ofStrings("a\"b")));
    }

    @Test
    void skipsLineBreaksBeforeAField() {
        assertThat(names("\r\n\nx,\ny")).containsExactly("x", "y");
    }

    @Test
    void decodesBytesThatAreNotUtf8() {
        CsvDecoder decoder = CsvDecoder.of(CsvColumn.string(""));

        assertThat(decoder.decode(Bytes.ofHex("ff00fe")).get(0).values().bytesAt(0))
                .isEqualTo(Bytes.ofHex("ff00fe"));
    }

    @ParameterizedTest
    @ValueSource(chars = {'\t', ';', ' ', '|', '\0'})
    void acceptsOtherDelimiters(char delimiter) {
        assertThat(NAMES.delimiter(delimiter)
                        .decode(records("x" + delimiter + "\"," + delimiter + '"'))
                        .get(1))
                .isEqualTo(DenseTensor.vector(Values.ofStrings("," + delimiter)));
    }

    @Test
    void readsOnlySelectedColumns() {
        CsvDecoder decoder =
                CsvDecoder.of(CsvColumn.int32(7), CsvColumn.int32(8)).selectColumns(1, 3);

        assertThat(decoder.decode(records("x,2,y,4,\"", "x,,y,")))
                .containsExactly(DenseTensor.vector(Values.ofInts(2, 7)), DenseTensor.vector(Values.ofInts(4, 8)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " -> ",
            quoteCharacter = '`',
            value = {
                "1 -> record 0: expected 2 fields, found 1 field",
                "1,2,3 -> record 0: expected 2 fields, found 3 fields",
                "3x,a -> record 0, field 0: expected int64, found \"3x\"",
                "1,a\"b -> record 0, field 1: expected no quote and no line break in a field without quotes, found a quote",
                "1,\"a\"b -> record 0, field 1: expected a delimiter, another quote or the end after a quote, found \"b\"",
                "1,\"a -> record 0, field 1: expected a quote at the end of a field in quotes, found the end of the record",
            })
    void reportsThePositionOfMistakes(String line, String message) {
        assertThatThrownBy(() -> NUMBER_AND_NAME.decode(records(line)))
                .isInstanceOf(CsvDecodeException.class)
                .hasMessage(message);
    }

    @Test
    void rejectsALineBreakAtTheEnd() {
        assertThatThrownBy(() -> NUMBER_AND_NAME.decode(records("1,a", "1,a\n")))
                .hasMessage("record 1, field 1: expected no quote and no line break in a field without quotes,"
                        + " found a line break");
        assertThatThrownBy(() -> NUMBER_AND_NAME.withoutQuoting().decode(records("1,a\n")))
                .hasMessage("record 0, field 1: expected no line break in a field without quotes, found a line break");
        assertThatThrownBy(() -> NUMBER_AND_NAME.decode(records("")))
                .hasMessage("record 0: expected 2 fields, found 0 fields");
    }

    @Test
    void rejectsAnEmptyFieldWithoutADefault() {
        CsvDecoder decoder = CsvDecoder.of(CsvColumn.string(""), CsvColumn.required(DType.INT32))
                .naValue("-");

        assertThatThrownBy(() -> decoder.decode(records("a,")))
                .hasMessage("record 0, field 1: expected a value, because the column has no default,"
                        + " found an empty field");
        assertThatThrownBy(() -> decoder.decode(records("a,-"))).hasMessageEndingWith("found \"-\"");
    }

    @Test
    void reportsTheFieldNumberOfTheRecord() {
        CsvDecoder decoder = CsvDecoder.of(CsvColumn.int32(0)).selectColumns(2);

        CsvDecodeException damage =
                catchThrowableOfType(CsvDecodeException.class, () -> decoder.decode(records("1,2,3", "1,2,x")));

        assertThat(damage.recordIndex()).isEqualTo(1);
        assertThat(damage.fieldIndex()).hasValue(2);
        assertThat(damage.expected()).isEqualTo("int32");
        assertThat(damage.found()).isEqualTo("\"x\"");
        assertThatThrownBy(() -> decoder.decode(records("1"))).hasMessage("record 0: expected field 2, found 1 field");
    }

    @Test
    void showsTheBeginningOfALongField() {
        assertThatThrownBy(() -> NUMBER_AND_NAME.decode(records("x".repeat(1000) + ",a")))
                .hasMessage("record 0, field 0: expected int64, found \"" + "x".repeat(60) + "\"...");
        assertThatThrownBy(
                        () -> CsvDecoder.of(CsvColumn.int64(0)).decode(Bytes.ofUtf8("x".repeat(59) + "\u00e9\u00e9")))
                .hasMessageEndingWith("found \"" + "x".repeat(59) + "\"...");
        assertThatThrownBy(() -> CsvDecoder.of(CsvColumn.int64(0)).decode(Bytes.ofUtf8("\u001b[2J")))
                .hasMessageEndingWith("found 0x1b5b324a");
    }

    @Test
    void rejectsInvalidSettings() {
        assertThatThrownBy(() -> CsvDecoder.of()).hasMessage("at least one column is required");
        assertThatThrownBy(() -> NAMES.delimiter('é')).hasMessage("the delimiter must be an ASCII character: é");
        assertThatThrownBy(() -> NAMES.selectColumns(1))
                .hasMessage("expected a place for each of the 2 columns, found [1]");
        assertThatThrownBy(() -> NAMES.selectColumns(2, 0))
                .hasMessage("places must be ascending and not negative: [2, 0]");
        assertThatThrownBy(() -> NAMES.selectColumns(-1, 0))
                .hasMessageStartingWith("places must be ascending and not negative: [-1");
        assertThatThrownBy(() -> CsvColumn.required(DType.BOOL))
                .hasMessage("the type of a column must be float32, float64, int32, int64 or string: bool");
        assertThatThrownBy(() -> new CsvColumn(DType.INT32, Values.ofInts(1, 2)))
                .hasMessage("the default of a column of int32 must be one int32: int32 [1, 2]");
        assertThatThrownBy(() -> NAMES.decode(DenseTensor.vector(Values.ofLongs(1))))
                .hasMessage("records must be of type string: int64");
    }

    @Test
    void countsManyFieldsWithoutKeepingThem() {
        assertThatThrownBy(() -> NAMES.decode(records(",".repeat(5_000_000))))
                .hasMessage("record 0: expected 2 fields, found 5000001 fields");
    }
}
